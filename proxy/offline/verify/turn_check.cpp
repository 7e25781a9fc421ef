#include "proxy/offline/verify/turn_check.h"
#include <utility>
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/base/sha256.h"
#include "common/memory/differing_parts.h"
#include "common/memory/places.h"
#include "common/run/run_files.h"
#include "proxy/offline/verify/approval_check.h"
#include "proxy/offline/verify/member_check.h"
#include "proxy/offline/verify/record_check.h"
#include "proxy/offline/verify/turn_files_check.h"

namespace franz::proxy {
struct TurnCheck::Step {
  const TurnFiles& files;
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
  // Of an attempt that it is about; else null.
  const TurnRecord* record_of(int attempt) const {
    return is_recorded(attempt) ? &*checked.record : nullptr;
  }
  void add(Finding finding) { checked.findings.push_back(std::move(finding)); }
  void add(std::optional<Finding> finding) {
    if (finding) add(std::move(*finding));
  }
  void add(std::vector<Finding> findings) { append(checked.findings, std::move(findings)); }
};

TurnCheck::TurnCheck(std::optional<RunFile> run, FindMemory find)
    : run_(std::move(run)), requests_(run_), memory_(run_, find) {
  if (run_) notes_.emplace(*run_);
}

// Whether a FRANZ of this version wrote the record.
bool TurnCheck::wrote(int turn) const { return run_ && wrote_turn(*run_, turn); }

static std::string tools_told(const std::optional<TurnRecord>& record) {
  return record && record->memory ? record->memory->tools_sha256 : "";
}

// Against the messages that the run's memory makes.
void TurnCheck::check_request(Step& step, const ReplayedExchange& replayed, int attempt) {
  const std::string file = step.request_file(attempt);
  const Api* const api = find_api_at(replayed.request->target);
  if (api == nullptr) return step.add(bad(step.turn(), file, "path", "no model is asked there"));
  const Result<RequestView> read = api->read(replayed.request_body);
  if (!read.ok()) return step.add(bad(step.turn(), file, "body", read.error().message));
  const RequestView& view = read.value();
  // The server may have taken the first of two.
  for (const std::string& twice : view.duplicates)
    step.add(bad(step.turn(), file, "body", twice + ": given twice"));
  if (memory_.row() == nullptr) return;
  const bool recorded = step.is_recorded(attempt);
  const std::vector<Message> expected =
      memory_.expected(step.turn(), step.checked.record, recorded, view);
  const std::string unknown = memory_.unknown(step.turn(), step.checked.record);
  const std::vector<DifferingPart> other_roles = differing_roles(expected, view);
  if (!unknown.empty())
    step.add(unchecked(step.turn(),
                       "what its request tells of other turns could not be compared: " + unknown));
  // Without the expected ones no message can be told from another.
  // What the executor told of another attempt is not recorded: it may have answered where the
  // recorded one's did not.
  const bool told_otherwise =
      !recorded && step.checked.record && !step.checked.record->degraded.empty();
  for (const DifferingPart& roles : other_roles)
    if (unknown.empty())
      step.add(told_otherwise
                   ? unchecked(step.turn(), "attempt " + std::to_string(attempt) +
                                                " could not be compared: the turn was made again, "
                                                "and degraded then")
                   : differs(step.turn(), file, roles.field, roles.expected, roles.got));
  if (other_roles.empty() && unknown.empty()) {
    const std::optional<FranzTurn>& id = replayed.request->turn;
    const bool ours =
        (recorded && step.is_acted()) || (run_ && id && id->run == id_at(*run_, step.turn()));
    step.add(requests_.check({step.turn(), file, replayed.request_body, view, *api, recorded,
                              step.is_acted(), tools_told(step.checked.record), ours},
                             expected));
    ++step.checked.requests;
  }
  if (unknown.empty() && view.messages.size() == expected.size())
    for (const PartPlace place : places_of(expected, Part::Source::feedback))
      if (const auto token = sent_text(expected, view, place); token && recorded)
        step.attempts.all[attempt].sent = decode_json_string(*token);
  const std::vector<CarriedReply> replies = carried_replies(expected, view);
  const CarriedReply* const story = story_in(replies, step.turn());
  for (const CarriedReply& reply : replies) {
    // Which reply the model's own memory is of, only all of them tell.
    const bool is_certain = unknown.empty() || reply.part.form != SentForm::glm_memory;
    if (reply.text && is_certain) check_reply(step, reply, &reply == story, attempt);
  }
}

void TurnCheck::check_reply(Step& step, const CarriedReply& reply, bool is_story,
                            int attempt) const {
  const ReplyPlace place{step.turn(), reply.part, step.request_file(attempt),
                         message_field(reply.message)};
  if (reply.part.turn != step.turn() - 1)
    return step.add(compare_older(place, memory_.steps(), *reply.text));
  ComparedStory story =
      replies_.compare_story(place, std::string(*reply.text), step.record_of(attempt));
  // Another part of it: what is acted on, the first one tells.
  if (!is_story) {
    if (!story.is_right) step.add(std::move(story.finding));
    return;
  }
  // Of a reply that is not there the request is all that tells what was called.
  const bool is_known = replies_.reply_to(step.turn() - 1).has_value();
  if (!is_known) story.acted_on.calls = reply.calls;
  // Before the first reply nothing is acted on, whatever the request says.
  if (step.turn() > 1 && (step.is_recorded(attempt) || !step.checked.acted_on)) {
    step.checked.acted_on = std::move(story.acted_on);
    step.checked.is_reshaped = !is_known && reply.part.form != SentForm::whole;
  }
  if (story.is_right) ++step.checked.stories;
  if (story.before_was_made_again) step.checked.before_was_made_again = true;
  if (step.is_recorded(attempt)) step.goes_on_from_older = story.before_was_made_again;
  step.add(std::move(story.finding));
}

void TurnCheck::check_attempt(Step& step, const StoredAttempt& stored) {
  const bool recorded = step.is_recorded(stored.attempt);
  const std::string file = step.request_file(stored.attempt);
  CheckedAttempt& kept = step.attempts.all[stored.attempt];
  kept.has_request = stored.request.has_value();
  kept.has_response = stored.response.has_value();
  if (!stored.request) return step.add(unchecked(step.turn(), file + " is missing"));
  const auto replay = [&](const std::optional<Reply>& reply) {
    return replay_exchange(stored, step.turn(), step.told, {memory_.row(), reply, memory_.steps()});
  };
  ReplayedExchange replayed = replay(reply_to(step.turn() - 1));
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
  check_request(step, replayed, stored.attempt);
  if (replayed.record && replayed.record->response->text != "null") {
    kept.is_whole = true;
    step.attempts.last_whole = stored.attempt;
    // A key that came in pieces is masked in the record only, and in the request that carries it
    // on.
    const RecordedReply& made = *replayed.record->response;
    const auto& known = step.checked.record;
    const bool masked =
        recorded && known->response && is_masked_form(made.text.str(), known->response->text.str());
    step.replies.add({masked ? known->response->text.str() : made.text.str(), made.calls});
  }
  if (replayed.picture != nullptr) kept.picture_sha256 = sha256_hex(*replayed.picture);
  if (!recorded) return;
  if (replayed.record && step.goes_on_from_older) replayed = replay(step.checked.acted_on);
  kept.has_turn_header = replayed.has_turn_header;
  kept.record = std::move(replayed.record);
  kept.picture = std::move(replayed.picture);
}

void TurnCheck::read_record(Step& step) {
  if (!step.files.record) return;
  const std::string file = record_file(step.turn());
  Result<TurnRecord> read = parse_turn_record(*step.files.record);
  if (!read.ok()) return step.add(bad(step.turn(), file, "", read.error().message));
  const TurnRecord& record = step.checked.record.emplace(std::move(read).value());
  step.told = {record.executor_in, record.executor_out, record.degraded,
               record.note,        record.memory,       record.approval};
  if (!record.finish && !record.called) step.attempts.recorded = record.attempt;
  step.replies.time = record.time;
  step.add(memory_.use(step.turn(), record, wrote(step.turn())));
  if (finished_)
    step.add(
        bad(step.turn(), file, "", "the run finished with turn " + std::to_string(*finished_)));
  if (record.finish) finished_ = step.turn();
}

void TurnCheck::check_record(Step& step) const {
  const TurnRecord& record = *step.checked.record;
  const auto found = step.attempts.all.find(step.attempts.recorded);
  const CheckedAttempt attempt =
      found == step.attempts.all.end() ? CheckedAttempt{} : found->second;
  if (record.finish) {
    step.add(check_closing_files(step.files, record, step.attempts, run_));
  } else if (record.called) {
    step.add(check_called_files(step.files, record, step.attempts, run_));
  } else {
    step.add(check_turn_files(step.files, record, step.attempts));
    if (record.turn == step.turn()) step.checked.picture = attempt.picture;
  }
  step.add(check_told(record, attempt.sent));
  if (notes_) step.add(notes_->check(record));
  step.add(check_approval(step.files, record));
  step.add(check_record_members(*step.files.record, record, wrote(step.turn())));
}

CheckedTurn TurnCheck::next(const TurnFiles& files, const NextAttempt& next_attempt) {
  Step step{files};
  read_record(step);
  launched_ = launched_ || step.is_acted();
  while (const std::optional<StoredAttempt> stored = next_attempt()) check_attempt(step, *stored);
  if (step.checked.record) {
    check_record(step);
  } else if (!files.record) {
    step.add(explain_missing_record(files, step.attempts));
  }

  const std::string turn = "turn " + std::to_string(files.turn);
  if (step.replies.last) {
    step.checked.whole = true;
  } else {
    step.replies.why = step.checked.record ? "the reply to " + turn + " could not be read whole"
                                           : turn + " was not recorded";
  }
  memory_.keep(files.turn, step.checked.record, step.replies.last);
  replies_.keep(files.turn, std::move(step.replies));
  return std::move(step.checked);
}
}  // namespace franz::proxy
