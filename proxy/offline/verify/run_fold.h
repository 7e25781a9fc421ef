#pragma once
// Checks the log of a run line by line against everything before. Pure.
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>
#include "common/formats/memories.h"
#include "common/run/known_attempts.h"
#include "common/run/run_story.h"
#include "proxy/offline/verify/attempt_check.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/loaded_line.h"

namespace franz::proxy {
// A step to redraw, in the order of the lines.
struct DrawnLine {
  enum class Kind { turn, lost, keyframe };
  Kind kind = Kind::turn;
  int turn = 0;
  std::optional<TurnRecord> record = std::nullopt;  // turn
  std::optional<Reply> reply = std::nullopt;  // turn, lost: the reply whose actions it performs
  std::optional<std::string> picture = std::nullopt;  // turn; keyframe: the canvas
  std::string state = {};                             // keyframe
};

struct FoldedLine {
  std::vector<Finding> findings;
  std::optional<DrawnLine> draw;
};

class RunFold {
 public:
  explicit RunFold(FindMemory find = find_memory) : find_(find) {}

  FoldedLine take(LoadedLine line);
  // Call after the last line: finds what the log as a whole lacks.
  std::vector<Finding> finish() const;

  const RunStory& story() const { return story_; }
  // The reply of an attempt at one of the last turns; nothing: unknown.
  std::optional<Reply> reply_of(int turn, int attempt) const;
  int turns() const { return turns_; }  // turns with a record
  int stories() const { return stories_; }
  int requests() const { return requests_; }

 private:
  void begin(const BeginEntry& entry, const LoadedLine& line, FoldedLine& out);
  void resume(const ResumedEntry& entry, const LoadedLine& line, FoldedLine& out);
  void set_settings(int turn, const SettingsInForce& settings, const LoadedLine& line,
                    FoldedLine& out);
  void attempt(LoadedAttempt& loaded, FoldedLine& out);
  void lost(const LostEntry& entry, const LoadedLine& line, FoldedLine& out);
  void keyframe(const KeyframeEntry& entry, const LoadedLine& line, FoldedLine& out);
  void end(const EndEntry& entry, FoldedLine& out) const;
  void check_place(const LoadedLine& line, FoldedLine& out) const;
  void check_order(int turn, int attempt, const std::string& request, FoldedLine& out);
  void keep_reply(int turn, int attempt, Reply reply);

  const FindMemory find_;
  RunStory story_;
  std::optional<KnownAttempts> known_;   // from the first `begin` on
  std::map<int, std::string> settings_;  // by the first turn of each
  std::map<int, std::string> system_;    // by the first turn: SHA-256 of the system message
  std::map<int, std::vector<std::string>> notes_;  // by turn: SHA-256 of the operator's notes
  std::map<std::pair<int, int>, Reply> replies_;   // of the last turns
  std::string run_;                                // the id in the requests
  std::string client_run_;  // the id in a client's requests if none of our loops reports
  std::set<std::pair<int, int>> attempts_;  // turn and attempt
  bool may_have_keyframe_ = false;          // the next line may be a keyframe
  bool launched_ = false;                   // our orchestrator reported a turn
  std::optional<Finish> finished_;          // the run finished with its last turn
  int turns_ = 0, stories_ = 0, requests_ = 0, last_counted_ = 0;
};
}  // namespace franz::proxy
