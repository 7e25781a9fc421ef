#include "proxy/offline/verify/turn_check.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/base/sha256.h"
#include "common/memory/places.h"
#include "common/run/recorded_step.h"
#include "common/wire/executor_messages.h"
#include "common/wire/json_fields.h"
#include "proxy/offline/verify/member_check.h"
#include "proxy/offline/verify/record_check.h"
#include "proxy/offline/verify/request_shape.h"
#include "proxy/record/sst_check.h"

namespace franz::proxy {
struct TurnCheck::Attempt {
  bool has_request = false, has_response = false;  // files
  bool is_read = false;                            // the request is a whole HTTP message
  bool is_whole = false;                           // the reply is
  std::string picture_sha256;                      // in the request; empty: none
  // Of the recorded attempt only.
  bool has_turn_header = false;
  std::optional<TurnRecord> record;
  std::shared_ptr<const std::string> picture;
  std::optional<std::string> sent;  // the text of its last message
};

struct TurnCheck::Step {
  const TurnFiles& files;
  CheckedTurn checked = {};
  ToldTurn told = {};
  std::map<int, Attempt> attempts = {};
  int recorded_attempt = 0;  // 0: there is no record
  int last_whole = 0;        // the last attempt with a whole reply; 0: none
  KnownReply reply = {};

  int turn() const { return files.turn; }
  void add(Finding finding) { checked.findings.push_back(std::move(finding)); }
  void add(std::vector<Finding> findings) {
    for (Finding& each : findings) add(std::move(each));
  }
};

static std::string memory_name_of(const RunFile& run) {
  const std::string usual = UsedMemory{}.name;
  Result<JsonFields> settings = JsonFields::parse(run.settings);
  return settings.ok() ? settings.value().text("/agent.memory", usual) : usual;
}

static std::string no_memory(const std::string& name) {
  return "there is no memory " + quote_json(name) +
         " in this version of FRANZ: what the requests " + "hold cannot be checked";
}

std::vector<Finding> check_run_memory(const RunFile& run) {
  const std::string name = memory_name_of(run);
  if (find_memory(name) != nullptr) return {};
  return {bad(0, kRunFile, "settings.agent.memory", no_memory(name))};
}

TurnCheck::TurnCheck(std::optional<RunFile> run, FindMemory find)
    : run_(std::move(run)), members_(run_.value_or(RunFile{})), find_(find) {
  if (run_) used_.name = memory_name_of(*run_);
  memory_ = find_(used_.name);
  if (!run_) return;
  system_.emplace(*run_);
  notes_.emplace(*run_);
}

std::optional<Reply> TurnCheck::reply_to(int turn) const {
  const auto found = replies_.find(turn);
  return found == replies_.end() ? std::nullopt : found->second.reply;
}

const TurnCheck::KnownReply* TurnCheck::reply_before(int turn) const {
  const auto found = replies_.find(turn - 1);
  return found == replies_.end() ? nullptr : &found->second;
}

// A proxy that goes on with the run may serve another client (--no-launch).
static bool is_first_after_resume(const std::optional<RunFile>& run, int turn) {
  const std::string text = "resumed after turn " + std::to_string(turn - 1);
  return run && std::any_of(run->changes.begin(), run->changes.end(),
                            [&](const RunChange& change) { return change.text == text; });
}

// X-Franz-Turn: RUN/TURN/ATTEMPT. The attempt is counted anew by each process, so the file's may be
// higher.
void TurnCheck::check_id(Step& step, const ReplayedExchange& replayed, int attempt) {
  const std::optional<FranzTurn>& given = replayed.request->turn;
  const std::string file = exchange_file(step.turn(), attempt, "request");
  std::string expected = run_ ? std::string(id_at(*run_, step.turn())) : adopted_;
  // A client of somebody else's (--no-launch) may have an id of its own, or none.
  if (!launched_ && given && given->run != expected) {
    if (adopted_.empty() || is_first_after_resume(run_, step.turn())) adopted_ = given->run;
    expected = adopted_;
  }
  if (!launched_ && !replayed.has_turn_header) return;
  if (given && expected.empty()) expected = adopted_ = given->run;
  const bool right =
      given && given->run == expected && given->turn == step.turn() && given->attempt <= attempt;
  if (right) return;
  const std::string turn = std::to_string(step.turn()) + "/";
  step.add(differs(
      step.turn(), file, "X-Franz-Turn", expected + "/" + turn + std::to_string(attempt),
      given ? given->run + "/" + std::to_string(given->turn) + "/" + std::to_string(given->attempt)
      : replayed.has_turn_header ? "something else"
                                 : "none"));
}

static std::string field_of(std::size_t message) {
  return "messages[" + std::to_string(message) + "]";
}

// Of an attempt that our orchestrator made: its messages are exactly known.
void TurnCheck::check_ours(Step& step, const RequestView& view,
                           const std::vector<Message>& expected, const ReplayedExchange& replayed,
                           const Api& api, int attempt) {
  const std::string file = exchange_file(step.turn(), attempt, "request");
  const bool recorded = attempt == step.recorded_attempt;
  const bool acted = step.told.in != "null";
  step.add(check_request_shape({step.turn(), file, replayed.request_body, api, recorded && acted},
                               expected, members_));
  if (!system_) return;
  for (const PartPlace place : places_of(expected, Part::Source::system))
    if (const auto token = sent_text(expected, view, place))
      step.add(system_->check(step.turn(), file, field_of(place.message),
                              sha256_hex(decode_json_string(*token)), recorded, acted));
}

// How many texts and pictures each message has, and what stands in them of the memory's own.
void TurnCheck::check_messages(Step& step, const RequestView& view,
                               const std::vector<Message>& expected, int attempt) const {
  const std::string file = exchange_file(step.turn(), attempt, "request");
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string field = field_of(i);
    const std::size_t texts = count_texts(expected[i]), sent = view.messages[i].texts;
    if (sent != texts)
      step.add(differs(step.turn(), file, field,
                       texts == 1 ? "one text" : std::to_string(texts) + " texts",
                       std::to_string(sent) + " texts"));
    if (view.messages[i].picture && count_parts(expected[i], Part::Kind::picture) == 0)
      step.add(differs(step.turn(), file, field, "no picture", "a picture"));
  }
  // What it says itself may be about anything that the record tells, of this turn or those before.
  if (attempt != step.recorded_attempt) return;
  for (const PartPlace place : places_of(expected, Part::Source::own)) {
    const auto token = sent_text(expected, view, place);
    const std::string& own = expected[place.message].parts[place.part].token;
    if (token && *token != own)
      step.add(differs(step.turn(), file, field_of(place.message), own, *token));
  }
}

static std::string roles_of(const auto& messages) {
  std::string roles;
  for (const auto& message : messages) roles += (roles.empty() ? "" : ", ") + message.role;
  return roles;
}

std::vector<Message> TurnCheck::expected_of(const Step& step) const {
  Now now;
  now.objective = used_.objective;
  now.turns_left = used_.turns_left;
  if (const auto& record = step.checked.record) {
    if (Result<franz::Step> told = recorded_step(*record); told.ok()) {
      franz::Step& known = told.value();
      now.feedback = std::move(known.feedback);
      now.items = std::move(known.items);
      now.answers = std::move(known.answers);
      now.note = std::move(known.note);
      now.picture = std::move(known.picture);
    }
    const Result<ExecutorRequest> in = executor_request_with(record->executor_in, std::nullopt);
    if (in.ok()) now.facts = {in.value().options.picture, in.value().options.overlays};
  }
  return expected_messages(*memory_, step.turn(), steps_, std::move(now), used_.options);
}

// What the record tells of the memory is in force from its turn on.
void TurnCheck::use_memory(Step& step) {
  const TurnRecord& record = *step.checked.record;
  if (record.memory) {
    used_ = *record.memory;
    memory_ = find_(used_.name);
    if (memory_ == nullptr)
      step.add(bad(step.turn(), record_file(step.turn()), "memory.name", no_memory(used_.name)));
  } else if (!record.finish && record.executor_out != "null" && run_ &&
             wrote_turn(*run_, step.turn())) {
    step.add(bad(step.turn(), record_file(step.turn()), "memory", "it is missing"));
  }
}

// The file holds the last picture that was written. It is the record's own, or that of an attempt
// with a whole reply: an earlier one, if the recorded request had none; a later one, if a kill came
// between its picture and its record.
static void check_picture_file(const TurnRecord& record, const std::string& expected_sha256,
                               const std::map<int, std::string>& of_other_attempts,
                               const TurnFiles& files, std::vector<Finding>& findings) {
  const std::string name = picture_file(files.turn);
  if (!files.picture) {
    if (!expected_sha256.empty()) findings.push_back(unchecked(files.turn, name + " is missing"));
    return;
  }
  const std::string sha256 = sha256_hex(*files.picture);
  if (sha256 == expected_sha256) return;
  for (const auto& [attempt, picture] : of_other_attempts) {
    const bool may_be_left =
        expected_sha256.empty() ? attempt < record.attempt : attempt > record.attempt;
    if (!may_be_left || picture != sha256) continue;
    findings.push_back(note(files.turn, name + " is that of attempt " + std::to_string(attempt) +
                                            ", the record is about attempt " +
                                            std::to_string(record.attempt)));
    return;
  }
  findings.push_back(expected_sha256.empty()
                         ? bad(files.turn, name, "", "the request had no picture: it was added")
                         : differs(files.turn, name,
                                   "sha256 of the picture that " +
                                       exchange_file(files.turn, record.attempt, "request") +
                                       " holds",
                                   expected_sha256, sha256));
}

// Of a turn that the run finished with: no reply came in it, and no turn comes behind it.
void TurnCheck::check_closing(Step& step) {
  const TurnRecord& record = *step.checked.record;
  const std::string file = record_file(step.turn());
  if (step.last_whole > 0)
    // Killed before the state told it, the turn was made again, and by then the run was over.
    step.add(note(step.turn(), "attempt " + std::to_string(step.last_whole) +
                                   " has a whole reply, which the run was finished without"));
  const bool kept = record.picture && !record.picture->file.empty();
  check_picture_file(record, kept ? record.picture->sha256 : "", {}, step.files,
                     step.checked.findings);
  Result<JsonFields> out = JsonFields::parse(record.executor_out);
  const bool said_done = out.ok() && out.value().is_text("/done");
  const bool is_done = record.finish->reason == FinishReason::done;
  if (is_done && !said_done && record.degraded.empty())
    step.add(bad(step.turn(), file, "finished", "the model did not say that it has finished"));
  if (run_ && run_->finish && !(*run_->finish == *record.finish))
    step.add(
        differs(step.turn(), file, "finished", to_json(*run_->finish), to_json(*record.finish)));
}

void TurnCheck::keep_step(const Step& step) {
  if (!step.checked.record) return;
  Result<franz::Step> told = recorded_step(*step.checked.record);
  if (!told.ok()) return;
  told.value().reply = Reply{};
  steps_[step.turn()] = std::move(told).value();
}

// Against the messages that the run's memory makes.
void TurnCheck::check_request(Step& step, const ReplayedExchange& replayed, int attempt) {
  const std::string file = exchange_file(step.turn(), attempt, "request");
  const Api* const api = find_api_at(replayed.request->target);
  if (api == nullptr) return step.add(bad(step.turn(), file, "path", "no model is asked there"));
  const Result<RequestView> read = api->read(replayed.request_body);
  if (!read.ok()) return step.add(bad(step.turn(), file, "body", read.error().message));
  const RequestView& view = read.value();
  // The server may have taken the first of two.
  for (const std::string& twice : view.duplicates)
    step.add(bad(step.turn(), file, "body", twice + ": given twice"));
  if (memory_ == nullptr) return;
  const std::vector<Message> expected = expected_of(step);
  if (const std::string roles = roles_of(view.messages); roles != roles_of(expected)) {
    step.add(differs(step.turn(), file, "messages", roles_of(expected), roles));
  } else {
    check_messages(step, view, expected, attempt);
    ++step.checked.requests;
    const std::optional<FranzTurn>& id = replayed.request->turn;
    const bool told = attempt == step.recorded_attempt && step.told.in != "null";
    if (told || (run_ && id && id->run == id_at(*run_, step.turn())))
      check_ours(step, view, expected, replayed, *api, attempt);
  }
  if (view.messages.size() != expected.size()) return;
  for (const PartPlace place : places_of(expected, Part::Source::feedback))
    if (const auto token = sent_text(expected, view, place);
        token && attempt == step.recorded_attempt)
      step.attempts[attempt].sent = decode_json_string(*token);
  for (const PartPlace place : places_of(expected, Part::Source::reply))
    if (const auto token = sent_text(expected, view, place))
      check_reply(step, place.message, expected[place.message].parts[place.part].turn, *token,
                  attempt);
}

void TurnCheck::check_reply(Step& step, std::size_t message, int turn, std::string_view token,
                            int attempt) const {
  if (turn == step.turn() - 1) return check_story(step, message, std::string(token), attempt);
  const auto known = older_sha256_.find(turn);
  const std::string reply = "the reply to turn " + std::to_string(turn);
  if (known == older_sha256_.end()) {
    step.add(unchecked(step.turn(), reply + " could not be compared"));
  } else if (known->second != sha256_hex(token)) {
    step.add(bad(step.turn(), exchange_file(step.turn(), attempt, "request"), field_of(message),
                 "it is not " + reply));
  }
}

// Whether the story is the reply to an attempt at the turn before that was made again later. After
// a full disk a run goes on from an older state than its records, and makes turns again that it
// has.
const TurnCheck::OlderReply* TurnCheck::older_reply(const Step& step, const std::string& story,
                                                    int attempt) const {
  const KnownReply* const before = reply_before(step.turn());
  if (before == nullptr || before->older.empty()) return nullptr;
  if (before->reply && before->reply->text == story) return nullptr;
  const std::string sha256 = sha256_hex(story);
  const auto older = std::ranges::find_if(
      before->older, [&](const auto& each) { return each.second.sha256 == sha256; });
  if (older == before->older.end()) return nullptr;
  // The recorded attempt is the last of its turn, so it came before the turn that was made again.
  const bool is_older = attempt != step.recorded_attempt ||
                        (!before->time.empty() && before->time > step.checked.record->time);
  return is_older ? &older->second : nullptr;
}

void TurnCheck::check_story(Step& step, std::size_t message, const std::string& story,
                            int attempt) const {
  const KnownReply* const before = reply_before(step.turn());
  const OlderReply* const older = older_reply(step, story, attempt);
  // Before the first reply nothing is acted on, whatever the request says.
  if (step.turn() > 1 && (attempt == step.recorded_attempt || !step.checked.acted_on)) {
    step.checked.acted_on = Reply{story, {}};
    if (older != nullptr) {
      step.checked.acted_on->calls = older->calls;
    } else if (before != nullptr && before->reply) {
      step.checked.acted_on->calls = before->reply->calls;
    }
  }
  if (older != nullptr) {
    step.checked.before_was_made_again = true;
    step.add(note(step.turn(), "goes on from an earlier reply to turn " +
                                   std::to_string(step.turn() - 1) + ", which was made again"));
    ++step.checked.stories;
    return;
  }
  SstCase the_case;
  the_case.turn = step.turn();
  the_case.story = story;
  if (before != nullptr) {
    if (before->reply) the_case.reply = before->reply->text;
    the_case.why_no_reply = before->why;
  }
  const SstResult result = check_sst(the_case);
  switch (result.verdict) {
    case SstVerdict::ok:
    case SstVerdict::first: ++step.checked.stories; break;
    case SstVerdict::violation:
      step.add(bad(step.turn(), exchange_file(step.turn(), attempt, "request"), field_of(message),
                   result.detail));
      break;
    case SstVerdict::unverifiable:
      step.add(unchecked(step.turn(), "the story could not be compared: " + result.detail));
      break;
    case SstVerdict::not_applicable: break;
  }
}

void TurnCheck::keep_reply(Step& step, int attempt, Reply reply) {
  if (auto& last = step.reply.reply)
    step.reply.older[step.last_whole] = {sha256_hex(last->text), std::move(last->calls)};
  step.reply.reply = std::move(reply);
  step.last_whole = attempt;
}

void TurnCheck::check_attempt(Step& step, const StoredAttempt& stored) {
  const bool recorded = stored.attempt == step.recorded_attempt;
  const std::string file = exchange_file(step.turn(), stored.attempt, "request");
  Attempt& kept = step.attempts[stored.attempt];
  kept.has_request = stored.request.has_value();
  kept.has_response = stored.response.has_value();
  if (!stored.request) return step.add(unchecked(step.turn(), file + " is missing"));
  const auto replay = [&](const std::optional<std::string>& reply) {
    return replay_exchange(stored, step.turn(), step.told, {memory_, reply, older_sha256_});
  };
  const std::optional<Reply> before = reply_to(step.turn() - 1);
  ReplayedExchange replayed = replay(before ? std::optional(before->text) : std::nullopt);
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
  check_id(step, replayed, stored.attempt);
  check_request(step, replayed, stored.attempt);
  if (replayed.record && replayed.record->response->text != "null") {
    kept.is_whole = true;
    // A key that came in pieces is masked in the record only, and in the request that carries it
    // on.
    const RecordedReply& made = *replayed.record->response;
    const auto& known = step.checked.record;
    const bool masked =
        recorded && known->response && is_masked_form(made.text.str(), known->response->text.str());
    keep_reply(step, stored.attempt,
               {masked ? known->response->text.str() : made.text.str(), made.calls});
  }
  if (replayed.picture != nullptr) kept.picture_sha256 = sha256_hex(*replayed.picture);
  if (!recorded) return;
  if (replayed.record && older_reply(step, replayed.record->story, stored.attempt) != nullptr)
    replayed = replay(replayed.record->story);
  kept.has_turn_header = replayed.has_turn_header;
  kept.record = std::move(replayed.record);
  kept.picture = std::move(replayed.picture);
}

void TurnCheck::check_record(Step& step) const {
  const TurnRecord& record = *step.checked.record;
  const std::string file = record_file(step.turn());
  if (record.turn != step.turn())
    return step.add(differs(step.turn(), file, "turn", std::to_string(step.turn()),
                            std::to_string(record.turn)));
  std::map<int, std::string> other_pictures;
  for (const auto& [number, attempt] : step.attempts)
    if (attempt.is_whole && number != record.attempt)
      other_pictures[number] = attempt.picture_sha256;
  const auto found = step.attempts.find(record.attempt);
  const bool has_request = found != step.attempts.end() && found->second.has_request;
  const bool has_response = found != step.attempts.end() && found->second.has_response;
  const auto missing = [&](const char* side) {
    step.add(unchecked(step.turn(), exchange_file(step.turn(), record.attempt, side) +
                                        " is missing, but the record is about it"));
  };
  // Said already, for a request whose reply is there.
  if (!has_request && !has_response) missing("request");
  if (!has_response) missing("response");
  if (!has_request) {
    const bool kept = record.picture && !record.picture->file.empty();
    return check_picture_file(record, kept ? record.picture->sha256 : "", other_pictures,
                              step.files, step.checked.findings);
  }
  const Attempt& attempt = found->second;
  if (!attempt.is_read) return;  // said already
  step.checked.picture = attempt.picture;
  if (!has_response) {
    // Said above.
  } else if (attempt.record) {
    step.add(compare_records(*attempt.record, record, !attempt.has_turn_header));
  } else if (record.response->text == "null") {
    step.add(unchecked(step.turn(), "the reply could not be read when it came"));
  } else {
    step.add(bad(step.turn(), exchange_file(step.turn(), record.attempt, "response"), "",
                 "it is not a whole reply, but the record has one"));
  }
  check_picture_file(record, attempt.picture_sha256, other_pictures, step.files,
                     step.checked.findings);
  if (step.last_whole > record.attempt)
    step.add(note(step.turn(), "attempt " + std::to_string(step.last_whole) +
                                   " has a whole reply, and was not recorded"));
}

void TurnCheck::explain_missing_record(Step& step) const {
  const TurnFiles& files = step.files;
  if (step.last_whole > 0 || !files.last) {
    step.add(not_recorded(step.turn()));
  } else if (!step.attempts.empty()) {
    step.add(note(step.turn(), files.ended ? "incomplete (stopped before the reply was whole)"
                                           : "incomplete (killed before the reply was whole)"));
  }
  if (!files.picture) return;
  const std::string sha256 = sha256_hex(*files.picture);
  bool all_requests = !step.attempts.empty();
  for (const auto& [number, attempt] : step.attempts) {
    if (attempt.picture_sha256 == sha256) return;
    all_requests = all_requests && attempt.has_request;
  }
  const std::string name = picture_file(step.turn());
  step.add(all_requests
               ? bad(step.turn(), name, "", "no request of this turn holds it")
               : unchecked(step.turn(), name + " could not be compared: its request is missing"));
}

CheckedTurn TurnCheck::next(const TurnFiles& files, const NextAttempt& next_attempt) {
  Step step{files};
  if (files.record) {
    Result<TurnRecord> record = parse_turn_record(*files.record);
    if (record.ok()) {
      step.checked.record = std::move(record).value();
    } else {
      step.add(bad(files.turn, record_file(files.turn), "", record.error().message));
    }
  }
  if (const auto& record = step.checked.record) {
    step.told = {record->executor_in, record->executor_out, record->degraded, record->note,
                 record->memory};
    if (!record->finish) step.recorded_attempt = record->attempt;
    step.reply.time = record->time;
    use_memory(step);
    if (finished_)
      step.add(bad(files.turn, record_file(files.turn), "",
                   "the run finished with turn " + std::to_string(*finished_)));
    if (record->finish) finished_ = files.turn;
  }
  launched_ = launched_ || step.told.in != "null";
  while (const std::optional<StoredAttempt> stored = next_attempt()) check_attempt(step, *stored);

  if (step.checked.record) {
    step.checked.record->finish ? check_closing(step) : check_record(step);
    step.add(check_told(*step.checked.record, step.attempts[step.recorded_attempt].sent));
    if (notes_) step.add(notes_->check(*step.checked.record));
    step.add(check_record_members(*files.record, *step.checked.record,
                                  run_ && wrote_turn(*run_, files.turn)));
  } else if (!files.record) {
    explain_missing_record(step);
  }

  const std::string turn = "turn " + std::to_string(files.turn);
  if (step.last_whole > 0) {
    step.checked.whole = true;
  } else {
    step.reply.why = step.checked.record ? "the reply to " + turn + " could not be read whole"
                                         : turn + " was not recorded";
  }
  replies_.erase(replies_.begin(), replies_.lower_bound(files.turn - 1));
  if (memory_ != nullptr && memory_->need == Need::all_steps) {
    if (step.reply.reply) older_sha256_[files.turn] = sha256_hex(step.reply.reply->text);
    keep_step(step);
  }
  replies_[files.turn] = std::move(step.reply);
  return std::move(step.checked);
}
}  // namespace franz::proxy
