#include "common/wire/window_messages.h"
#include <algorithm>
#include <charconv>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/message_fields.h"
#include "common/wire/turn_options.h"

namespace franz {
static constexpr std::size_t kMaxOwners = 64;

static Result<ListedWindow> parse_window(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  const auto id = [&fields](const std::string& pointer) {
    return static_cast<std::uint64_t>(fields.integer(pointer, 0, INT64_MAX));
  };
  ListedWindow window;
  window.id = id("/id");
  window.title = fields.text("/title");
  window.app = fields.text("/app");
  window.pid = fields.integer("/pid", 0, INT64_MAX);
  window.area = read_screen(fields, "/screen");
  window.minimised = fields.boolean("/minimised");
  window.active = fields.boolean("/active");
  for (std::size_t i = 0; i < std::min(fields.size("/owners"), kMaxOwners); ++i)
    window.owner_ids.push_back(id("/owners/" + std::to_string(i)));
  if (!fields.failure().empty()) return Error{fields.failure()};
  return window;
}

Result<std::vector<ListedWindow>> parse_window_list(std::string_view lines) {
  std::vector<ListedWindow> windows;
  for (int number = 1; !lines.empty(); ++number) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    Result<ListedWindow> window = parse_window(lines.substr(0, end));
    if (!window.ok()) return within("line " + std::to_string(number), window.error());
    windows.push_back(std::move(window).value());
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return windows;
}

std::string to_json(const ListedWindow& window) {
  std::vector<std::string> owners;
  for (const std::uint64_t owner : window.owner_ids) owners.push_back(std::to_string(owner));
  JsonObject line;
  line.number("id", static_cast<long long>(window.id)).text("title", window.title);
  line.text("app", window.app).number("pid", window.pid).raw("screen", to_json(window.area));
  line.boolean("minimised", window.minimised).boolean("active", window.active);
  line.raw("owners", json_array(owners));
  return line.finish();
}
}  // namespace franz
