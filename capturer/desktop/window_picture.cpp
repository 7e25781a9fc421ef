#include "capturer/desktop/window_picture.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/desktop/monitors.h"
#include "common/wire/warning_codes.h"

namespace franz::capturer {
namespace {
constexpr int kMaxTries = 3;

// The parts of a window's area that are not visible on the screen.
struct Hidden {
  std::vector<Screen> covered;     // other windows cover it
  std::vector<Screen> off_screen;  // outside all monitors
};

Hidden hidden_parts(const WindowScene& scene, std::span<const Monitor> monitors) {
  Hidden hidden;
  for (auto each = scene.above.rbegin(); each != scene.above.rend(); ++each) {  // lowest first
    if (!each->own) {
      if (const auto part = common_area(each->frame, scene.area)) hidden.covered.push_back(*part);
    } else if (each->opaque) {
      hidden.covered = without(hidden.covered, each->frame);
    }
  }
  hidden.off_screen = {scene.area};
  for (const Monitor& each : monitors) hidden.off_screen = without(hidden.off_screen, each.area);
  return hidden;
}

// Source: Porter & Duff, "Compositing Digital Images", SIGGRAPH 1984: "over", premultiplied
// colours.
void lay_over(const DrawnWindow& top, const Screen& part, DrawnWindow& ground) {
  const auto at = [](const DrawnWindow& window, int x, int y) {
    return (static_cast<std::size_t>(y - window.area.origin_y) *
                static_cast<std::size_t>(window.area.width) +
            static_cast<std::size_t>(x - window.area.origin_x)) *
           kPixelBytes;
  };
  const std::optional<Screen> within_top = common_area(top.area, part);
  const std::optional<Screen> common =
      within_top ? common_area(*within_top, ground.area) : std::nullopt;
  if (!common) return;
  for (int y = common->origin_y; y < common->origin_y + common->height; ++y) {
    for (int x = common->origin_x; x < common->origin_x + common->width; ++x) {
      const std::uint8_t* from = top.bgra.data() + at(top, x, y);
      std::uint8_t* to = ground.bgra.data() + at(ground, x, y);
      const int through = 255 - from[3];
      for (std::size_t channel = 0; channel < kPixelBytes; ++channel)
        to[channel] = static_cast<std::uint8_t>(
            std::min(255, from[channel] + (to[channel] * through + 127) / 255));
    }
  }
}

// The window's area drawn by the system, black where that fails.
struct Drawn {
  DrawnWindow picture;
  bool whole = true;  // each relevant window was drawn
  bool any = false;   // the window itself was drawn
};

Result<Drawn> draw_layers(const WindowScene& scene, std::uint64_t window,
                          std::span<const Screen> hidden, WindowView& windows) {
  // Lowest first.
  std::vector<std::uint64_t> layers{window};
  std::vector<Screen> frames{scene.area};
  for (auto each = scene.above.rbegin(); each != scene.above.rend(); ++each) {
    if (!each->own) continue;
    layers.push_back(each->id);
    frames.push_back(each->frame);
  }
  auto drawn = windows.draw(layers, hidden);
  if (!drawn.ok()) return drawn.error();
  Drawn all{{scene.area,
             std::vector<std::uint8_t>(static_cast<std::size_t>(scene.area.width) *
                                       static_cast<std::size_t>(scene.area.height) * kPixelBytes)}};
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const std::optional<DrawnWindow>& layer = drawn.value()[i];
    if (layer) {
      lay_over(*layer, scene.area, all.picture);
      all.any = all.any || i == 0;
      continue;
    }
    all.whole = false;
    // The window's pixels are unknown: black hides the windows below, which would be misleading.
    if (const auto part = common_area(frames[i], scene.area)) {
      DrawnWindow black{
          *part, std::vector<std::uint8_t>(static_cast<std::size_t>(part->width) *
                                           static_cast<std::size_t>(part->height) * kPixelBytes)};
      for (std::size_t at = 3; at < black.bgra.size(); at += kPixelBytes) black.bgra[at] = 0xFF;
      lay_over(black, *part, all.picture);
    }
  }
  return all;
}

void take_parts(const DrawnWindow& from, std::span<const Screen> parts, ScreenPixels& to) {
  for (const Screen& part : parts) {
    for (int y = part.origin_y; y < part.origin_y + part.height; ++y) {
      const std::size_t at = (static_cast<std::size_t>(y - to.area.origin_y) *
                                  static_cast<std::size_t>(to.area.width) +
                              static_cast<std::size_t>(part.origin_x - to.area.origin_x)) *
                             kPixelBytes;
      std::copy_n(from.bgra.begin() + static_cast<std::ptrdiff_t>(at),
                  static_cast<std::size_t>(part.width) * kPixelBytes,
                  to.bgrx.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
}

// "other windows cover it in part, and a part of it lies beyond the screen's edge"
std::string reasons(const Hidden& hidden) {
  std::string text = hidden.covered.empty() ? "" : "other windows lie over a part of it";
  if (hidden.off_screen.empty()) return text;
  return text + (text.empty() ? "" : ", and ") + "a part of it is beyond the screen's edge";
}

void warn(const Hidden& hidden, const Drawn& drawn, std::vector<Warning>& warnings) {
  if (hidden.covered.empty() && hidden.off_screen.empty()) {
    if (!drawn.any)
      warnings.push_back({std::string(kWindowPartly),
                          "the window shows through, and the system cannot draw it alone: it is "
                          "black in the picture"});
    return;
  }
  if (drawn.any)
    warnings.push_back({std::string(kWindowCovered),
                        reasons(hidden) +
                            ": the picture shows it as the system draws it, not as it lies on the "
                            "screen"});
  if (!drawn.whole)
    warnings.push_back({std::string(kWindowPartly),
                        reasons(hidden) +
                            ", which the system cannot draw: it is black in the picture, wholly or "
                            "in part"});
}

WindowPicture nothing_of(std::string_view code, std::string text) {
  return {std::nullopt, {}, {}, {{std::string(code), std::move(text)}}};
}

// Whether resizing supports the size.
bool fits(const Screen& area) {
  return area.width >= 1 && area.height >= 1 && area.width <= kMaxCanvasSide &&
         area.height <= kMaxCanvasSide;
}

// Some window managers allow drawing a minimised window.
Result<WindowPicture> picture_of_minimised(WindowScene scene, std::uint64_t window,
                                           WindowView& windows) {
  const WindowPicture nothing =
      nothing_of(kWindowMinimised,
                 "the window is minimised, and the system cannot draw it; there is no picture");
  if (!fits(scene.area)) return nothing;
  const std::vector<Screen> all{scene.area};
  auto drawn = draw_layers(scene, window, all, windows);
  if (!drawn.ok()) return drawn.error();
  if (!drawn.value().any) return nothing;
  WindowPicture picture{
      ScreenPixels{scene.area, std::move(drawn.value().picture.bgra)}, std::move(scene), all, {}};
  picture.warnings.push_back(
      {std::string(kWindowCovered),
       "the window is minimised: the picture shows it as the system draws it"});
  return picture;
}

bool is_there(const std::optional<WindowScene>& scene, const WindowTarget& target) {
  // The system reuses window ids.
  return scene && (target.pid == 0 || scene->pid == 0 || scene->pid == target.pid);
}
}  // namespace

Result<WindowPicture> picture_of_window(const WindowTarget& target, WindowView& windows,
                                        ScreenView& screen) {
  const std::optional<std::uint64_t> window = window_number(target);
  if (!window) return Error{"/window/id: expected a number"};
  WindowPicture picture;
  Hidden hidden;
  for (int tries = 1;; ++tries) {
    const Result<std::vector<Monitor>> monitors = screen.monitors();
    if (!monitors.ok()) return monitors.error();
    const auto before = windows.scene(*window);
    if (!before.ok()) return before.error();
    if (!is_there(before.value(), target))
      return nothing_of(kWindowGone, "the window is not there any more; there is no picture");
    picture.scene = *before.value();
    if (picture.scene.minimised)
      return picture_of_minimised(std::move(picture.scene), *window, windows);
    const Screen& area = picture.scene.area;
    if (!fits(area))
      return Error{"the window is " + std::to_string(area.width) + "x" +
                   std::to_string(area.height) + ", which is no size for a picture"};
    hidden = hidden_parts(picture.scene, monitors.value());
    Result<ScreenPixels> seen = screen.grab(area);
    if (!seen.ok()) return seen.error();
    picture.pixels = std::move(seen).value();
    const auto after = windows.scene(*window);
    if (!after.ok()) return after.error();
    if (after.value() == before.value()) break;
    if (tries < kMaxTries) continue;
    hidden.covered = {area};
    break;
  }
  picture.hidden = hidden.covered;
  picture.hidden.insert(picture.hidden.end(), hidden.off_screen.begin(), hidden.off_screen.end());
  if (picture.hidden.empty() && picture.scene.opaque) return picture;
  auto drawn = draw_layers(picture.scene, *window, picture.hidden, windows);
  if (!drawn.ok()) return drawn.error();
  // A translucent window shows parts of the windows behind it.
  const std::vector<Screen> all{picture.scene.area};
  take_parts(drawn.value().picture, picture.scene.opaque ? picture.hidden : all, *picture.pixels);
  warn(hidden, drawn.value(), picture.warnings);
  return picture;
}
}  // namespace franz::capturer
