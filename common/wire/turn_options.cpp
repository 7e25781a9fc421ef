#include "common/wire/turn_options.h"
#include <charconv>
#include "common/base/json_string.h"
#include "common/base/names_of.h"
#include "common/tools/surface_facts.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static Coordinates read_coordinates(MessageFields& fields, const std::string& pointer) {
  Coordinates coordinates;
  if (!fields.has(pointer)) return coordinates;
  if (fields.choice(pointer + "/kind", {"relative", "pixels"}) == "relative") {
    coordinates.divisor = static_cast<int>(fields.integer(pointer + "/divisor", 1, 1000, 1000));
  } else {
    coordinates.kind = Coordinates::Kind::pixels;
    coordinates.grid = static_cast<int>(fields.integer(pointer + "/grid", 0, 256, 0));
  }
  return coordinates;
}

static std::string coordinates_json(const Coordinates& coordinates) {
  JsonObject object;
  if (coordinates.kind == Coordinates::Kind::relative) {
    object.text("kind", "relative").number("divisor", static_cast<long long>(coordinates.divisor));
  } else {
    object.text("kind", "pixels").number("grid", static_cast<long long>(coordinates.grid));
  }
  return object.finish();
}

std::vector<Warning> read_warnings(MessageFields& fields, const std::string& pointer) {
  std::vector<Warning> warnings;
  const std::size_t count = fields.size(pointer);
  if (count > kMaxWarnings)
    fields.fail(pointer, "a list of at most " + std::to_string(kMaxWarnings));
  for (std::size_t i = 0; i < count && fields.failure().empty(); ++i) {
    const std::string at = pointer + "/" + std::to_string(i);
    warnings.push_back({fields.text(at + "/code"), fields.text(at + "/text")});
  }
  return warnings;
}

std::string to_json(const std::vector<Warning>& warnings) {
  std::vector<std::string> list;
  list.reserve(warnings.size());
  for (const Warning& each : warnings) {
    JsonObject object;
    object.text("code", each.code).text("text", each.text);
    list.push_back(object.finish());
  }
  return json_array(list);
}

std::optional<MapPoint> read_map_point(MessageFields& fields, const std::string& pointer) {
  if (!fields.has(pointer)) return std::nullopt;
  if (!fields.is_list(pointer) || fields.size(pointer) != 2) {
    fields.fail(pointer, "[x, y]");
    return std::nullopt;
  }
  return MapPoint{fields.number(pointer + "/0", 0, kFullScale),
                  fields.number(pointer + "/1", 0, kFullScale)};
}

std::string to_json(const MapPoint& place) {
  return "[" + json_number(place.x) + "," + json_number(place.y) + "]";
}

static int side(MessageFields& fields, const std::string& pointer, int max) {
  return static_cast<int>(fields.integer(pointer, 1, max));
}

std::optional<std::uint64_t> window_number(const WindowTarget& window) {
  const std::string& id = window.id;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  if (error != std::errc{} || end != id.data() + id.size()) return std::nullopt;
  return number;
}

Screen read_screen(MessageFields& fields, const std::string& pointer) {
  constexpr int kFar = 1 << 20;  // larger than any desktop; keeps sums of coordinates within int
  Screen screen;
  screen.origin_x = static_cast<int>(fields.integer(pointer + "/origin_x", -kFar, kFar));
  screen.origin_y = static_cast<int>(fields.integer(pointer + "/origin_y", -kFar, kFar));
  screen.width = static_cast<int>(fields.integer(pointer + "/width", 0, kFar));
  screen.height = static_cast<int>(fields.integer(pointer + "/height", 0, kFar));
  return screen;
}

std::string to_json(const Screen& screen) {
  JsonObject object;
  object.number("origin_x", static_cast<long long>(screen.origin_x));
  object.number("origin_y", static_cast<long long>(screen.origin_y));
  object.number("width", static_cast<long long>(screen.width));
  object.number("height", static_cast<long long>(screen.height));
  return object.finish();
}

static std::string size_json(const Size& size) {
  JsonObject object;
  object.number("width", static_cast<long long>(size.width));
  object.number("height", static_cast<long long>(size.height));
  return object.finish();
}

WindowTarget read_window_target(MessageFields& fields, const std::string& pointer) {
  WindowTarget window;
  window.id = fields.text(pointer + "/id", "");
  window.title = fields.text(pointer + "/title", "");
  window.app = fields.text(pointer + "/app", "");
  window.pid = fields.integer(pointer + "/pid", 0, INT64_MAX, 0);
  return window;
}

std::string to_json(const WindowTarget& window) {
  JsonObject object;
  object.text("id", window.id).text("title", window.title).text("app", window.app);
  return object.number("pid", window.pid).finish();
}

Result<WindowTarget> parse_window_target(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  WindowTarget window = read_window_target(parsed.value(), "");
  if (!window_number(window)) parsed.value().fail("/id", "a number as text");
  if (!parsed.value().failure().empty()) return parsed.value().error();
  return window;
}

Size read_picture_size(MessageFields& fields) {
  return {side(fields, "/width", kMaxPictureSide), side(fields, "/height", kMaxPictureSide)};
}

Overlays read_overlays(MessageFields& fields) {
  Overlays overlays;
  overlays.grid = fields.boolean("/overlays/grid", false);
  overlays.crosshair = fields.boolean("/overlays/crosshair", false);
  overlays.inset = fields.boolean("/overlays/inset", false);
  overlays.banner = fields.boolean("/overlays/banner", false);
  return overlays;
}

PictureOptions read_picture_options(MessageFields& fields) {
  PictureOptions options;
  options.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  options.surface = fields.choice("/surface", names_of(all_surfaces()));
  options.picture = read_picture_size(fields);
  options.marks.classic = fields.boolean("/marks/classic", true);
  options.marks.cursor = fields.boolean("/marks/cursor", false);
  options.marks.badge = fields.boolean("/marks/badge", true);
  options.run_dir = fields.text("/run_dir");
  options.time = fields.text("/time", "");
  if (fields.has("/canvas")) {
    options.canvas = {side(fields, "/canvas/width", kMaxCanvasSide),
                      side(fields, "/canvas/height", kMaxCanvasSide)};
  }
  options.overlays = read_overlays(fields);
  options.coordinates = read_coordinates(fields, "/coordinates");
  if (fields.has("/window")) options.window = read_window_target(fields, "/window");
  if (fields.has("/seen")) options.seen = read_seen(fields, "/seen");
  if (const auto token = fields.optional_token("/known_picture", kMaxMessage))
    options.known_picture = token->substr(1, token->size() - 2);
  return options;
}

Seen read_seen(MessageFields& fields, const std::string& pointer) {
  return {read_screen(fields, pointer + "/screen"),
          {side(fields, pointer + "/image/width", kMaxPictureSide),
           side(fields, pointer + "/image/height", kMaxPictureSide)},
          fields.text(pointer + "/tiles", "")};
}

std::string to_json(const Seen& seen) {
  JsonObject object;
  object.raw("screen", to_json(seen.screen)).raw("image", size_json(seen.image));
  if (!seen.tiles.empty()) object.text("tiles", seen.tiles);
  return object.finish();
}

void add_picture_options(JsonObject& object, const PictureOptions& options) {
  object.number("width", static_cast<long long>(options.picture.width));
  object.number("height", static_cast<long long>(options.picture.height));
  JsonObject marks;
  marks.boolean("classic", options.marks.classic);
  marks.boolean("cursor", options.marks.cursor);
  marks.boolean("badge", options.marks.badge);
  object.raw("marks", marks.finish());
  object.text("run_dir", options.run_dir);
  object.text("time", options.time);
  object.raw("canvas", size_json(options.canvas));
  JsonObject overlays;
  overlays.boolean("grid", options.overlays.grid);
  overlays.boolean("crosshair", options.overlays.crosshair);
  overlays.boolean("inset", options.overlays.inset);
  overlays.boolean("banner", options.overlays.banner);
  object.raw("overlays", overlays.finish());
  object.raw("coordinates", coordinates_json(options.coordinates));
  object.raw("window", options.window ? to_json(*options.window) : "null");
  object.raw("seen", options.seen ? to_json(*options.seen) : "null");
}

void add_known_picture(JsonObject& object, const PictureOptions& options) {
  // Base64 needs no escapes.
  if (!options.known_picture.empty())
    object.raw("known_picture", "\"" + options.known_picture + "\"");
}

std::optional<int> read_found(MessageFields& fields) {
  if (!fields.has("/found")) return std::nullopt;
  return static_cast<int>(fields.integer("/found", 0, kMaxTurn));
}

void add_found(JsonObject& object, std::optional<int> found) {
  if (found) {
    object.number("found", static_cast<long long>(*found));
  } else {
    object.null("found");
  }
}
}  // namespace franz
