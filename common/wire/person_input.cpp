#include "common/wire/person_input.h"
#include <algorithm>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/message_fields.h"

namespace franz {
using PersonKind = PersonEvent::Kind;

// In the order of PersonEvent::Kind.
static const std::vector<std::string> kPersonKinds = {"move", "button", "wheel",
                                                      "key",  "text",   "release"};
static const std::vector<std::string> kPersonButtons = {"left", "middle", "right"};
static const std::vector<std::string> kWheelDirections = {"up", "down", "left", "right"};

void PersonCounts::add(const std::vector<PersonEvent>& events) {
  for (const PersonEvent& event : events) {
    if (event.kind == PersonKind::button && event.down) ++clicks;
    if (event.kind == PersonKind::key && event.down) ++keys;
    if (event.kind == PersonKind::text) ++texts;
  }
}

std::string to_string(const PersonCounts& counts) {
  return count_text(counts.clicks, "click") + ", " + count_text(counts.keys, "key") + ", " +
         count_text(counts.texts, "text");
}

static std::string short_person_text(MessageFields& fields, const std::string& pointer,
                                     std::size_t max) {
  std::string text = fields.text(pointer);
  if (text.empty() || text.size() > max)
    fields.fail(pointer, "1.." + std::to_string(max) + " bytes of text");
  return text;
}

static PersonEvent read_person_event(MessageFields& fields, const std::string& pointer) {
  PersonEvent event;
  const std::string kind = fields.choice(pointer + "/type", kPersonKinds);
  event.kind =
      static_cast<PersonKind>(std::ranges::find(kPersonKinds, kind) - kPersonKinds.begin());
  const bool has_place = event.kind == PersonKind::move || event.kind == PersonKind::button ||
                         event.kind == PersonKind::wheel;
  if (has_place) {
    event.at.x = static_cast<int>(fields.integer(pointer + "/x", 0, kMaxPersonPlace));
    event.at.y = static_cast<int>(fields.integer(pointer + "/y", 0, kMaxPersonPlace));
  }
  if (event.kind == PersonKind::button)
    event.name = fields.choice(pointer + "/button", kPersonButtons);
  if (event.kind == PersonKind::wheel) {
    event.name = fields.choice(pointer + "/direction", kWheelDirections);
    event.notches = static_cast<int>(fields.integer(pointer + "/notches", 1, kMaxPersonNotches));
  }
  if (event.kind == PersonKind::button || event.kind == PersonKind::key)
    event.down = fields.boolean(pointer + "/down");
  if (event.kind == PersonKind::key) {
    event.key = short_person_text(fields, pointer + "/key", kMaxPersonKeyName);
    event.code = short_person_text(fields, pointer + "/code", kMaxPersonKeyName);
  }
  if (event.kind == PersonKind::text)
    event.text = short_person_text(fields, pointer + "/text", kMaxPersonText);
  return event;
}

std::vector<PersonEvent> read_person_events(MessageFields& fields) {
  std::vector<PersonEvent> events;
  if (!fields.is_list("/events")) {
    fields.fail("/events", "a list");
    return events;
  }
  const std::size_t count = fields.size("/events");
  if (count > kMaxPersonEvents)
    fields.fail("/events", "at most " + std::to_string(kMaxPersonEvents) + " events");
  for (std::size_t i = 0; i < count && fields.failure().empty(); ++i)
    events.push_back(read_person_event(fields, "/events/" + std::to_string(i)));
  return events;
}

static std::string person_event_json(const PersonEvent& event) {
  JsonObject object;
  object.text("type", kPersonKinds[static_cast<std::size_t>(event.kind)]);
  switch (event.kind) {
    case PersonKind::move: break;
    case PersonKind::button: object.text("button", event.name).boolean("down", event.down); break;
    case PersonKind::wheel:
      object.text("direction", event.name).number("notches", static_cast<long long>(event.notches));
      break;
    case PersonKind::key:
      return object.text("key", event.key)
          .text("code", event.code)
          .boolean("down", event.down)
          .finish();
    case PersonKind::text: return object.text("text", event.text).finish();
    case PersonKind::release: return object.finish();
  }
  object.number("x", static_cast<long long>(event.at.x));
  return object.number("y", static_cast<long long>(event.at.y)).finish();
}

std::string to_json(const std::vector<PersonEvent>& events) {
  std::vector<std::string> all;
  all.reserve(events.size());
  for (const PersonEvent& event : events) all.push_back(person_event_json(event));
  return JsonObject().raw("events", json_array(all)).finish();
}

Result<std::vector<PersonEvent>> parse_person_line(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  std::vector<PersonEvent> events = read_person_events(fields);
  if (!fields.failure().empty()) return Error{fields.failure()};
  return events;
}

std::string person_done_json(const std::string& trouble) {
  JsonObject object;
  object.boolean("done", true);
  if (!trouble.empty()) object.text("trouble", trouble);
  return object.finish();
}

Result<std::string> parse_person_done(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  if (!fields.boolean("/done")) fields.fail("/done", "true");
  std::string trouble = fields.text("/trouble", "");
  if (!fields.failure().empty()) return Error{fields.failure()};
  return trouble;
}
}  // namespace franz
