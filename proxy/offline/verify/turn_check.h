#pragma once
// The turns of a recorded run, one after the other: what the stored bytes of the exchanges say
// against what the record says, and every story against the reply before it. A turn is checked with
// no more in hand than its record, its picture, one attempt and the reply before it, so neither a
// long run nor a turn of many attempts takes more memory than a short one.
//
// What a kill or a full disk leaves is no change of the run. Files are written in the order of
// their numbers: an attempt's request, its reply, its picture, its record. A kill cuts this order
// anywhere; a full disk takes any of them. So a file may be missing, and a turn's picture may be
// that of another attempt than its record. That is told as unchecked or as a note, never as bad:
// whether a missing file was listed in SHA256SUMS is the index's to say (run_index.h).
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/memory/memory.h"
#include "common/run/run_file.h"
#include "common/run/turn_record.h"
#include "common/wire/api/api.h"
#include "common/wire/reply.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/replayed_exchange.h"
#include "proxy/offline/verify/request_members.h"
#include "proxy/offline/verify/system_messages.h"
#include "proxy/offline/verify/told_notes.h"

namespace franz::proxy {
// The files of one turn, as bytes; nothing: there is no such file.
struct TurnFiles {
  int turn = 1;
  std::optional<std::string> record, picture;
  bool last = false;   // nothing tells of a later turn
  bool ended = false;  // the run has ended cleanly
};
// The turn's attempts, ascending; nothing: there are no more.
using NextAttempt = std::function<std::optional<StoredAttempt>()>;

struct CheckedTurn {
  std::vector<Finding> findings;
  std::optional<TurnRecord> record;  // nothing: not recorded, or not readable
  // The reply that the turn's actions came from; its text is the story that was sent.
  std::optional<Reply> acted_on;
  // The picture that the record is about; null: none, or not known.
  std::shared_ptr<const std::string> picture;
  int stories = 0, requests = 0;  // compared and found right
  bool whole = false;             // its reply is there, whole
  // A request of it goes on from an earlier reply than the last to the turn before: that turn was
  // made again when this one had been begun.
  bool before_was_made_again = false;
};

class TurnCheck {
 public:
  // `run`: whose ids the requests carry; nothing: run.json cannot be read.
  explicit TurnCheck(std::optional<RunFile> run, FindMemory find = find_memory);

  // To be called with ascending turns, also for one between others that has no file at all; of many
  // such turns in a row for the last.
  CheckedTurn next(const TurnFiles& files, const NextAttempt& next_attempt);

  // The reply to the last turn that was given to next(), or to the one before that.
  std::optional<Reply> reply_to(int turn) const;

 private:
  struct OlderReply {
    std::string sha256;  // of its text's token
    std::vector<ReplyCall> calls;
  };
  struct KnownReply {
    std::optional<Reply> reply;       // of the last attempt with a whole one
    std::string why;                  // why there is none
    std::map<int, OlderReply> older;  // of earlier attempts
    std::string time;                 // of the record
  };
  // What is kept of an attempt that was checked.
  struct Attempt;
  // One call of next().
  struct Step;

  void use_memory(Step& step);
  void check_closing(Step& step);
  std::vector<Message> expected_of(const Step& step) const;
  void keep_step(const Step& step);
  const KnownReply* reply_before(int turn) const;
  void check_attempt(Step& step, const StoredAttempt& stored);
  void check_id(Step& step, const ReplayedExchange& replayed, int attempt);
  void check_request(Step& step, const ReplayedExchange& replayed, int attempt);
  void check_messages(Step& step, const RequestView& view, const std::vector<Message>& expected,
                      int attempt) const;
  void check_ours(Step& step, const RequestView& view, const std::vector<Message>& expected,
                  const ReplayedExchange& replayed, const Api& api, int attempt);
  void check_reply(Step& step, std::size_t message, int turn, std::string_view token,
                   int attempt) const;
  void check_story(Step& step, std::size_t message, const std::string& story, int attempt) const;
  const OlderReply* older_reply(const Step& step, const std::string& story, int attempt) const;
  void check_record(Step& step) const;
  void explain_missing_record(Step& step) const;
  void keep_reply(Step& step, int attempt, Reply reply);

  std::optional<RunFile> run_;
  RequestMembers members_;
  std::optional<SystemMessages> system_;
  std::optional<ToldNotes> notes_;
  FindMemory find_;
  UsedMemory used_;              // as the last record tells; before any tells, as run.json has it
  const Memory* memory_;         // null: one that is not known
  std::optional<int> finished_;  // the turn that the run finished with
  bool launched_ = false;        // a turn so far was told of by an orchestrator of ours
  std::string adopted_;          // the id of a client that the proxy did not start
  std::map<int, KnownReply> replies_;  // of the last two turns
  // Of all turns so far, where the memory needs all steps.
  std::map<int, std::string> older_sha256_;
  std::map<int, franz::Step> steps_;  // without the replies
};

// That the settings in run.json name a memory, if any, that is known.
std::vector<Finding> check_run_memory(const RunFile& run);
}  // namespace franz::proxy
