#pragma once
// Shared by the executor's and the capturer's messages: how a picture is made, and from what.
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
inline constexpr std::size_t kMaxActions = 20000;  // per turn

struct Marks {
  bool classic = true, cursor = false, badge = true;
};

struct Overlays {
  bool grid = false, crosshair = false, inset = false, banner = false;
};

// The window that bounds the view and the actions. `id` is the system's own, as text.
struct WindowTarget {
  std::string id, title, app;
  long long pid = 0;
  friend bool operator==(const WindowTarget&, const WindowTarget&) = default;
};
// Its id as a number; nothing: not a number.
std::optional<std::uint64_t> window_number(const WindowTarget& window);

// `fields` remembers failures.
WindowTarget read_window_target(MessageFields& fields, const std::string& pointer);
// {"id":"4711","title":"Save as","app":"Zenity","pid":99}
std::string to_json(const WindowTarget& window);
// Parses a complete message. Failure: names the field.
Result<WindowTarget> parse_window_target(std::string_view text);

// The map of the picture that the model's reply refers to.
struct Seen {
  Screen screen;
  Size image;
  std::string tiles = {};  // CaptureReply::tiles of it; empty: unknown, and omitted
};

// The part of a request that executor and capturer share, written once by the orchestrator and
// passed on.
struct PictureOptions {
  int turn = 1;
  std::string surface = "sandbox";  // a name of tools/surface_facts.h
  Size picture{512, 288};           // "width", "height"
  Marks marks;
  Overlays overlays;
  Size canvas{1920, 1080};
  std::string run_dir;  // UTF-8; contains the canvas
  std::string time;     // the turn's only clock: 2026-01-31T12:00:00Z
  Coordinates coordinates;
  std::string display;  // of a real screen: X11's name for it, ":99"; empty: from the environment
  std::string monitor = "all";
  std::optional<WindowTarget> window;
  std::optional<Seen> seen;
  // A PNG in base64: if the turn's picture equals it pixel for pixel, it is reported as known
  // ("picture_known") instead of being encoded and sent again. Empty: none, and omitted; records
  // never contain it.
  std::string known_picture;
};

// A notice about how a turn went: `code` is for programs, `text` for people and for the model, one
// line of UTF-8.
struct Warning {
  std::string code, text;
  friend bool operator==(const Warning&, const Warning&) = default;
};

// At most kMaxWarnings; `fields` remembers failures.
inline constexpr std::size_t kMaxWarnings = 100;
std::vector<Warning> read_warnings(MessageFields& fields, const std::string& pointer);
std::string to_json(const std::vector<Warning>& warnings);

// Reads the common fields; `fields` remembers failures.
PictureOptions read_picture_options(MessageFields& fields);
// Only "width" and "height", or only "overlays".
Size read_picture_size(MessageFields& fields);
Overlays read_overlays(MessageFields& fields);
// Adds the common fields. The caller writes "turn", "surface", "display" and "monitor" at their
// places, and "known_picture", which not every message has.
void add_picture_options(JsonObject& object, const PictureOptions& options);
void add_known_picture(JsonObject& object, const PictureOptions& options);

// A place in 0..1000, "pointer":[x,y] of the mouse; missing or null: unknown. `fields` remembers
// failures.
std::optional<MapPoint> read_map_point(MessageFields& fields, const std::string& pointer);
std::string to_json(const MapPoint& place);

Screen read_screen(MessageFields& fields, const std::string& pointer);
std::string to_json(const Screen& screen);
// `fields` remembers failures.
Seen read_seen(MessageFields& fields, const std::string& pointer);
std::string to_json(const Seen& seen);

// Reads "found" of a CaptureReply or ExecutorReply. `fields` remembers failures.
std::optional<int> read_found(MessageFields& fields);
void add_found(JsonObject& object, std::optional<int> found);
}  // namespace franz
