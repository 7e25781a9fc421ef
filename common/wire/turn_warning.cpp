#include "common/wire/turn_warning.h"
#include "common/base/json.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
TurnWarning screen_changed(int turn) {
  return {turn,
          {std::string(kScreenChanged),
           "the run goes on on another screen than before; what was open there is not here. Look "
           "again."}};
}

std::string to_json(const TurnWarning& warning) {
  JsonObject object;
  object.number("turn", static_cast<long long>(warning.turn));
  return object.text("code", warning.warning.code).text("text", warning.warning.text).finish();
}

Result<TurnWarning> parse_turn_warning(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  TurnWarning warning;
  warning.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  warning.warning = {fields.text("/code"), fields.text("/text")};
  if (!fields.failure().empty()) return Error{fields.failure()};
  return warning;
}
}  // namespace franz
