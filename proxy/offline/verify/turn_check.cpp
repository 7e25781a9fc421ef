#include "proxy/offline/verify/turn_check.h"
#include <utility>
#include "common/base/secrets.h"
#include "common/base/sha256.h"
#include "common/formats/memories.h"
#include "common/run/run_files.h"
#include "common/wire/api/apis.h"
#include "proxy/offline/verify/member_check.h"
#include "proxy/offline/verify/record_check.h"
#include "proxy/offline/verify/turn_files_check.h"

namespace franz::proxy {
struct TurnCheck::Step {
  const TurnFiles& files;
  std::optional<ReadRecord> read;  // of a record that is there; `checked` takes it out of here
  CheckedTurn checked = {};
  ToldTurn told = {};
  CheckedAttempts attempts = {};
  TurnReplies replies = {};
  bool goes_on_from_older = false;  // the recorded attempt: ComparedStory::before_was_made_again

  int turn() const { return files.turn; }
  std::string request_file(int attempt) const {
    return exchange_file(files.turn, attempt, "request");
  }
  bool is_recorded(int attempt) const { return attempt == attempts.recorded; }
  bool is_acted() const { return told.in != "null"; }
  // Of the attempt that it is about; null: of none.
  const TurnRecord* record() const { return attempts.recorded > 0 ? &*checked.record : nullptr; }
  void add(Finding finding) { checked.findings.push_back(std::move(finding)); }
  void add(std::optional<Finding> finding) {
    if (finding) add(std::move(*finding));
  }
  void add(std::vector<Finding> findings) { append(checked.findings, std::move(findings)); }
};

TurnCheck::TurnCheck(std::optional<RunFile> run, FindMemory find)
    : run_(std::move(run)), requests_(run_), memory_(run_, find), uncertain_(run_) {
  if (run_) notes_.emplace(*run_);
}

// Whether a FRANZ of this version wrote the record.
bool TurnCheck::wrote(int turn) const { return run_ && wrote_turn(*run_, turn); }

static std::string tools_told(const std::optional<TurnRecord>& record) {
  return record && record->memory ? record->memory->tools_sha256 : "";
}

// Where its messages cannot be compared, as if nothing stood in them.
ComparedMessages TurnCheck::check_request(Step& step, const ReplayedExchange& replayed,
                                          int attempt) {
  const int turn = step.turn();
  const std::string file = step.request_file(attempt);
  const auto wrong = [&](const std::string& field, std::string why) {
    step.add(bad(turn, file, field, std::move(why)));
  };
  const Api* const api = find_api_at(replayed.request->target);
  if (api == nullptr) {
    wrong("path", "no model is asked there");
    return {};
  }
  const Result<RequestView> read = api->read(replayed.request_body);
  if (!read.ok()) {
    wrong("body", read.error().message);
    return {};
  }
  const RequestView& view = read.value();
  // The server may have taken the first of two.
  for (const std::string& twice : view.duplicates) wrong("body", twice + ": given twice");
  if (memory_.row() == nullptr) return {};

  const bool recorded = step.is_recorded(attempt);
  ComparedMessages compared = compare_messages(
      {turn, attempt, file, view, step.checked.record, recorded, step.goes_on_from_older},
      {memory_, replies_, made_again_, uncertain_});
  step.add(std::move(compared.findings));
  if (!compared.has_expected_roles) return compared;
  const bool is_compared = compared.later_reply_lost == 0;
  if (is_compared) ++step.checked.requests;
  const std::optional<FranzTurn>& id = replayed.request->turn;
  const TurnRecord* const dated = recorded ? uncertain_.dated(step.record()) : nullptr;
  const bool ours = (recorded && step.is_acted()) || (run_ && id && id->run == id_at(*run_, turn));
  if (ours)
    step.add(requests_.check(
        {turn, file, replayed.request_body, view, *api, recorded, step.is_acted(),
         tools_told(step.checked.record), dated != nullptr ? dated->time : "", is_compared},
        compared.expected));
  return compared;
}

// What the request tells of its turn, and of the reply that this goes on from.
void TurnCheck::keep_compared(Step& step, const ComparedMessages& compared, int attempt) const {
  const bool recorded = step.is_recorded(attempt);
  CheckedAttempt& kept = step.attempts.all[attempt];
  kept.is_formed_otherwise = compared.is_formed_otherwise;
  kept.picture_sha256 = compared.picture_sha256;
  if (recorded) kept.sent = compared.feedback;
  if (const auto& story = compared.story) {
    // Before the first reply nothing is acted on, whatever the request says.
    if (step.turn() > 1 && (recorded || !step.checked.acted_on)) {
      step.checked.acted_on = story->acted_on;
      step.checked.is_reshaped = story->is_reshaped;
    }
    if (story->is_right) ++step.checked.stories;
    if (story->before_was_made_again) step.checked.before_was_made_again = true;
    if (recorded) step.goes_on_from_older = story->before_was_made_again;
  }
  // Its calls are known of the recorded reply only.
  if (recorded && compared.later_reply_lost > 0 && uncertain_.may_have_later_reply(step.turn() - 1))
    step.checked.acted_on.reset();
}

// The reply that came to the attempt, whole.
void TurnCheck::keep_reply(Step& step, const RecordedReply& made, int attempt) {
  step.attempts.all[attempt].is_whole = true;
  step.attempts.last_whole = attempt;
  // A key that came in pieces is masked in the record only, and in the request that carries it on.
  const std::optional<TurnRecord>& known = step.checked.record;
  const bool masked = step.is_recorded(attempt) && known->response &&
                      is_masked_form(made.text.str(), known->response->text.str());
  step.replies.add({masked ? known->response->text.str() : made.text.str(), made.calls});
}

void TurnCheck::check_attempt(Step& step, const StoredAttempt& stored) {
  const bool recorded = step.is_recorded(stored.attempt);
  const std::string file = step.request_file(stored.attempt);
  CheckedAttempt& kept = step.attempts.all[stored.attempt];
  kept.has_request = stored.request.has_value();
  kept.has_response = stored.response.has_value();
  if (!stored.request) return step.add(unchecked(step.turn(), file + " is missing"));
  const auto replay = [&](const std::optional<Reply>& reply, const KnownSteps& steps) {
    return replay_exchange(stored, step.turn(), step.told, {memory_.row(), reply, steps});
  };
  ReplayedExchange replayed = replay(reply_to(step.turn() - 1), memory_.steps());
  if (replayed.request == nullptr) {
    // A body over the observer's limit was not kept: the record says so by having no story.
    const bool too_large = recorded && step.checked.record->story == "null";
    step.add(too_large ? unchecked(step.turn(), "the request was not kept: it was too large")
                       : bad(step.turn(), file, "", replayed.request_trouble));
    return;
  }
  if (!replayed.request_trouble.empty())
    step.add(bad(step.turn(), file, "", replayed.request_trouble));
  if (!replayed.response_trouble.empty())
    step.add(bad(step.turn(), exchange_file(step.turn(), stored.attempt, "response"), "",
                 replayed.response_trouble));
  kept.is_read = true;
  step.add(ids_.check(run_, launched_, step.turn(), stored.attempt, replayed));
  const ComparedMessages compared = check_request(step, replayed, stored.attempt);
  keep_compared(step, compared, stored.attempt);
  if (replayed.record && replayed.record->response->text != "null")
    keep_reply(step, *replayed.record->response, stored.attempt);
  if (compared.story && compared.story->came_twice && (recorded || kept.is_whole))
    step.checked.before_may_be_made_again = true;
  if (replayed.picture != nullptr && kept.picture_sha256.empty()) {
    const bool is_told = replayed.record && replayed.record->picture;
    kept.picture_sha256 =
        is_told ? replayed.record->picture->sha256 : sha256_hex(*replayed.picture);
  }
  if (!recorded) return;
  std::optional<Reply> story = reply_to(step.turn() - 1);
  if (step.goes_on_from_older) {
    story = step.checked.acted_on;
    if (step.checked.is_reshaped) story.reset();
  }
  if (replayed.record && step.goes_on_from_older) replayed = replay(story, memory_.steps());
  const bool is_reply_lost = compared.later_reply_lost > 0;
  if (replayed.record && (compared.made_again > 0 || is_reply_lost) &&
      replayed.record->verdict == "violation") {
    // What it tells of such a turn, and of those behind it, could be judged when it passed, and no
    // more.
    KnownSteps steps = memory_.steps();
    if (compared.made_again > 0) steps.forget_from(compared.made_again);
    if (is_reply_lost) steps.forget_from(compared.later_reply_lost);
    if (is_reply_lost) story.reset();
    replayed = replay(story, steps);
  }
  kept.may_lack_parts = memory_.needs_all_steps() && !uncertain_.last_beginning().empty();
  kept.has_turn_header = replayed.has_turn_header;
  kept.record = std::move(replayed.record);
  kept.picture = std::move(replayed.picture);
}

void TurnCheck::take_record(Step& step) {
  if (!step.read) return;
  const std::string file = record_file(step.turn());
  Result<TurnRecord>& read = step.read->record;
  if (!read.ok()) return step.add(bad(step.turn(), file, "", read.error().message));
  const TurnRecord& record = step.checked.record.emplace(std::move(read).value());
  step.told = {record.executor_in, record.executor_out, record.degraded,
               record.note,        record.memory,       record.approval};
  if (!record.finish && !record.called) step.attempts.recorded = record.attempt;
  step.replies.time = record.time;
  step.add(memory_.use(step.turn(), record, wrote(step.turn())));
  if (finished_) {
    const std::string last = "turn " + std::to_string(*finished_);
    step.add(finished_again_
                 ? note(step.turn(), "made before " + last + ", which the run finished with")
                 : bad(step.turn(), file, "", "the run finished with " + last));
  }
  if (record.finish) finished_ = step.turn();
}

void TurnCheck::check_record(Step& step) const {
  ReadRecord& read = *step.read;
  const TurnRecord& record = *step.checked.record;
  static const CheckedAttempt kNone;
  const auto found = step.attempts.all.find(step.attempts.recorded);
  const CheckedAttempt& attempt = found == step.attempts.all.end() ? kNone : found->second;
  if (record.finish) {
    step.add(check_closing_files(step.files, record, step.attempts, run_));
  } else if (record.called) {
    step.add(check_called_files(step.files, record, step.attempts, run_));
  } else {
    step.add(check_turn_files(step.files, record, step.attempts));
    if (record.turn == step.turn()) step.checked.picture = attempt.picture;
  }
  step.add(std::move(read.told.findings));
  if (read.told.feedback && attempt.sent)
    step.add(check_note(record, *read.told.feedback, *attempt.sent));
  if (notes_) step.add(notes_->check(record));
  step.add(std::move(read.approval));
  step.add(std::move(read.members));
}

CheckedTurn TurnCheck::next(const TurnFiles& files, const NextAttempt& next_attempt,
                            std::optional<ReadRecord> read) {
  if (files.record && !read) read = read_record(files, wrote(files.turn));
  Step step{files, std::move(read)};
  take_record(step);
  launched_ = launched_ || step.is_acted();
  while (const std::optional<StoredAttempt> stored = next_attempt()) check_attempt(step, *stored);
  if (step.checked.record) {
    check_record(step);
  } else if (!files.record) {
    step.add(explain_missing_record(files, step.attempts));
  }
  conclude(step);
  return std::move(step.checked);
}

// The turn is over: what it was, and what the turns behind it rest on.
void TurnCheck::conclude(Step& step) {
  const int number = step.turn();
  if (step.checked.record && step.checked.record->finish)
    finished_again_ = step.attempts.last_whole > 0;
  const std::string turn = "turn " + std::to_string(number);
  std::optional<std::string> lost = uncertain_.lost_reply(number, step.attempts, step.replies.last);
  const bool is_lost = lost.has_value();
  if (lost) {
    step.replies.lose(std::move(*lost));
    step.add(not_recorded(number));
    if (step.checked.record)
      step.add(note(number, "the run went on from a later reply than its record's"));
  }
  if (step.replies.last) {
    step.checked.whole = true;
  } else {
    step.replies.why = step.checked.record && !is_lost
                           ? "the reply to " + turn + " could not be read whole"
                           : turn + " was not recorded";
  }
  // A kill came between the reply and its record, and the run went on from its state: the reply
  // came after one of the run's beginnings.
  step.checked.is_record_older =
      step.attempts.recorded > 0 && (is_lost || step.attempts.last_whole > step.attempts.recorded);
  if (step.checked.is_record_older) step.replies.time = uncertain_.last_beginning();
  uncertain_.keep(number, step.attempts, step.checked.is_record_older);
  step.checked.may_have_later_reply = uncertain_.may_have_later_reply(number);
  step.checked.is_made_again_unrecorded =
      step.checked.is_record_older || step.checked.may_have_later_reply ||
      (step.attempts.recorded == 0 && !step.replies.older.empty());
  // Where the run began only once, nobody drew one that was asked for again in the same words.
  step.checked.has_earlier_reply =
      step.replies.has_other() ||
      (!uncertain_.last_beginning().empty() && !step.replies.older.empty());
  step.checked.is_acted_on_open =
      !step.checked.acted_on &&
      (uncertain_.may_have_later_reply(number - 1) ||
       replies_.may_be_older(number - 1, uncertain_.dated(step.record())));
  memory_.keep(number, step.checked.is_record_older ? std::nullopt : step.checked.record,
               step.replies.last);
  if (memory_.needs_all_steps()) made_again_.keep(number, step.replies, step.attempts);
  replies_.keep(number, std::move(step.replies));
}
}  // namespace franz::proxy
