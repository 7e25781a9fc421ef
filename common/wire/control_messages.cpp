#include "common/wire/control_messages.h"
#include <utility>
#include "common/wire/json_fields.h"
#include "common/wire/raw_json.h"

namespace franz {
using Command = ControlCommand::Kind;
using Event = LoopEvent::Kind;

static const std::vector<std::string> kCommands = {"pause", "resume", "step", "stop", "note"};
static const std::vector<std::string> kEvents = {"turn_started", "turn_acted", "turn_finished",
                                                 "state",        "config",     "warning"};
static const std::vector<std::string> kStates = {"acting", "thinking", "backing_off", "waiting",
                                                 "paused"};

static std::size_t position(const std::vector<std::string>& names, const std::string& name) {
  std::size_t at = 0;
  while (at + 1 < names.size() && names[at] != name) ++at;
  return at;
}

Result<ControlCommand> parse_control_command(std::string_view line) {
  Result<JsonFields> parsed = JsonFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  ControlCommand command;
  command.kind = static_cast<Command>(position(kCommands, fields.choice("/command", kCommands)));
  if (command.kind == Command::note) {
    command.text = fields.text("/text");
    if (command.text.empty() || command.text.size() > kMaxNote)
      fields.fail("/text", "1.." + std::to_string(kMaxNote) + " bytes of text");
  }
  if (!fields.failure().empty()) return Error{fields.failure()};
  return command;
}

std::string to_json(const ControlCommand& command) {
  JsonObject object;
  object.text("command", kCommands[static_cast<std::size_t>(command.kind)]);
  if (command.kind == Command::note) object.text("text", command.text);
  return object.finish();
}

Result<LoopEvent> parse_loop_event(std::string_view line) {
  Result<JsonFields> parsed = JsonFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  LoopEvent event;
  event.kind = static_cast<Event>(position(kEvents, fields.choice("/event", kEvents)));
  const auto object = [&](const std::string& pointer) {
    if (!fields.is_object(pointer)) fields.fail(pointer, "an object");
    return fields.raw(pointer);
  };
  switch (event.kind) {
    case Event::turn_started:
      event.attempt = static_cast<int>(fields.integer("/attempt", 1, INT32_MAX));
      event.executor_in = object("/executor_in");
      break;
    case Event::turn_acted:
      event.executor_out = object("/executor_out");
      event.degraded = fields.texts("/degraded", 100);
      event.note = fields.optional_text("/note");
      break;
    case Event::turn_finished: event.timings_ms = object("/timings_ms"); break;
    case Event::state:
      event.state = fields.choice("/state", kStates);
      event.why = fields.text("/why", "");
      event.until = fields.optional_text("/until");
      event.turn = static_cast<int>(fields.integer("/turn", 0, INT32_MAX, 0));
      break;
    case Event::config:
      event.settings = object("/settings");
      event.changes = fields.texts("/changes", 10000);
      break;
    case Event::warning: event.text = fields.text("/text"); break;
  }
  if (event.kind <= Event::turn_finished)
    event.turn = static_cast<int>(fields.integer("/turn", 1, INT32_MAX));
  if (!fields.failure().empty()) return Error{fields.failure()};
  return event;
}

std::string to_json(const LoopEvent& event) {
  JsonObject object;
  object.text("event", kEvents[static_cast<std::size_t>(event.kind)]);
  if (event.kind <= Event::turn_finished || event.kind == Event::state)
    object.number("turn", static_cast<long long>(event.turn));
  switch (event.kind) {
    case Event::turn_started:
      object.number("attempt", static_cast<long long>(event.attempt));
      object.raw("executor_in", event.executor_in);
      break;
    case Event::turn_acted:
      object.raw("executor_out", event.executor_out);
      object.raw("degraded", json_text_array(event.degraded));
      event.note ? object.text("note", *event.note) : object.null("note");
      break;
    case Event::turn_finished: object.raw("timings_ms", event.timings_ms); break;
    case Event::state:
      object.text("state", event.state).text("why", event.why);
      event.until ? object.text("until", *event.until) : object.null("until");
      break;
    case Event::config:
      object.raw("settings", event.settings);
      object.raw("changes", json_text_array(event.changes));
      break;
    case Event::warning: object.text("text", event.text); break;
  }
  return object.finish();
}
}  // namespace franz
