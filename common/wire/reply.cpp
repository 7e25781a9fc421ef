#include "common/wire/reply.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
std::string calls_json(std::span<const ReplyCall> calls) {
  std::vector<std::string> list;
  for (const ReplyCall& call : calls) {
    JsonObject json;
    json.raw("id", call.id).raw("name", call.name).raw("arguments", call.arguments);
    list.push_back(json.finish());
  }
  return json_array(list);
}

std::vector<ReplyCall> read_calls(MessageFields& fields, const std::string& pointer) {
  std::vector<ReplyCall> calls;
  if (!fields.has(pointer)) return calls;
  const std::size_t count = fields.size(pointer);
  if (!fields.is_list(pointer) || count > kMaxCalls)
    fields.fail(pointer, "a list of at most " + std::to_string(kMaxCalls));
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < count && fields.failure().empty(); ++i) {
    const std::string at = pointer + "/" + std::to_string(i);
    ReplyCall call;
    call.id = fields.token(at + "/id", kMaxReply);
    call.name = fields.token(at + "/name", kMaxReply);
    if (const auto arguments = fields.find_value(at + "/arguments")) {
      call.arguments = *arguments;
    } else {
      fields.fail(at + "/arguments", "a value");
    }
    bytes += bytes_of({&call, 1});
    if (bytes > kMaxReply)
      fields.fail(pointer, "at most " + std::to_string(kMaxReply) + " bytes of calls");
    calls.push_back(std::move(call));
  }
  return calls;
}

std::size_t bytes_of(std::span<const ReplyCall> calls) {
  std::size_t bytes = 0;
  for (const ReplyCall& call : calls)
    bytes += call.id.size() + call.name.size() + call.arguments.size();
  return bytes;
}

std::string reply_sha256(const Reply& reply) {
  Sha256 digest;
  digest.update(reply.text);
  if (!reply.calls.empty()) digest.update(calls_json(reply.calls));
  return digest.finish();
}
}  // namespace franz
