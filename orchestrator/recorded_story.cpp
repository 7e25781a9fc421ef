#include "orchestrator/recorded_story.h"
#include "common/wire/json_fields.h"
#include "common/wire/raw_json.h"

namespace franz::orchestrator {
Result<LoopState> recorded_story(std::string_view record) {
  static constexpr std::string_view kTexts[] = {"/response/text", "/response/reasoning",
                                                "/sst/text"};
  const Result<CutJson> cut = cut_tokens(record, kTexts);
  if (!cut.ok()) return cut.error();
  Result<JsonFields> parsed = JsonFields::parse(cut.value().rest);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  fields.protocol("franz.turn.v1");
  LoopState state;
  state.turn = static_cast<int>(fields.integer("/turn", 1, INT32_MAX));
  fields.text("/response/text");
  if (const auto token = cut.value().find(record, "/response/text")) state.story = *token;
  if (!fields.failure().empty()) return Error{fields.failure()};
  return state;
}
}  // namespace franz::orchestrator
