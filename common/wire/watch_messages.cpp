#include "common/wire/watch_messages.h"
#include "common/base/json.h"
#include "common/wire/message_fields.h"

namespace franz {
using WatchKind = WatchEvent::Kind;

Result<WatchEvent> parse_watch_event(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  WatchEvent event;
  const std::string name = fields.choice("/event", {"ready", "panic", "resume", "trouble"});
  if (name == "panic") {
    event.kind = fields.choice("/why", {"corner", "key"}) == "key" ? WatchKind::panic_key
                                                                   : WatchKind::panic_corner;
  } else if (name == "resume") {
    event.kind = WatchKind::resume;
  } else if (name == "trouble") {
    event.kind = WatchKind::trouble;
    event.text = fields.text("/text");
  }
  if (!fields.failure().empty()) return Error{fields.failure()};
  return event;
}

std::string to_json(const WatchEvent& event) {
  JsonObject object;
  switch (event.kind) {
    case WatchKind::ready: object.text("event", "ready"); break;
    case WatchKind::panic_corner: object.text("event", "panic").text("why", "corner"); break;
    case WatchKind::panic_key: object.text("event", "panic").text("why", "key"); break;
    case WatchKind::resume: object.text("event", "resume"); break;
    case WatchKind::trouble: object.text("event", "trouble").text("text", event.text); break;
  }
  return object.finish();
}

Result<WatchCommand> parse_watch_command(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
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
