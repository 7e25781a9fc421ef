#include "proxy/verify/turn_check.h"
#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/wire/json_fields.h"
#include "common/wire/raw_json.h"
#include "proxy/log/sst_check.h"

namespace franz::proxy {
struct TurnCheck::Step {
  const TurnFiles& files;
  CheckedTurn checked = {};
  ToldByLoop told = {};
  std::map<int, RemadeAttempt> remade = {};  // by attempt
  int last_whole = 0;                        // the last attempt with a whole reply; 0: none

  int turn() const { return files.turn; }
  void add(Finding finding) { checked.findings.push_back(std::move(finding)); }
};

static bool keeps_sst(const std::optional<RunFile>& run) {
  if (!run) return true;
  Result<JsonFields> settings = JsonFields::parse(run->settings);
  return !settings.ok() || settings.value().text("/agent.memory", "sst") == "sst";
}

TurnCheck::TurnCheck(std::optional<RunFile> run)
    : run_(std::move(run)), sst_memory_(keeps_sst(run_)) {}

std::optional<std::string> TurnCheck::reply_to(int turn) const {
  const auto found = replies_.find(turn);
  return found == replies_.end() ? std::nullopt : found->second.token;
}

// A proxy that goes on with the run may serve another client (--no-launch).
static bool is_first_after_resume(const std::optional<RunFile>& run, int turn) {
  const std::string text = "resumed after turn " + std::to_string(turn - 1);
  return run && std::any_of(run->changes.begin(), run->changes.end(),
                            [&](const RunChange& change) { return change.text == text; });
}

// X-Franz-Turn: RUN/TURN/ATTEMPT. The attempt is counted anew by each process, so the file's may be
// higher.
void TurnCheck::check_id(Step& step, const RemadeAttempt& remade, int attempt) {
  const std::optional<FranzTurn>& given = remade.request->turn;
  const std::string file = exchange_file(step.turn(), attempt, "request");
  std::string expected = run_ ? std::string(id_at(*run_, step.turn())) : adopted_;
  // A client of somebody else's (--no-launch) may have an id of its own, or none.
  if (!launched_ && given && given->run != expected) {
    if (adopted_.empty() || is_first_after_resume(run_, step.turn())) adopted_ = given->run;
    expected = adopted_;
  }
  if (!launched_ && !remade.has_turn_header) return;
  if (given && expected.empty()) expected = adopted_ = given->run;
  const bool right =
      given && given->run == expected && given->turn == step.turn() && given->attempt <= attempt;
  if (right) return;
  const std::string turn = std::to_string(step.turn()) + "/";
  step.add(differs(
      step.turn(), file, "X-Franz-Turn", expected + "/" + turn + std::to_string(attempt),
      given ? given->run + "/" + std::to_string(given->turn) + "/" + std::to_string(given->attempt)
      : remade.has_turn_header ? "something else"
                               : "none"));
}

// [system, story, feedback + picture]
void TurnCheck::check_shape(Step& step, const RemadeAttempt& remade, int attempt) const {
  const std::string file = exchange_file(step.turn(), attempt, "request");
  const Result<ChatRequestView> read = read_chat_request(remade.request->body);
  if (!read.ok()) {
    step.add(bad(step.turn(), file, "body", read.error().message));
    return;
  }
  if (!sst_memory_) return;
  const std::vector<ChatRequestView::Message>& messages = read.value().messages;
  std::string roles;
  for (const ChatRequestView::Message& message : messages)
    roles += (roles.empty() ? "" : ", ") + message.role;
  constexpr std::string_view kRoles = "system, user, user";
  if (roles != kRoles) {
    step.add(differs(step.turn(), file, "messages", kRoles, roles));
    return;
  }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string field = "messages[" + std::to_string(i) + "]";
    if (messages[i].texts != 1)
      step.add(differs(step.turn(), file, field, "one text",
                       std::to_string(messages[i].texts) + " texts"));
    if (i < 2 && messages[i].picture)
      step.add(differs(step.turn(), file, field, "no picture", "a picture"));
  }
  ++step.checked.requests;
}

void TurnCheck::check_story(Step& step, const RemadeAttempt& remade, int attempt) const {
  const Result<ChatRequestView> read = read_chat_request(remade.request->body);
  if (!read.ok() || read.value().messages.size() != 3 || !read.value().messages[1].text) return;
  const std::string story(*read.value().messages[1].text);
  step.checked.story = story;
  SstCase the_case;
  the_case.sst_memory = sst_memory_;
  the_case.turn = step.turn();
  the_case.story = story;
  const auto before = replies_.find(step.turn() - 1);
  if (before != replies_.end()) {
    if (before->second.token) the_case.reply = *before->second.token;
    the_case.why_no_reply = before->second.why;
  }
  const SstResult result = check_sst(the_case);
  switch (result.verdict) {
    case SstVerdict::ok:
    case SstVerdict::first: ++step.checked.stories; break;
    case SstVerdict::violation:
      step.add(bad(step.turn(), exchange_file(step.turn(), attempt, "request"), "messages[1]",
                   result.detail));
      break;
    case SstVerdict::unverifiable:
      step.add(note(step.turn(), "the story could not be compared: " + result.detail));
      break;
    case SstVerdict::not_applicable: break;
  }
}

void TurnCheck::check_attempt(Step& step, const StoredAttempt& stored) {
  const auto before = replies_.find(step.turn() - 1);
  const std::optional<std::string> reply =
      before == replies_.end() ? std::nullopt : before->second.token;
  RemadeAttempt& remade = step.remade[stored.attempt];
  remade = remake_attempt(stored, step.turn(), step.told, reply, sst_memory_);
  const std::string file = exchange_file(step.turn(), stored.attempt, "request");
  if (remade.request == nullptr) {
    // A body over the observer's limit was not kept: the record says so by having no story.
    const bool too_large = stored.request && step.checked.record &&
                           step.checked.record->story == "null" &&
                           step.checked.record->attempt == stored.attempt;
    step.add(too_large ? note(step.turn(), "the request was not kept: it was too large")
                       : bad(step.turn(), file, "", remade.request_trouble));
    return;
  }
  if (!remade.request_trouble.empty()) step.add(bad(step.turn(), file, "", remade.request_trouble));
  if (!remade.response_trouble.empty())
    step.add(bad(step.turn(), exchange_file(step.turn(), stored.attempt, "response"), "",
                 remade.response_trouble));
  check_id(step, remade, stored.attempt);
  check_shape(step, remade, stored.attempt);
  check_story(step, remade, stored.attempt);
  if (remade.record && remade.record->response->text != "null") step.last_whole = stored.attempt;
}

namespace {
std::string shown(const std::optional<double>& number) {
  return number ? json_number(*number) : "null";
}
std::string shown(const std::optional<std::string>& text) {
  return text ? quote_json(*text) : "null";
}
std::string shown(std::size_t number) { return std::to_string(number); }

// What a record keeps of the exchange: all of it can be made again from the stored bytes.
struct RecordField {
  const char* name;
  std::function<std::string(const TurnRecord&)> value;
};
const RecordedPicture& picture_of(const TurnRecord& record) {
  static const RecordedPicture kNone;
  return record.picture ? *record.picture : kNone;
}
const std::vector<RecordField>& record_fields() {
  using R = const TurnRecord&;
  static const std::vector<RecordField> kFields = {
      {"sst.text", [](R r) { return r.story; }},
      {"feedback", [](R r) { return r.feedback; }},
      {"response.text", [](R r) { return r.response->text; }},
      {"response.reasoning", [](R r) { return r.response->reasoning; }},
      {"response.finish_reason", [](R r) { return shown(r.response->finish_reason); }},
      {"response.status", [](R r) { return std::to_string(r.response->status); }},
      {"response.usage",
       [](R r) {
         if (!r.response->usage) return std::string("null");
         const TokenUsage& usage = *r.response->usage;
         return std::to_string(usage.prompt_tokens) + " + " +
                std::to_string(usage.completion_tokens) + " = " +
                std::to_string(usage.total_tokens);
       }},
      {"request.model", [](R r) { return quote_json(r.model); }},
      {"request.temperature", [](R r) { return shown(r.temperature); }},
      {"request.top_p", [](R r) { return shown(r.top_p); }},
      {"request.max_tokens",
       [](R r) { return r.max_tokens ? std::to_string(*r.max_tokens) : std::string("null"); }},
      {"request.messages", [](R r) { return shown(r.messages); }},
      {"request.bytes", [](R r) { return shown(r.request_bytes); }},
      {"request.sha256", [](R r) { return r.request_sha256; }},
      {"image.file", [](R r) { return picture_of(r).file; }},
      {"image.bytes", [](R r) { return shown(picture_of(r).bytes); }},
      {"image.sha256", [](R r) { return picture_of(r).sha256; }},
      {"image.width", [](R r) { return std::to_string(picture_of(r).width); }},
      {"image.height", [](R r) { return std::to_string(picture_of(r).height); }},
  };
  return kFields;
}

// The verdict is judged anew. A proxy that was started again did not know what the stored bytes
// tell today: then it said that it could not judge, and that is no error.
void compare_verdicts(const TurnRecord& made, const TurnRecord& recorded, const std::string& file,
                      bool by_order, std::vector<Finding>& findings) {
  if (made.verdict != recorded.verdict) {
    // TurnLog::judge(): an attempt before it was cut, and the client may have gone on with its
    // part.
    const bool after_cut = by_order && recorded.attempt > 1 && made.verdict == "violation";
    if (recorded.verdict == "unverifiable" && after_cut) {
      findings.push_back(
          note(recorded.turn, "a client without ids cut the attempt before: no verdict"));
    } else if (recorded.verdict == "unverifiable" && made.verdict == "ok") {
      findings.push_back(
          note(recorded.turn, "the verdict was unverifiable; by the stored bytes it is ok"));
    } else if (made.verdict != "unverifiable" || recorded.verdict != "ok") {
      findings.push_back(
          differs(recorded.turn, file, "sst.verdict", made.verdict, recorded.verdict));
    } else {
      findings.push_back(note(recorded.turn, "the verdict ok could not be judged again"));
    }
  } else if (made.verdict != "unverifiable" && made.detail != recorded.detail) {
    findings.push_back(differs(recorded.turn, file, "sst.detail", made.detail, recorded.detail));
  }
}
}  // namespace

static void check_picture(const TurnRecord& record, const RemadeAttempt& remade,
                          const TurnFiles& files, std::vector<Finding>& findings) {
  const std::string name = picture_file(files.turn);
  if (remade.picture == nullptr) {
    if (files.picture)
      findings.push_back(bad(files.turn, name, "", "the request had no picture: it was added"));
    return;
  }
  if (!files.picture) {
    findings.push_back(bad(files.turn, name, "", "it is missing"));
  } else if (*files.picture != *remade.picture) {
    findings.push_back(differs(files.turn, name,
                               "sha256 of the picture that " +
                                   exchange_file(files.turn, record.attempt, "request") + " holds",
                               sha256_hex(*remade.picture), sha256_hex(*files.picture)));
  }
}

void TurnCheck::check_record(Step& step) const {
  const TurnRecord& record = *step.checked.record;
  const std::string file = record_file(step.turn());
  if (record.turn != step.turn()) {
    step.add(differs(step.turn(), file, "turn", std::to_string(step.turn()),
                     std::to_string(record.turn)));
    return;
  }
  const auto found = step.remade.find(record.attempt);
  const auto missing = [&](const char* side) {
    step.add(bad(step.turn(), exchange_file(step.turn(), record.attempt, side), "",
                 "the record is about it, but it is missing"));
  };
  if (found == step.remade.end()) return missing("request");
  const RemadeAttempt& remade = found->second;
  if (remade.request == nullptr) return;  // said already
  const auto stored = std::find_if(step.files.attempts.begin(), step.files.attempts.end(),
                                   [&](const auto& a) { return a.attempt == record.attempt; });
  if (!stored->response) return missing("response");
  if (!remade.record && record.response->text == "null") {
    step.add(note(step.turn(), "the reply could not be read when it came; it is not compared"));
    return check_picture(record, remade, step.files, step.checked.findings);
  }
  if (!remade.record) {
    step.add(bad(step.turn(), exchange_file(step.turn(), record.attempt, "response"), "",
                 "it is not a whole reply, but the record has one"));
    return;
  }
  const TurnRecord& made = *remade.record;
  for (const RecordField& field : record_fields()) {
    const std::string expected = field.value(made), got = field.value(record);
    if (expected != got) step.add(differs(step.turn(), file, field.name, expected, got));
  }
  compare_verdicts(made, record, file, !remade.has_turn_header, step.checked.findings);
  check_picture(record, remade, step.files, step.checked.findings);
  if (step.last_whole > record.attempt)
    step.add(note(step.turn(), "attempt " + std::to_string(step.last_whole) +
                                   " has a whole reply, and was not recorded"));
}

// What was executed is told by the loop alone; its feedback must be what the request carried.
static void check_feedback(const TurnRecord& record, std::vector<Finding>& findings) {
  if (record.executor_out == "null" || record.feedback == "null") return;
  Result<JsonFields> out = JsonFields::parse(record.executor_out);
  if (!out.ok()) return;
  const std::string told = out.value().text("/feedback", "");
  const std::string sent = decode_json_string(record.feedback);
  if (told != sent)
    findings.push_back(
        differs(record.turn, record_file(record.turn), "executor.out.feedback", sent, told));
}

void TurnCheck::explain_missing_record(Step& step) const {
  const TurnFiles& files = step.files;
  if (step.last_whole > 0 || !files.last) {
    step.add(note(step.turn(), "not recorded"));
  } else if (!files.attempts.empty()) {
    step.add(note(step.turn(), files.ended ? "incomplete (stopped before the reply was whole)"
                                           : "incomplete (killed before the reply was whole)"));
  }
  if (!files.picture) return;
  for (const auto& [attempt, remade] : step.remade)
    if (remade.picture != nullptr && *remade.picture == *files.picture) return;
  step.add(bad(step.turn(), picture_file(step.turn()), "", "no request of this turn holds it"));
}

CheckedTurn TurnCheck::next(const TurnFiles& files) {
  Step step{files};
  if (files.record) {
    Result<TurnRecord> record = parse_turn_record(*files.record);
    if (record.ok()) {
      step.checked.record = std::move(record).value();
    } else {
      step.add(bad(files.turn, record_file(files.turn), "", record.error().message));
    }
  }
  if (const auto& record = step.checked.record)
    step.told = {record->executor_in, record->executor_out, record->degraded, record->note};
  launched_ = launched_ || step.told.executor_in != "null";
  for (const StoredAttempt& stored : files.attempts) check_attempt(step, stored);

  if (step.checked.record) {
    check_record(step);
    check_feedback(*step.checked.record, step.checked.findings);
  } else if (!files.record) {
    explain_missing_record(step);
  }

  Reply reply;
  const std::string turn = "turn " + std::to_string(files.turn);
  if (step.last_whole > 0) {
    reply.token = step.remade[step.last_whole].record->response->text;
    step.checked.whole = true;
  } else {
    reply.why = step.checked.record ? "the reply to " + turn + " could not be read whole"
                                    : turn + " was not recorded";
  }
  replies_.erase(replies_.begin(), replies_.lower_bound(files.turn - 1));
  replies_[files.turn] = std::move(reply);
  return std::move(step.checked);
}
}  // namespace franz::proxy
