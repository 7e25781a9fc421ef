#pragma once
// What the executor's and the capturer's messages share: how a picture is made, and from where.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json.h"
#include "common/base/result.h"
#include "common/geometry/coordinates.h"
#include "common/geometry/screen_map.h"
#include "common/wire/message_fields.h"

namespace franz {
inline constexpr int kMaxPictureSide = 8192;       // pixels
inline constexpr int kMaxCanvasSide = 16384;       // pixels
inline constexpr std::size_t kMaxActions = 20000;  // in one turn

struct Marks {
  bool classic = true, cursor = false, badge = true;
};

struct Overlays {
  bool grid = false, crosshair = false, inset = false, banner = false;
};

// A window that bounds what is seen and touched. `id` is the system's own, as text.
struct WindowTarget {
  std::string id, title, app;
  long long pid = 0;
  friend bool operator==(const WindowTarget&, const WindowTarget&) = default;
};
// Its id as the number that it is; nothing: it is none.
std::optional<std::uint64_t> window_number(const WindowTarget& window);

// Failures are remembered in `fields`.
WindowTarget read_window_target(MessageFields& fields, const std::string& pointer);
// {"id":"4711","title":"Save as","app":"Zenity","pid":99}
std::string to_json(const WindowTarget& window);
// A whole message of it. Failure: names the field.
Result<WindowTarget> parse_window_target(std::string_view text);

// The map that came with the picture which the model answered.
struct Seen {
  Screen screen;
  Size image;
};

// The part of a request that executor and capturer have in common, written once by the orchestrator
// and passed on.
struct PictureOptions {
  int turn = 1;
  std::string surface = "sandbox";  // a name of tools/surface_facts.h
  Size picture{512, 288};           // "width", "height"
  Marks marks;
  Overlays overlays;
  Size canvas{1920, 1080};
  std::string run_dir;  // UTF-8; where the canvas lives
  std::string time;     // the turn's one clock: 2026-01-31T12:00:00Z
  Coordinates coordinates;
  std::string display;  // of a real screen: X11's name of it, ":99"; empty: the environment's
  std::string monitor = "all";
  std::optional<WindowTarget> window;
  std::optional<Seen> seen;
  // A PNG in base64: where the turn's picture is that one, pixel for pixel, it is not encoded and
  // sent once more, but told as known ("picture_known"). Empty: none, and left out; no record has
  // it.
  std::string known_picture;
};

// What somebody should know of how a turn went: `code` is for programs, `text` for people and for
// the model, one line of UTF-8.
struct Warning {
  std::string code, text;
  friend bool operator==(const Warning&, const Warning&) = default;
};

// At most kMaxWarnings; failures are remembered in `fields`.
inline constexpr std::size_t kMaxWarnings = 100;
std::vector<Warning> read_warnings(MessageFields& fields, const std::string& pointer);
std::string to_json(const std::vector<Warning>& warnings);

// Reads the common fields; failures are remembered in `fields`.
PictureOptions read_picture_options(MessageFields& fields);
// Of these "width" and "height", or "overlays", alone.
Size read_picture_size(MessageFields& fields);
Overlays read_overlays(MessageFields& fields);
// Adds the common fields; "turn", "surface", "display" and "monitor" are left to the caller, for
// their places, and "known_picture", which not every message has.
void add_picture_options(JsonObject& object, const PictureOptions& options);
void add_known_picture(JsonObject& object, const PictureOptions& options);

// A place in 0..1000, "pointer":[x,y] of the mouse; missing or null: nobody knows it. Failures are
// remembered in `fields`.
std::optional<MapPoint> read_map_point(MessageFields& fields, const std::string& pointer);
std::string to_json(const MapPoint& place);

Screen read_screen(MessageFields& fields, const std::string& pointer);
std::string to_json(const Screen& screen);
std::string to_json(const Seen& seen);

// Member "found" of an answer (CaptureReply, ExecutorReply). Failures are remembered in `fields`.
std::optional<int> read_found(MessageFields& fields);
void add_found(JsonObject& object, std::optional<int> found);
}  // namespace franz
