#include "common/wire/status_messages.h"
#include <limits>
#include "common/base/json.h"
#include "common/wire/message_fields.h"

namespace franz {
Result<RunStatus> parse_run_status(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  RunStatus status;
  status.state = fields.choice("/state", {"starting", "acting", "asking", "thinking", "backing_off",
                                          "waiting", "paused", "finished"});
  status.why = fields.text("/why");
  status.turn = static_cast<int>(fields.integer("/turn", 0, std::numeric_limits<int>::max()));
  status.step = fields.text("/step");
  status.justification = fields.text("/justification");
  if (!fields.failure().empty()) return fields.error();
  return status;
}

std::string to_json(const RunStatus& status) {
  return JsonObject()
      .text("state", status.state)
      .text("why", status.why)
      .number("turn", static_cast<long long>(status.turn))
      .text("step", status.step)
      .text("justification", status.justification)
      .finish();
}

std::string status_shown_line(long long number) {
  return JsonObject().number("shown", number).finish();
}
}  // namespace franz
