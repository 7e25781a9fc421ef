#include "proxy/offline/verify/turn_check.h"
#include <algorithm>
#include <set>
#include <utility>
#include "common/base/data_uri.h"
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/base/sha256.h"
#include "common/memory/differing_parts.h"
#include "common/memory/places.h"
#include "common/run/run_files.h"
#include "proxy/offline/verify/member_check.h"
#include "proxy/offline/verify/record_check.h"
#include "proxy/offline/verify/system_messages.h"
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
  int excused_from = 0;  // the recorded attempt: the turn in excuse_by_lost_reply(); 0: none
  // ---- Of the attempt at hand
  int made_again = 0;                // the first turn that was made again after it; 0: none
  bool tells_earlier_reply = false;  // to that turn, or to one after it
  bool story_came_twice = false;     // ComparedStory's

  int turn() const { return files.turn; }
  std::string request_file(int attempt) const {
    return exchange_file(files.turn, attempt, "request");
  }
  bool is_recorded(int attempt) const { return attempt == attempts.recorded; }
  bool is_acted() const { return told.in != "null"; }
  // Of an attempt that it is about; else null.
  const TurnRecord* record_of(int attempt) const {
    return attempt > 0 && is_recorded(attempt) ? &*checked.record : nullptr;
  }
  void add(Finding finding) { checked.findings.push_back(std::move(finding)); }
  void add(std::optional<Finding> finding) {
    if (finding) add(std::move(*finding));
  }
  void add(std::vector<Finding> findings) { append(checked.findings, std::move(findings)); }
};

TurnCheck::TurnCheck(std::optional<RunFile> run, FindMemory find)
    : run_(std::move(run)), requests_(run_), memory_(run_, find) {
  if (!run_) return;
  notes_.emplace(*run_);
  std::string before;
  for (const RunChange& change : run_->changes) {
    // To the second: some are told no finer.
    const std::string now = change.time.substr(0, std::string_view("2026-11-26T04:49:54").size());
    clock_went_back_ = clock_went_back_ || now < before;
    before = now;
    if (is_new_beginning(change.text)) last_beginning_ = std::max(last_beginning_, change.time);
    if (change.reply) lost_replies_.insert_or_assign(change.reply->turn, *change.reply);
  }
}

// run.json tells of a reply that the run went on from, and that came after all that are stored.
bool TurnCheck::is_reply_lost(const Step& step) const {
  const auto lost = lost_replies_.find(step.turn());
  if (lost == lost_replies_.end() || lost->second.attempt < step.attempts.last_whole) return false;
  const std::optional<Reply>& last = step.replies.last;
  return !last || reply_sha256(*last) != lost->second.sha256;
}

// Whether a FRANZ of this version wrote the record.
bool TurnCheck::wrote(int turn) const { return run_ && wrote_turn(*run_, turn); }

static std::string tools_told(const std::optional<TurnRecord>& record) {
  return record && record->memory ? record->memory->tools_sha256 : "";
}

static Finding not_compared(int turn, int attempt, const std::string& why) {
  return unchecked(turn, "attempt " + std::to_string(attempt) + " could not be compared: " + why);
}

// Why other messages than the expected ones are no change of the run; empty: they would be one, or
// there are no others.
std::string TurnCheck::why_not_expected(const Step& step, const RequestView& view,
                                        const std::vector<Message>& expected, int attempt) {
  if (step.made_again > 0 && is_formed_otherwise(expected, view, step.made_again))
    return made_again_after(step.made_again);
  // What the executor told of another attempt is not recorded: the recorded one's may not have
  // answered, or not the same reply.
  if (step.is_recorded(attempt) || !step.checked.record) return "";
  const bool is_degraded = !step.checked.record->degraded.empty();
  if (!is_degraded && !step.goes_on_from_older) return "";
  if (!is_formed_otherwise(expected, view, step.turn())) return "";
  return is_degraded ? "the turn was made again, and degraded then"
                     : "its record goes on from an earlier reply to turn " +
                           std::to_string(step.turn() - 1);
}

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
  const std::size_t before = step.checked.findings.size();
  check_messages(step, replayed, view, *api, attempt);
  excuse_by_lost_reply(step, before, attempt);
}

// What a turn of which a later reply may be lost sent, and its reply, may be others than recorded.
// `before`: where the findings of the request's messages begin.
void TurnCheck::excuse_by_lost_reply(Step& step, std::size_t before, int attempt) const {
  const auto lost = memory_.needs_all_steps() ? doubtful_.begin() : doubtful_.find(step.turn() - 1);
  if (lost == doubtful_.end()) return;
  std::vector<Finding>& found = step.checked.findings;
  const auto is_other = [](const Finding& each) {
    return each.kind == Finding::Kind::bad && each.field.find("messages") != std::string::npos;
  };
  const auto others =
      std::remove_if(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(), is_other);
  if (others == found.end()) return;
  found.erase(others, found.end());
  step.add(unchecked(step.turn(),
                     "what its request tells of other turns could not be compared: a later reply "
                     "to turn " +
                         std::to_string(*lost) + " may not have been recorded"));
  step.attempts.all[attempt].is_formed_otherwise = true;
  if (!step.is_recorded(attempt)) return;
  step.excused_from = *lost;
  // Its calls are known of the recorded reply only.
  if (doubtful_.contains(step.turn() - 1)) step.checked.acted_on.reset();
}

// Of the picture that the turn itself sent; empty: none, or none that can be read.
static std::string new_picture_sha256(const RequestView& view,
                                      const std::vector<Message>& expected) {
  if (view.messages.empty()) return "";
  const SentPart* const picture = new_parts(view, &expected).picture;
  if (picture == nullptr) return "";
  const Result<std::string> bytes = picture_bytes(picture->token);
  return bytes.ok() ? sha256_hex(bytes.value()) : "";
}

// Against the messages that the run's memory makes.
void TurnCheck::check_messages(Step& step, const ReplayedExchange& replayed,
                               const RequestView& view, const Api& api, int attempt) {
  const std::string file = step.request_file(attempt);
  const bool recorded = step.is_recorded(attempt);
  const std::vector<Message> expected =
      memory_.expected(step.turn(), step.checked.record, recorded, view);
  const std::string unknown = memory_.unknown(step.turn(), step.checked.record);
  const std::vector<CarriedReply> replies = carried_replies(expected, view);
  find_made_again(step, view, replies, attempt);
  const std::string not_expected = why_not_expected(step, view, expected, attempt);
  const bool formed_otherwise = !not_expected.empty();
  const std::vector<DifferingPart> other_roles = differing_roles(expected, view);
  // Without the expected ones no message can be told from another.
  if (!unknown.empty()) {
    step.add(unchecked(step.turn(),
                       "what its request tells of other turns could not be compared: " + unknown));
  } else if (formed_otherwise) {
    step.add(not_compared(step.turn(), attempt, not_expected));
  } else {
    for (const DifferingPart& roles : other_roles)
      step.add(differs(step.turn(), file, roles.field, roles.expected, roles.got));
  }
  if (other_roles.empty() && !formed_otherwise && unknown.empty()) {
    const std::optional<FranzTurn>& id = replayed.request->turn;
    const bool ours =
        (recorded && step.is_acted()) || (run_ && id && id->run == id_at(*run_, step.turn()));
    step.add(
        requests_.check({step.turn(), file, replayed.request_body, view, api, recorded,
                         step.is_acted(), tools_told(step.checked.record), ours, step.made_again,
                         [&](const std::string& sha256) {
                           return made_again_.was_shown_since(step.made_again, sha256);
                         }},
                        expected));
    ++step.checked.requests;
  }
  // What the record tells of the turn is another attempt's.
  if (!recorded) step.attempts.all[attempt].picture_sha256 = new_picture_sha256(view, expected);
  if (unknown.empty() && view.messages.size() == expected.size())
    for (const PartPlace place : places_of(expected, Part::Source::feedback))
      if (const auto token = sent_text(expected, view, place); token && recorded)
        step.attempts.all[attempt].sent = decode_json_string(*token);
  const bool is_open = !unknown.empty() && is_formed_otherwise(expected, view, 1);
  const CarriedReply* const story = story_in(replies, step.turn());
  for (const CarriedReply& reply : replies) {
    // Which reply the model's own memory is of, only all of them tell; and in other messages than
    // are expected no place tells what stands there.
    const bool is_certain = unknown.empty() || (reply.part.form != SentForm::glm_memory &&
                                                (reply.by_number || !is_open));
    if (reply.text && is_certain) check_reply(step, reply, &reply == story, attempt);
  }
  if (step.tells_earlier_reply)
    step.add(note(step.turn(), "a request tells of turn " + std::to_string(step.made_again) +
                                   " as it was before it was made again"));
  step.attempts.all[attempt].is_formed_otherwise = formed_otherwise || is_open;
}

// Null also where times do not tell which was made first. A clock that was put back to after the
// change in run.json before it is not noticed.
const TurnRecord* TurnCheck::dated_record_of(const Step& step, int attempt) const {
  return clock_went_back_ ? nullptr : step.record_of(attempt);
}

// A request that has the last reply to a turn, and no earlier one, was made after that.
void TurnCheck::find_made_again(Step& step, const RequestView& view,
                                const std::vector<CarriedReply>& replies, int attempt) const {
  if (view.parts_left_out > 0) return;  // no request of ours
  std::set<int> turns = made_again_.after(step.turn(), dated_record_of(step, attempt));
  if (turns.empty()) return;
  for (const CarriedReply& reply : replies)
    if (reply.text && turns.contains(reply.part.turn) &&
        memory_.steps().is_reply(reply.part, *reply.text) == true &&
        !made_again_.is_earlier_reply(reply.part, *reply.text))
      turns.erase(reply.part.turn);
  if (!turns.empty()) step.made_again = *turns.begin();
}

// A model's own memory is that of the newest reply with one: before a turn was made again it may
// have been another.
static bool may_be_of_any_reply(const CarriedReply& reply, int made_again) {
  return made_again > 0 && reply.part.form == SentForm::glm_memory;
}

static Finding memory_not_compared(int turn, int made_again) {
  return unchecked(turn, "the model's memory in its request could not be compared: " +
                             made_again_after(made_again));
}

void TurnCheck::check_older_reply(Step& step, const CarriedReply& reply,
                                  const ReplyPlace& place) const {
  std::optional<Finding> found = compare_older(place, memory_.steps(), *reply.text);
  const bool is_wrong = found && found->kind == Finding::Kind::bad;
  const bool may_differ = step.made_again > 0 && reply.part.turn >= step.made_again;
  if (is_wrong && may_differ && made_again_.is_earlier_reply(reply.part, *reply.text)) {
    step.tells_earlier_reply = true;
  } else if (is_wrong && may_be_of_any_reply(reply, step.made_again)) {
    step.add(memory_not_compared(step.turn(), step.made_again));
  } else {
    step.add(std::move(found));
  }
}

void TurnCheck::check_reply(Step& step, const CarriedReply& reply, bool is_story,
                            int attempt) const {
  const ReplyPlace place{step.turn(), reply.part, step.request_file(attempt),
                         message_field(reply.message)};
  if (reply.part.turn != step.turn() - 1) return check_older_reply(step, reply, place);
  ComparedStory story = replies_.compare_story(place, {std::string(*reply.text), reply.calls},
                                               dated_record_of(step, attempt));
  // Another part of it: what is acted on, the first one tells.
  if (!is_story) {
    if (!story.is_right && may_be_of_any_reply(reply, step.made_again))
      return step.add(memory_not_compared(step.turn(), step.made_again));
    if (!story.is_right) step.add(std::move(story.finding));
    return;
  }
  // Of a reply that is not there the request is all that tells what was called.
  const bool is_known = replies_.reply_to(step.turn() - 1).has_value();
  if (!is_known) story.acted_on.calls = reply.calls;
  // Before the first reply nothing is acted on, whatever the request says.
  if (step.turn() > 1 && (step.is_recorded(attempt) || !step.checked.acted_on)) {
    step.checked.acted_on = std::move(story.acted_on);
    step.checked.is_reshaped =
        story.is_reshaped || (!is_known && reply.part.form != SentForm::whole);
  }
  if (story.is_right) ++step.checked.stories;
  if (story.before_was_made_again) step.checked.before_was_made_again = true;
  step.story_came_twice = story.came_twice;
  if (step.is_recorded(attempt)) step.goes_on_from_older = story.before_was_made_again;
  step.add(std::move(story.finding));
}

void TurnCheck::check_attempt(Step& step, const StoredAttempt& stored) {
  const bool recorded = step.is_recorded(stored.attempt);
  const std::string file = step.request_file(stored.attempt);
  step.made_again = 0;
  step.tells_earlier_reply = step.story_came_twice = false;
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
  if (step.story_came_twice && (recorded || kept.is_whole))
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
  const bool is_excused = step.excused_from > 0;
  if (replayed.record && (step.made_again > 0 || is_excused) &&
      replayed.record->verdict == "violation") {
    // What it tells of such a turn, and of those behind it, could be judged when it passed, and no
    // more.
    KnownSteps steps = memory_.steps();
    if (step.made_again > 0) steps.forget_from(step.made_again);
    if (is_excused) steps.forget_from(step.excused_from);
    if (is_excused) story.reset();
    replayed = replay(story, steps);
  }
  kept.may_lack_parts = memory_.needs_all_steps() && !last_beginning_.empty();
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

// run.json tells that something of the turn was lost: it may have been of a later attempt, of which
// nothing else tells.
bool TurnCheck::may_have_later_reply(const Step& step) const {
  return run_ && run_->lost_turns.contains(step.turn()) && step.attempts.last_whole > 0;
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

  if (step.checked.record && step.checked.record->finish)
    finished_again_ = step.attempts.last_whole > 0;
  const std::string turn = "turn " + std::to_string(files.turn);
  const bool is_lost = is_reply_lost(step);
  if (is_lost) {
    step.replies.lose(lost_replies_.at(files.turn).sha256);
    step.add(not_recorded(files.turn));
    if (step.checked.record)
      step.add(note(files.turn, "the run went on from a later reply than its record's"));
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
  if (step.checked.is_record_older) step.replies.time = last_beginning_;
  step.checked.may_have_later_reply = !step.checked.is_record_older && may_have_later_reply(step);
  if (step.checked.may_have_later_reply) doubtful_.insert(files.turn);
  step.checked.is_made_again_unrecorded =
      step.checked.is_record_older || step.checked.may_have_later_reply ||
      (step.attempts.recorded == 0 && !step.replies.older.empty());
  // Where the run began only once, nobody drew one that was asked for again in the same words.
  step.checked.has_earlier_reply =
      step.replies.has_other() || (!last_beginning_.empty() && !step.replies.older.empty());
  step.checked.is_acted_on_open =
      !step.checked.acted_on &&
      (doubtful_.contains(files.turn - 1) ||
       replies_.may_be_older(files.turn - 1, dated_record_of(step, step.attempts.recorded)));
  memory_.keep(files.turn, step.checked.is_record_older ? std::nullopt : step.checked.record,
               step.replies.last);
  if (memory_.needs_all_steps()) made_again_.keep(files.turn, step.replies, step.attempts);
  replies_.keep(files.turn, std::move(step.replies));
  return std::move(step.checked);
}
}  // namespace franz::proxy
