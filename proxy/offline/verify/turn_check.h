#pragma once
// The turns of a recorded run, one after the other: what the stored bytes of the exchanges say
// against what the record says, and every story against the reply before it. A turn is checked with
// no more in hand than its record, its picture, one attempt and the reply before it, so neither a
// long run nor a turn of many attempts takes more memory than a short one.
//
// What a kill or a full disk leaves is no change of the run (turn_files_check.h).
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/formats/memories.h"
#include "common/memory/memory.h"
#include "common/run/run_file.h"
#include "common/run/turn_record.h"
#include "common/wire/reply.h"
#include "proxy/offline/verify/client_ids.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/known_replies.h"
#include "proxy/offline/verify/message_check.h"
#include "proxy/offline/verify/read_record.h"
#include "proxy/offline/verify/replayed_exchange.h"
#include "proxy/offline/verify/request_check.h"
#include "proxy/offline/verify/run_memory.h"
#include "proxy/offline/verify/told_notes.h"
#include "proxy/offline/verify/turn_files.h"
#include "proxy/offline/verify/turns_made_again.h"
#include "proxy/offline/verify/uncertain_turns.h"

namespace franz::proxy {
struct CheckedTurn {
  std::vector<Finding> findings;
  std::optional<TurnRecord> record;  // nothing: not recorded, or not readable
  // The reply that the turn's actions came from; its text is the story that was sent. Nothing: the
  // last one to the turn before, unless is_acted_on_open.
  std::optional<Reply> acted_on;
  // Nothing but a request tells of it, and not in its own form (wire/sent_form.h).
  bool is_reshaped = false;
  // The picture that the record is about; null: none, or not known.
  std::shared_ptr<const std::string> picture;
  int stories = 0, requests = 0;  // compared and found right
  bool whole = false;             // its reply is there, whole
  // The record is about another attempt than the last with a reply, which may be lost.
  bool is_record_older = false;
  // A request of it goes on from an earlier reply than the last to the turn before: that turn was
  // made again when this one had been begun.
  bool before_was_made_again = false;
  bool before_may_be_made_again = false;  // its reply came more than once
  // run.json tells that something of it was lost: it may have been a later reply than is known.
  bool may_have_later_reply = false;
  // There is no record of its last attempt, or may be none, and it was not the first one with a
  // reply: nothing tells what it found on the canvas.
  bool is_made_again_unrecorded = false;
  // An attempt before the last has a whole reply, too, which may have been drawn.
  bool has_earlier_reply = false;
  // There are several replies that the turn's actions may have come from, and which it was is not
  // known.
  bool is_acted_on_open = false;
};

class TurnCheck {
 public:
  // `run`: whose ids the requests carry; nothing: run.json cannot be read.
  explicit TurnCheck(std::optional<RunFile> run, FindMemory find = find_memory);

  // To be called with ascending turns, also for one between others that has no file at all; of many
  // such turns in a row for the last. `read`: of the files' record, where that was read ahead.
  CheckedTurn next(const TurnFiles& files, const NextAttempt& next_attempt,
                   std::optional<ReadRecord> read = std::nullopt);

  // The reply to the last turn that was given to next(), or to the one before that.
  std::optional<Reply> reply_to(int turn) const { return replies_.reply_to(turn); }

 private:
  // One call of next().
  struct Step;

  void take_record(Step& step);
  void check_attempt(Step& step, const StoredAttempt& stored);
  ComparedMessages check_request(Step& step, const ReplayedExchange& replayed, int attempt);
  void keep_compared(Step& step, const ComparedMessages& compared, int attempt) const;
  static void keep_reply(Step& step, const RecordedReply& made, int attempt);
  void check_record(Step& step) const;
  void conclude(Step& step);
  bool wrote(int turn) const;

  std::optional<RunFile> run_;
  RequestCheck requests_;
  std::optional<ToldNotes> notes_;
  RunMemory memory_;
  ClientIds ids_;
  UncertainTurns uncertain_;
  KnownReplies replies_;
  TurnsMadeAgain made_again_;    // where the memory needs all turns
  std::optional<int> finished_;  // the turn that the run finished with
  // That turn had a whole reply when it was made first: turns behind it may be older than it.
  bool finished_again_ = false;
  bool launched_ = false;  // a turn so far was told of by an orchestrator of ours
};
}  // namespace franz::proxy
