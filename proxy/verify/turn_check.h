#pragma once
// The turns of a recorded run, one after the other: what the stored bytes of the exchanges say
// against what the record says, and every story against the reply before it. A turn is checked with
// no more in hand than its own files and the reply before it, so a long run takes no more memory
// than a short one.
#include <map>
#include <optional>
#include <string>
#include <vector>
#include "proxy/log/run_file.h"
#include "proxy/log/turn_record.h"
#include "proxy/verify/finding.h"
#include "proxy/verify/remade_attempt.h"

namespace franz::proxy {
// The files of one turn, as bytes; nothing: there is no such file.
struct TurnFiles {
  int turn = 1;
  std::optional<std::string> record, picture;
  std::vector<StoredAttempt> attempts;  // ascending
  bool last = false;                    // no later turn has a file
  bool ended = false;                   // the run has ended cleanly
};

struct CheckedTurn {
  std::vector<Finding> findings;
  std::optional<TurnRecord> record;  // nothing: not recorded, or not readable
  // The story that was sent, which is the text that the turn's actions came from.
  std::optional<std::string> story;
  int stories = 0, requests = 0;  // compared and found right
  bool whole = false;             // its reply is there, whole
};

class TurnCheck {
 public:
  // `run`: whose ids the requests carry; nothing: run.json cannot be read.
  explicit TurnCheck(std::optional<RunFile> run);

  // To be called with ascending turns, also for one between others that has no file at all.
  CheckedTurn next(const TurnFiles& files);

  // The reply to the last turn that was given to next(), or to the one before that.
  std::optional<std::string> reply_to(int turn) const;

 private:
  struct Reply {
    std::optional<std::string> token;
    std::string why;  // why there is none
  };
  // One call of next().
  struct Step;

  void check_attempt(Step& step, const StoredAttempt& stored);
  void check_id(Step& step, const RemadeAttempt& remade, int attempt);
  void check_shape(Step& step, const RemadeAttempt& remade, int attempt) const;
  void check_story(Step& step, const RemadeAttempt& remade, int attempt) const;
  void check_record(Step& step) const;
  void explain_missing_record(Step& step) const;

  std::optional<RunFile> run_;
  bool sst_memory_ = true;
  bool launched_ = false;         // a turn so far was told of by an orchestrator of ours
  std::string adopted_;           // the id of a client that the proxy did not start
  std::map<int, Reply> replies_;  // of the last two turns
};
}  // namespace franz::proxy
