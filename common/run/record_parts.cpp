#include "common/run/record_parts.h"
#include <utility>
#include "common/base/base64.h"
#include "common/base/data_uri.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "common/memory/note.h"
#include "common/run/places.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
// Reads width and height from a PNG's first chunk. Source: PNG (ISO/IEC 15948) §11.2.2.
static bool read_png_size(std::string_view bytes, RecordedPicture& picture) {
  constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
  if (bytes.size() < 24 || !bytes.starts_with(kSignature)) return false;
  const auto number = [bytes](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = (value & 0x7fffff) << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  };
  picture.width = number(16);
  picture.height = number(20);
  return true;
}

std::shared_ptr<const std::string> add_picture(TurnRecord& record, std::string bytes) {
  RecordedPicture& picture = record.picture.emplace();
  picture.bytes = bytes.size();
  picture.sha256 = sha256_hex(bytes);
  if (!read_png_size(bytes, picture)) return nullptr;
  picture.file = picture_file(record.turn, record.attempt);
  return std::make_shared<const std::string>(std::move(bytes));
}

bool is_kept(std::string_view token) { return token.size() - 2 <= kMaxReply; }

Result<std::shared_ptr<const std::string>> add_request(TurnRecord& record, const RequestView& view,
                                                       const std::vector<Message>* expected) {
  record.model = view.model;
  record.temperature = view.temperature;
  record.top_p = view.top_p;
  record.max_tokens = view.max_tokens;
  record.messages = view.messages.size();
  record.feedback = "null";
  record.picture.reset();
  std::shared_ptr<const std::string> file;
  if (view.messages.empty()) return file;
  const NewParts parts = new_parts(view, expected);
  if (parts.feedback != nullptr && is_kept(parts.feedback->token))
    record.feedback = parts.feedback->token;
  if (parts.picture == nullptr) return file;
  Result<std::string> bytes = picture_bytes(parts.picture->token);
  if (!bytes.ok()) return bytes.error();
  return add_picture(record, std::move(bytes).value());
}

ClosingRecord closing_record(const LoopEvent& closed, int attempt, const ReportedTurn& reported,
                             std::string time) {
  ClosingRecord made;
  TurnRecord& record = made.record;
  record.turn = closed.turn;
  record.attempt = attempt;
  record.time = std::move(time);
  record.finish = closed.finish;
  Result<std::string> png = base64_decode(closed.screenshot_b64);
  if (png.ok() && !png.value().empty()) made.picture = add_picture(record, std::move(png).value());
  Result<MessageFields> out = reported.out.fields();
  if (out.ok()) record.feedback = quote_json(out.value().text("/feedback", ""));
  return made;
}

void add_reported(TurnRecord& record, const ReportedTurn& reported) {
  record.executor_in = reported.in;
  record.executor_out = reported.out;
  for (const std::string& each : reported.degraded)
    record.degraded.push_back(cut_text(each, kMaxDegraded));
  record.note = reported.note;
  record.memory = reported.memory;
  record.approval = reported.approval;
  if (!reported.note) return;
  // The message contained the feedback and the note; the record has a field for each.
  const std::string text = decode_json_string(record.feedback);
  const std::string_view feedback = without_note(text, *reported.note);
  if (feedback.size() < text.size()) record.feedback = quote_json(feedback);
}

RecordedReply recorded_reply(const ModelReply& reply, SharedText text) {
  RecordedReply recorded;
  recorded.text = std::move(text);
  if (reply.reasoning) recorded.reasoning = "\"" + *reply.reasoning + "\"";
  recorded.finish_reason = reply.finish_reason;
  recorded.usage = reply.usage;
  recorded.calls = reply.calls;
  return recorded;
}

TurnRecord called_record(const RecordedCall& call, std::string time) {
  TurnRecord record;
  record.turn = call.turn;
  record.attempt = 1;
  record.time = std::move(time);
  record.called = true;
  record.verdict = Verdict::unwitnessed;
  record.feedback = quote_json(call.answer);
  record.executor_in = call.executor_in;
  record.executor_out = call.executor_out;
  for (const std::string& each : call.degraded)
    record.degraded.push_back(cut_text(each, kMaxDegraded));
  record.approval = call.approval;
  RecordedReply& response = record.response.emplace();
  response.text = "\"\"";
  response.calls.push_back(call.call);
  return record;
}
}  // namespace franz
