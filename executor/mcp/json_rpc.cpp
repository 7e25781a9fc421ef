#include "executor/mcp/json_rpc.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"

namespace franz::mcp {
namespace {
constexpr std::size_t kMaxReasonShown = 200;  // bytes of a reason

RpcMessage invalid(RpcMessage message, const std::string& why) {
  message.kind = RpcMessage::Kind::invalid;
  message.why = cut_text(why, kMaxReasonShown);
  return message;
}

// Reads the id; false: it is neither a string nor a number.
bool read_id(const MessageFields& fields, RpcMessage& message) {
  const bool sound = fields.is_text("/id") || fields.is_number("/id");
  if (!sound) return false;
  message.id = *fields.find_value("/id");
  message.key = fields.raw("/id");
  return true;
}

RpcMessage read_message(std::string_view json) {
  RpcMessage message;
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return invalid(message, parsed.error().message);
  MessageFields& fields = parsed.value();
  const bool has_id = fields.has("/id") || fields.is_null("/id");
  if (has_id && !read_id(fields, message) && !fields.has("/error"))
    return invalid(message, "/id: expected a string or a number");
  if (fields.choice("/jsonrpc", {"2.0"}); !fields.failure().empty())
    return invalid(message, fields.failure());
  if (!fields.has("/method")) {
    message.kind = RpcMessage::Kind::answer;
    if (fields.has("/error")) return message;
    if (const auto result = fields.find_value("/result"); result && !message.key.empty()) {
      message.result = std::string(*result);
      return message;
    }
    return invalid(message, "/method: expected a text");
  }
  message.method = fields.text("/method");
  if (!fields.failure().empty()) return invalid(message, fields.failure());
  if (const auto params = fields.find_value("/params")) {
    message.params_fit = fields.is_object("/params");
    message.params = *params;
  }
  message.kind = has_id ? RpcMessage::Kind::request : RpcMessage::Kind::notification;
  return message;
}

JsonObject begin(std::string_view id) {
  JsonObject object;
  object.text("jsonrpc", "2.0");
  if (!id.empty()) object.raw("id", id);
  return object;
}
}  // namespace

RpcLine read_rpc_line(std::string_view line) {
  RpcLine read;
  if (line.size() > kMaxLine) {
    read.fault = "longer than " + std::to_string(kMaxLine) + " bytes";
    return read;
  }
  // JSON between programs is UTF-8 (RFC 8259 §8.1), and an id is echoed byte for byte.
  if (to_valid_utf8(line) != line) {
    read.fault = "no UTF-8";
    return read;
  }
  const Result<JsonDocument> values = JsonDocument::read(line);
  if (!values.ok()) {
    read.fault = cut_text(values.error().message, kMaxReasonShown);
    return read;
  }
  read.batch = values.value().kind(JsonDocument::kRoot) == JsonDocument::Kind::list;
  if (!read.batch) {
    read.messages.push_back(read_message(line));
    return read;
  }
  const std::size_t count = values.value().size(JsonDocument::kRoot);
  if (count == 0 || count > kMaxBatch) {
    read.messages.push_back(
        invalid({}, "a batch: expected 1 to " + std::to_string(kMaxBatch) + " messages"));
    read.batch = false;
    return read;
  }
  for (const JsonDocument::Id each : values.value().children(JsonDocument::kRoot))
    read.messages.push_back(read_message(values.value().bytes(each)));
  return read;
}

std::string rpc_result(std::string_view id, std::string_view result) {
  return begin(id).raw("result", result).finish();
}

std::string rpc_error(std::string_view id, RpcCode code, std::string_view message,
                      std::string_view data) {
  JsonObject error;
  error.number("code", static_cast<long long>(code)).text("message", to_valid_utf8(message));
  if (!data.empty()) error.raw("data", data);
  return begin(id).raw("error", std::move(error).finish()).finish();
}

std::string rpc_request(std::string_view id, std::string_view method, std::string_view params) {
  return begin(id).text("method", method).raw("params", params).finish();
}
}  // namespace franz::mcp
