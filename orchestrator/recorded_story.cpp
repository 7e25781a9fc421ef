#include "orchestrator/recorded_story.h"
#include "common/wire/json_fields.h"
#include "common/wire/limits.h"

namespace franz::orchestrator {
Result<LoopState> recorded_story(std::string_view record) {
  Result<JsonFields> parsed = JsonFields::parse(record);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  fields.protocol("franz.turn.v2");
  LoopState state;
  state.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  Reply& reply = state.reply.emplace();
  reply.text = fields.token("/response/text", kMaxReply);
  reply.calls = read_calls(fields, "/response/calls");
  for (const char* told : {"/executor/in/pointer", "/executor/out/pointer"})
    if (fields.has(told)) state.pointer = read_map_point(fields, told);
  state.objective = fields.optional_text("/memory/objective");
  if (!fields.failure().empty()) return fields.error();
  return state;
}
}  // namespace franz::orchestrator
