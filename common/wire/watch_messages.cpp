#include "common/wire/watch_messages.h"
#include "common/wire/json_fields.h"
#include "common/wire/raw_json.h"

namespace franz {
using Kind = WatchEvent::Kind;

Result<WatchEvent> parse_watch_event(std::string_view line) {
  Result<JsonFields> parsed = JsonFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  WatchEvent event;
  const std::string name = fields.choice("/event", {"ready", "panic", "resume", "trouble"});
  if (name == "panic") {
    event.kind =
        fields.choice("/why", {"corner", "key"}) == "key" ? Kind::panic_key : Kind::panic_corner;
  } else if (name == "resume") {
    event.kind = Kind::resume;
  } else if (name == "trouble") {
    event.kind = Kind::trouble;
    event.text = fields.text("/text");
  }
  if (!fields.failure().empty()) return Error{fields.failure()};
  return event;
}

std::string to_json(const WatchEvent& event) {
  JsonObject object;
  switch (event.kind) {
    case Kind::ready: object.text("event", "ready"); break;
    case Kind::panic_corner: object.text("event", "panic").text("why", "corner"); break;
    case Kind::panic_key: object.text("event", "panic").text("why", "key"); break;
    case Kind::resume: object.text("event", "resume"); break;
    case Kind::trouble: object.text("event", "trouble").text("text", event.text); break;
  }
  return object.finish();
}

Result<WatchCommand> parse_watch_command(std::string_view line) {
  Result<JsonFields> parsed = JsonFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  fields.choice("/command", {"release"});
  if (!fields.failure().empty()) return Error{fields.failure()};
  return WatchCommand::release;
}

std::string to_json(WatchCommand command) {
  JsonObject object;
  switch (command) {
    case WatchCommand::release: object.text("command", "release"); break;
  }
  return object.finish();
}
}  // namespace franz
