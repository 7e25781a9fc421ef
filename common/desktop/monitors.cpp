#include "common/desktop/monitors.h"
#include <algorithm>
#include <charconv>
#include <cstring>

namespace franz {
namespace {
struct Edges {
  int left, top, right, bottom;  // the last two are exclusive
};

Edges edges_of(const Screen& area) {
  return {area.origin_x, area.origin_y, area.origin_x + area.width, area.origin_y + area.height};
}

Screen screen_of(const Edges& edges) {
  return {edges.left, edges.top, edges.right - edges.left, edges.bottom - edges.top};
}

// "1 (HDMI-1, 1920x1080+0+0, primary), 2 (DP-1, 1280x1024-1280+0)"
std::string describe(std::span<const Monitor> monitors) {
  const auto place = [](int at) { return (at < 0 ? "" : "+") + std::to_string(at); };
  std::string list;
  for (std::size_t i = 0; i < monitors.size(); ++i) {
    const auto& [name, area, primary] = monitors[i];
    if (i > 0) list += ", ";
    list += std::to_string(i + 1) + " (" + name + (name.empty() ? "" : ", ") +
            std::to_string(area.width) + "x" + std::to_string(area.height) + place(area.origin_x) +
            place(area.origin_y) + (primary ? ", primary)" : ")");
  }
  return list;
}
}  // namespace

std::optional<Screen> common_area(const Screen& a, const Screen& b) {
  const Edges one = edges_of(a), other = edges_of(b);
  const Edges both{std::max(one.left, other.left), std::max(one.top, other.top),
                   std::min(one.right, other.right), std::min(one.bottom, other.bottom)};
  if (both.left >= both.right || both.top >= both.bottom) return std::nullopt;
  return screen_of(both);
}

std::vector<Screen> without(const Screen& area, const Screen& cut) {
  const std::optional<Screen> common = common_area(area, cut);
  if (!common) return {area};
  const Edges all = edges_of(area), gone = edges_of(*common);
  std::vector<Screen> left;
  for (const Edges& each : {Edges{all.left, all.top, all.right, gone.top},
                            Edges{all.left, gone.top, gone.left, gone.bottom},
                            Edges{gone.right, gone.top, all.right, gone.bottom},
                            Edges{all.left, gone.bottom, all.right, all.bottom}})
    if (each.left < each.right && each.top < each.bottom) left.push_back(screen_of(each));
  return left;
}

std::vector<Screen> without(std::span<const Screen> areas, const Screen& cut) {
  std::vector<Screen> left;
  for (const Screen& each : areas)
    for (const Screen& piece : without(each, cut)) left.push_back(piece);
  return left;
}

bool contains(const Screen& area, Point place) {
  return common_area(area, {place.x, place.y, 1, 1}).has_value();
}

Result<Screen> captured_area(std::span<const Monitor> monitors, std::string_view monitor) {
  if (monitor == "all") {
    Edges all = edges_of(monitors.front().area);
    for (const Monitor& each : monitors) {
      const Edges edges = edges_of(each.area);
      all = {std::min(all.left, edges.left), std::min(all.top, edges.top),
             std::max(all.right, edges.right), std::max(all.bottom, edges.bottom)};
    }
    return screen_of(all);
  }
  if (monitor == "primary") {
    const auto found = std::ranges::find(monitors, true, &Monitor::primary);
    return found == monitors.end() ? monitors.front().area : found->area;
  }
  std::size_t number = 0;
  const auto [end, error] =
      std::from_chars(monitor.data(), monitor.data() + monitor.size(), number);
  if (error != std::errc{} || end != monitor.data() + monitor.size() || number == 0 ||
      number > monitors.size()) {
    return Error{"there is no monitor " + std::string(monitor) + "; there is " +
                 describe(monitors)};
  }
  return monitors[number - 1].area;
}

void blacken_beside(std::span<const Monitor> monitors, ScreenPixels& pixels) {
  const Screen& area = pixels.area;
  const auto whole = [&](const Monitor& each) { return common_area(each.area, area) == area; };
  if (std::ranges::any_of(monitors, whole)) return;
  std::vector<std::uint8_t> shown(pixels.bgrx.size());
  for (const Monitor& each : monitors) {
    const std::optional<Screen> part = common_area(each.area, area);
    if (!part) continue;
    for (int y = 0; y < part->height; ++y) {
      const std::size_t at = (static_cast<std::size_t>(part->origin_y - area.origin_y + y) *
                                  static_cast<std::size_t>(area.width) +
                              static_cast<std::size_t>(part->origin_x - area.origin_x)) *
                             kPixelBytes;
      std::memcpy(shown.data() + at, pixels.bgrx.data() + at,
                  static_cast<std::size_t>(part->width) * kPixelBytes);
    }
  }
  pixels.bgrx = std::move(shown);
}

Point corner_of(std::span<const Monitor> monitors) {
  const auto first = std::ranges::min_element(monitors, {}, [](const Monitor& each) {
    return std::pair(each.area.origin_x, each.area.origin_y);
  });
  return {first->area.origin_x, first->area.origin_y};
}

bool has_one_colour(const ScreenPixels& pixels) {
  const std::vector<std::uint8_t>& bytes = pixels.bgrx;
  // The fourth byte is unused.
  for (std::size_t i = kPixelBytes; i < bytes.size(); i += kPixelBytes)
    if (bytes[i] != bytes[0] || bytes[i + 1] != bytes[1] || bytes[i + 2] != bytes[2]) return false;
  return true;
}

bool is_all_black(const ScreenPixels& pixels) {
  return pixels.bgrx.empty() ||
         ((pixels.bgrx[0] | pixels.bgrx[1] | pixels.bgrx[2]) == 0 && has_one_colour(pixels));
}
}  // namespace franz
