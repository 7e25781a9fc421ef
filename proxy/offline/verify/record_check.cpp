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

// The parts of a record that can be rebuilt from the exchange's stored bytes.
struct RecordField {
  const char* name;
  std::function<std::string(const TurnRecord&)> value;
  enum class Of { neither, request, reply };  // known only if it was parsed
  Of of = Of::neither;
};
const RecordedPicture& picture_of(const TurnRecord& record) {
  static const RecordedPicture kNone;
  return record.picture ? *record.picture : kNone;
}
const RecordedReply& reply_of_record(const TurnRecord& record) {
  static const RecordedReply kNone;
  return record.response ? *record.response : kNone;
}
const std::vector<RecordField>& record_fields() {
  using R = const TurnRecord&;
  static const std::vector<RecordField> kFields = {
      {"sst.text", [](R r) { return r.story; }, RecordField::Of::request},
      {"feedback", [](R r) { return r.feedback; }, RecordField::Of::request},
      {"response.text", [](R r) { return reply_of_record(r).text; }, RecordField::Of::reply},
      {"response.calls", [](R r) { return calls_json(reply_of_record(r).calls); },
       RecordField::Of::reply},
      {"response.reasoning", [](R r) { return reply_of_record(r).reasoning; },
       RecordField::Of::reply},
      {"response.finish_reason", [](R r) { return shown(reply_of_record(r).finish_reason); },
       RecordField::Of::reply},
      {"response", [](R r) { return std::string(r.response ? "a reply" : "none"); },
       RecordField::Of::reply},
      {"status", [](R r) { return std::to_string(r.status); }},
      {"response.usage",
       [](R r) {
         if (!reply_of_record(r).usage) return std::string("null");
         const TokenUsage& usage = *reply_of_record(r).usage;
         return std::to_string(usage.prompt_tokens) + " + " +
                std::to_string(usage.completion_tokens) + " = " +
                std::to_string(usage.total_tokens);
       },
       RecordField::Of::reply},
      {"response.usage.cached_tokens",
       [](R r) {
         const TokenUsage usage = reply_of_record(r).usage.value_or(TokenUsage{});
         return usage.cached_tokens ? std::to_string(*usage.cached_tokens) : std::string("null");
       },
       RecordField::Of::reply},
      {"request.model", [](R r) { return quote_json(r.model); }, RecordField::Of::request},
      {"request.temperature", [](R r) { return shown(r.temperature); }, RecordField::Of::request},
      {"request.top_p", [](R r) { return shown(r.top_p); }, RecordField::Of::request},
      {"request.max_tokens",
       [](R r) { return r.max_tokens ? std::to_string(*r.max_tokens) : std::string("null"); },
       RecordField::Of::request},
      {"request.messages", [](R r) { return shown(r.messages); }, RecordField::Of::request},
      {"request.bytes", [](R r) { return shown(r.request_bytes); }},
      {"request.sha256", [](R r) { return r.request_sha256; }},
      {"image.bytes", [](R r) { return shown(picture_of(r).bytes); }, RecordField::Of::request},
      {"image.sha256", [](R r) { return picture_of(r).sha256; }, RecordField::Of::request},
      {"image.width", [](R r) { return std::to_string(picture_of(r).width); },
       RecordField::Of::request},
      {"image.height", [](R r) { return std::to_string(picture_of(r).height); },
       RecordField::Of::request},
  };
  return kFields;
}

}  // namespace

// A key that came in pieces is masked where they are joined.
static bool is_joined(std::string_view field) {
  return field == "response.text" || field == "response.calls" || field == "response.reasoning" ||
         field == "sst.text";
}

std::vector<Finding> compare_records(const TurnRecord& made, const TurnRecord& recorded,
                                     bool usable) {
  const int turn = recorded.turn;
  const std::string file = record_file(turn, recorded.attempt);
  std::vector<Finding> findings;
  // A recorder without room for a message omitted it entirely from the record and judged nothing;
  // the stored bytes are complete anyway.
  const bool request_unread = is_request_unread(recorded) && recorded.story == "null" &&
                              recorded.verdict == Verdict::unverifiable;
  const bool reply_unread =
      !usable && reply_of_record(recorded).text == "null" && reply_of_record(made).text != "null";
  for (const bool is_request : {true, false})
    if (is_request ? request_unread : reply_unread)
      findings.push_back(not_checked(FindingCode::unread, turn,
                                     std::string("its ") + (is_request ? "request" : "reply") +
                                         " was not read when it was recorded"));
  for (const RecordField& field : record_fields()) {
    if (request_unread && field.of == RecordField::Of::request) continue;
    if (reply_unread && field.of == RecordField::Of::reply) continue;
    const std::string expected = field.value(made), got = field.value(recorded);
    if (expected == got) continue;
    findings.push_back(
        is_joined(field.name) && is_masked_form(expected, got)
            ? not_checked(FindingCode::masked, turn, std::string(field.name) + " is masked")
            : differs(FindingCode::record, turn, file, field.name, expected, got));
  }
  if (request_unread) return findings;
  if (made.verdict != recorded.verdict)
    findings.push_back(differs(FindingCode::record, turn, file, "sst.verdict",
                               verdict_name(made.verdict), verdict_name(recorded.verdict)));
  if (made.detail != recorded.detail)
    findings.push_back(
        differs(FindingCode::record, turn, file, "sst.detail", made.detail, recorded.detail));
  return findings;
}

static void check_executor_in(const TurnRecord& record, std::vector<Finding>& findings) {
  const std::string file = record_file(record.turn, record.attempt);
  Result<MessageFields> in = record.executor_in.fields();
  if (!in.ok()) {
    findings.push_back(
        bad(FindingCode::record, record.turn, file, "executor.in", in.error().message));
    return;
  }
  const std::string turn = std::to_string(record.turn), got = in.value().raw("/turn");
  if (turn != got)
    findings.push_back(
        differs(FindingCode::record, record.turn, file, "executor.in.turn", turn, got));
  // The reply belongs to the previous exchange; here it would be another one.
  if (in.value().has("/raw"))
    findings.push_back(
        bad(FindingCode::record, record.turn, file, "executor.in.raw", "it cannot be there"));
}

std::vector<Finding> check_note(const TurnRecord& record, const std::string& feedback,
                                const std::string& sent) {
  const std::string file = record_file(record.turn, record.attempt);
  const std::optional<AfterFeedback> rest = after_feedback(sent, feedback);
  if (!rest) return {};  // reported already: the feedback differs
  if (!rest->is_note)
    return {
        differs(FindingCode::record, record.turn, file, "executor.out.feedback", sent, feedback)};
  const std::optional<std::string>& note = rest->note;
  if (note == record.note) return {};
  return {differs(FindingCode::record, record.turn, file, "note", note ? quote_json(*note) : "null",
                  record.note ? quote_json(*record.note) : "null")};
}

ReportedCheck check_reported(const TurnRecord& record) {
  ReportedCheck check;
  std::vector<Finding>& findings = check.findings;
  const std::string file = record_file(record.turn, record.attempt);
  if (record.executor_in != "null") check_executor_in(record, findings);
  if (record.executor_out == "null") {
    // It belongs to the executor's answer.
    if (record.note)
      findings.push_back(differs(FindingCode::record, record.turn, file, "note", "null",
                                 quote_json(*record.note)));
    return check;
  }
  Result<MessageFields> out = record.executor_out.fields();
  if (!out.ok()) {
    findings.push_back(
        bad(FindingCode::record, record.turn, file, "executor.out", out.error().message));
    return check;
  }
  const std::string& reported = check.feedback.emplace(out.value().text("/feedback", ""));
  // For a client the feedback is an answer to its call.
  if (!record.called && record.feedback != "null") {
    const std::string feedback = decode_json_string(record.feedback);
    if (reported != feedback)
      findings.push_back(differs(FindingCode::record, record.turn, file, "executor.out.feedback",
                                 feedback, reported));
  }
  return check;
}
}  // namespace franz::proxy
