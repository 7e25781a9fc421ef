#include "proxy/offline/verify/record_check.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/memory/note.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
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
  bool of_request = false;  // known only where the request was read
  // What is found among the expected messages only, in a word for people; empty: no such thing.
  const char* found = "";
  bool may_lack = false;  // an older FRANZ did not record it
};
const RecordedPicture& picture_of(const TurnRecord& record) {
  static const RecordedPicture kNone;
  return record.picture ? *record.picture : kNone;
}
const std::vector<RecordField>& record_fields() {
  using R = const TurnRecord&;
  static constexpr const char* kPicture = "picture";
  static const std::vector<RecordField> kFields = {
      {"sst.text", [](R r) { return r.story; }, true, "story"},
      {"feedback", [](R r) { return r.feedback; }, true, "feedback"},
      {"response.text", [](R r) { return r.response->text; }},
      {"response.calls", [](R r) { return calls_json(r.response->calls); }},
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
      {"response.usage.cached_tokens",
       [](R r) {
         const TokenUsage usage = r.response->usage.value_or(TokenUsage{});
         return usage.cached_tokens ? std::to_string(*usage.cached_tokens) : std::string("null");
       },
       false, "", true},
      {"request.model", [](R r) { return quote_json(r.model); }, true},
      {"request.temperature", [](R r) { return shown(r.temperature); }, true},
      {"request.top_p", [](R r) { return shown(r.top_p); }, true},
      {"request.max_tokens",
       [](R r) { return r.max_tokens ? std::to_string(*r.max_tokens) : std::string("null"); },
       true},
      {"request.messages", [](R r) { return shown(r.messages); }, true},
      {"request.bytes", [](R r) { return shown(r.request_bytes); }},
      {"request.sha256", [](R r) { return r.request_sha256; }},
      {"image.file", [](R r) { return picture_of(r).file; }, true, kPicture},
      {"image.bytes", [](R r) { return shown(picture_of(r).bytes); }, true, kPicture},
      {"image.sha256", [](R r) { return picture_of(r).sha256; }, true, kPicture},
      {"image.width", [](R r) { return std::to_string(picture_of(r).width); }, true, kPicture},
      {"image.height", [](R r) { return std::to_string(picture_of(r).height); }, true, kPicture},
  };
  return kFields;
}

}  // namespace

// A proxy that had no room for the request's body left no part of it in the record, and judged
// nothing; the stored bytes are whole all the same.
static bool request_was_not_read(const TurnRecord& recorded) {
  return is_request_unread(recorded) && recorded.story == "null" &&
         recorded.verdict == "unverifiable";
}

// Where a turn before it was not known, the proxy expected other messages, and may not have found
// all parts among those that the request has. More may be known today.
static bool was_not_found(const RecordField& field, const TurnRecord& recorded) {
  static const TurnRecord kNone;
  return *field.found != '\0' && field.value(recorded) == field.value(kNone) &&
         recorded.verdict == "unverifiable" &&
         recorded.detail.find(" is not known\"") != std::string::npos;
}

// The verdict is judged anew. A proxy that was started again did not know what the stored bytes
// tell today: then it said that it could not judge, and that is no error.
static void compare_verdicts(const TurnRecord& made, const TurnRecord& recorded,
                             const std::string& file, bool by_order,
                             std::vector<Finding>& findings) {
  if (recorded.verdict == kUnwitnessed) {
    // Nothing stood between the orchestrator and the model that could judge; verify does.
    if (recorded.detail != "null")
      findings.push_back(differs(recorded.turn, file, "sst.detail", "null", recorded.detail));
  } else if (made.verdict != recorded.verdict) {
    // TurnLog::judge(): an attempt before it was cut, and the client may have gone on with its
    // part.
    const bool after_cut = by_order && recorded.attempt > 1 && made.verdict == "violation";
    if (recorded.verdict == "unverifiable" && after_cut) {
      findings.push_back(
          note(recorded.turn, "a client without ids cut the attempt before: no verdict"));
    } else if (recorded.verdict == "unverifiable" &&
               (made.verdict == "ok" || made.verdict == "first")) {
      findings.push_back(
          note(recorded.turn,
               "the verdict was unverifiable; by the stored bytes it is " + made.verdict));
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

std::vector<Finding> compare_records(const TurnRecord& made, const TurnRecord& recorded,
                                     const RequestReading& reading) {
  const auto& [by_order, formed_otherwise, may_lack_parts] = reading;
  const std::string file = record_file(recorded.turn);
  std::vector<Finding> findings;
  const bool is_unread = request_was_not_read(recorded);
  if (is_unread)
    findings.push_back(unchecked(recorded.turn, "its request was not read when it was recorded"));
  for (const RecordField& field : record_fields()) {
    if ((is_unread || formed_otherwise) && field.of_request) continue;
    const std::string expected = field.value(made), got = field.value(recorded);
    if (expected == got || (field.may_lack && got == "null")) continue;
    if (may_lack_parts && was_not_found(field, recorded)) {
      findings.push_back(unchecked(recorded.turn, std::string("its ") + field.found +
                                                      " was not found in the request, for not all "
                                                      "turns before it were known"));
      continue;
    }
    // A key that came in pieces is masked where they are joined.
    static constexpr std::array<std::string_view, 3> kJoined = {"response.text", "response.calls",
                                                                "response.reasoning"};
    const bool joined = std::ranges::find(kJoined, field.name) != kJoined.end();
    findings.push_back(joined && is_masked_form(expected, got)
                           ? unchecked(recorded.turn, std::string(field.name) + " is masked")
                           : differs(recorded.turn, file, field.name, expected, got));
  }
  compare_verdicts(made, recorded, file, by_order, findings);
  return findings;
}

static void check_executor_in(const TurnRecord& record, std::vector<Finding>& findings) {
  const std::string file = record_file(record.turn);
  Result<MessageFields> in = record.executor_in.fields();
  if (!in.ok()) {
    findings.push_back(bad(record.turn, file, "executor.in", in.error().message));
    return;
  }
  const std::string turn = std::to_string(record.turn), got = in.value().raw("/turn");
  if (turn != got) findings.push_back(differs(record.turn, file, "executor.in.turn", turn, got));
  // The reply is in the exchange before it; here it would be another one.
  if (in.value().has("/raw"))
    findings.push_back(bad(record.turn, file, "executor.in.raw", "nobody writes it there"));
}

std::vector<Finding> check_note(const TurnRecord& record, const std::string& feedback,
                                const std::string& sent) {
  const std::string file = record_file(record.turn);
  const std::optional<AfterFeedback> rest = after_feedback(sent, feedback);
  if (!rest) return {};  // said already: the feedback differs
  if (!rest->is_note) return {differs(record.turn, file, "executor.out.feedback", sent, feedback)};
  const std::optional<std::string>& note = rest->note;
  if (note == record.note) return {};
  return {differs(record.turn, file, "note", note ? quote_json(*note) : "null",
                  record.note ? quote_json(*record.note) : "null")};
}

ToldCheck check_told(const TurnRecord& record) {
  ToldCheck check;
  std::vector<Finding>& findings = check.findings;
  const std::string file = record_file(record.turn);
  if (record.executor_in != "null") check_executor_in(record, findings);
  if (record.executor_out == "null") {
    // It comes with what the executor answered.
    if (record.note)
      findings.push_back(differs(record.turn, file, "note", "null", quote_json(*record.note)));
    return check;
  }
  Result<MessageFields> out = record.executor_out.fields();
  if (!out.ok()) {
    findings.push_back(bad(record.turn, file, "executor.out", out.error().message));
    return check;
  }
  const std::string& told = check.feedback.emplace(out.value().text("/feedback", ""));
  // What a client was told is an answer to its call.
  if (!record.called && record.feedback != "null") {
    const std::string feedback = decode_json_string(record.feedback);
    if (told != feedback)
      findings.push_back(differs(record.turn, file, "executor.out.feedback", feedback, told));
  }
  return check;
}
}  // namespace franz::proxy
