#include "orchestrator/recorded_story.h"
#include <optional>
#include <string>
#include "common/tools/surface_facts.h"
#include "common/wire/executor_messages.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz::orchestrator {
// As the executor of the turn behind the record's was asked. Nothing: it may be asked again.
static std::optional<Acting> next_acting(const LoopState& state, const std::string& in) {
  Result<ExecutorRequest> request = executor_request_with(in, state.reply);
  if (!request.ok() || is_repeatable(request.value().options.surface)) return std::nullopt;
  request.value().options.turn = state.turn + 1;
  request.value().pointer = state.pointer;
  request.value().finish_reason = state.finish_reason;
  request.value().asked_back = state.asked_back;
  return Acting{state.turn + 1, to_json_without_reply(request.value()), std::nullopt};
}

Result<LoopState> recorded_story(std::string_view record) {
  Result<MessageFields> parsed = MessageFields::parse(record);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  fields.protocol("franz.turn.v2");
  LoopState state;
  state.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  Reply& reply = state.reply.emplace();
  reply.text = fields.token("/response/text", kMaxReply);
  reply.calls = read_calls(fields, "/response/calls");
  state.finish_reason = fields.text("/response/finish_reason", "");
  state.asked_back = fields.text("/executor/out/error/class", "") == kAskedBack;
  for (const char* told : {"/executor/in/pointer", "/executor/out/pointer"})
    if (fields.has(told)) state.pointer = read_map_point(fields, told);
  state.objective = fields.optional_text("/memory/objective");
  state.from_turn =
      static_cast<int>(fields.integer("/memory/options/from_turn", 1, kMaxTurn, state.from_turn));
  const std::string in = fields.has("/executor/in") ? fields.raw("/executor/in") : "null";
  if (!fields.failure().empty()) return fields.error();
  if (in != "null") state.acting = next_acting(state, in);
  return state;
}
}  // namespace franz::orchestrator
