#include "proxy/demo_vlm/picture.h"
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace franz::demo_vlm {
namespace {
constexpr int kUnpainted = 24;  // of 255: below it, nothing is painted

PixelColor pixel(const Picture& picture, int x, int y) {
  return color_at(picture, static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                               static_cast<std::size_t>(x));
}

// Lines are 9 pixels of 1920 wide: in a narrow picture they are less than one, and grey.
int ink_threshold(const Picture& picture) { return std::clamp(picture.width / 4, 24, 96); }

bool is_ink(const Picture& picture, int x, int y) {
  const auto [r, g, b] = pixel(picture, x, y);
  return std::min({r, g, b}) >= ink_threshold(picture);
}

bool is_mark(const Picture& picture, int x, int y) {
  const auto [r, g, b] = pixel(picture, x, y);
  return r - std::max(g, b) >= 48;
}

// The badge with the time covers the foot of the picture; its text is no drawing.
bool is_badge(const Picture& picture, int x, int y) {
  return y >= picture.height * 93 / 100 && x >= picture.width * 3 / 10 &&
         x <= picture.width * 7 / 10;
}

int column(const Picture& picture, double thousandths) {
  const double x = std::round(thousandths / 1000 * (picture.width - 1));
  return std::clamp(static_cast<int>(x), 0, picture.width - 1);
}

int row(const Picture& picture, double thousandths) {
  const double y = std::round(thousandths / 1000 * (picture.height - 1));
  return std::clamp(static_cast<int>(y), 0, picture.height - 1);
}

// One place: a pixel to each side of it counts too, as lines fall between pixels.
Sight sight_at(const Picture& picture, double x, double y) {
  const int reach = std::max(1, picture.width / 512);
  const int cx = column(picture, x), cy = row(picture, y);
  if (is_badge(picture, cx, cy)) return Sight::hidden;
  bool mark = false;
  for (int py = std::max(0, cy - reach); py <= std::min(picture.height - 1, cy + reach); ++py) {
    for (int px = std::max(0, cx - reach); px <= std::min(picture.width - 1, cx + reach); ++px) {
      if (is_ink(picture, px, py)) return Sight::there;
      mark = mark || is_mark(picture, px, py);
    }
  }
  return mark ? Sight::hidden : Sight::missing;
}

// Places in 0 to 1000 along a line, both ends too, a pixel or two apart.
std::vector<std::pair<double, double>> places_along(const Picture& picture, PlanPoint from,
                                                    PlanPoint to) {
  const double pixels = std::hypot((to.x - from.x) / 1000.0 * picture.width,
                                   (to.y - from.y) / 1000.0 * picture.height);
  const int steps = std::max(1, static_cast<int>(pixels / 1.5));
  std::vector<std::pair<double, double>> places;
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    places.emplace_back(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
  }
  return places;
}

Sight look_along(const Picture& picture, PlanPoint from, PlanPoint to) {
  int there = 0, missing = 0;
  for (const auto& [x, y] : places_along(picture, from, to)) {
    const Sight sight = sight_at(picture, x, y);
    there += sight == Sight::there ? 1 : 0;
    missing += sight == Sight::missing ? 1 : 0;
  }
  if (there + missing == 0) return Sight::hidden;
  // Numbers on plates may pass for ink and cover some: most of what can be seen decides.
  return there * 10 >= (there + missing) * 6 ? Sight::there : Sight::missing;
}

// Text begins beside its click; letters fill about a quarter of their box.
Sight look_for_text(const Picture& picture, const PlannedCall& call) {
  const int letters = static_cast<int>(call.text.size());
  const int left = column(picture, call.from.x + 14);
  const int right = column(picture, call.from.x + 14 + letters * 18);
  const int top = row(picture, call.from.y - 20), bottom = row(picture, call.from.y + 20);
  int ink = 0, mark = 0, all = 0;
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) {
      ++all;
      ink += is_ink(picture, x, y) ? 1 : 0;
      mark += is_mark(picture, x, y) ? 1 : 0;
    }
  }
  if (ink * 100 >= all * 8) return Sight::there;
  return mark * 2 > all ? Sight::hidden : Sight::missing;
}
}  // namespace

InkSeen look_at_ink(const Picture& picture) {
  InkSeen seen;
  long long ink = 0;
  int left = picture.width, top = picture.height, right = -1, bottom = -1;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      if (is_badge(picture, x, y)) continue;
      seen.marks = seen.marks || is_mark(picture, x, y);
      if (!is_ink(picture, x, y)) continue;
      ++ink;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  }
  if (ink == 0) return seen;
  seen.share = static_cast<double>(ink) / picture.width / picture.height;
  const auto thousandths = [](int at, int extent) {
    return extent > 1 ? at * 1000 / (extent - 1) : 0;
  };
  seen.left = thousandths(left, picture.width);
  seen.right = thousandths(right, picture.width);
  seen.top = thousandths(top, picture.height);
  seen.bottom = thousandths(bottom, picture.height);
  return seen;
}

std::string box_text(const InkSeen& ink) {
  return "from (" + std::to_string(ink.left) + ", " + std::to_string(ink.top) + ") to (" +
         std::to_string(ink.right) + ", " + std::to_string(ink.bottom) + ")";
}

Sight look_for(const Picture& picture, const PlannedCall& call) {
  if (call.kind == PlannedCall::Kind::type) return look_for_text(picture, call);
  return look_along(picture, call.from, call.to);
}

// By its frame, which has a colour of its own.
std::optional<Panel> find_inset(const Picture& picture) {
  constexpr PixelColor kFrame{0x14, 0xAE, 0xC8};  // as the capturer's overlays have it
  Panel panel{picture.width, picture.height, -1, -1};
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const auto [r, g, b] = pixel(picture, x, y);
      if (r != kFrame.r || g != kFrame.g || b != kFrame.b) continue;
      panel = {std::min(panel.left, x), std::min(panel.top, y), std::max(panel.right, x),
               std::max(panel.bottom, y)};
    }
  }
  if (panel.right < 0) return std::nullopt;
  return panel;
}

bool is_dark_along(const Picture& picture, const PlannedCall& call,
                   const std::optional<Panel>& inset) {
  if (call.kind == PlannedCall::Kind::type) return false;
  const auto is_dark = [&](int x, int y) {
    const auto [r, g, b] = pixel(picture, x, y);
    return std::max({r, g, b}) < kUnpainted;
  };
  int dark = 0, all = 0;
  for (const auto& [x, y] : places_along(picture, call.from, call.to)) {
    const int cx = column(picture, x), cy = row(picture, y);
    if (inset && cx >= inset->left && cx <= inset->right && cy >= inset->top && cy <= inset->bottom)
      return false;
    if (is_badge(picture, cx, cy)) continue;
    ++all;
    bool none = true;
    for (int py = std::max(0, cy - 1); py <= std::min(picture.height - 1, cy + 1); ++py)
      for (int px = std::max(0, cx - 1); px <= std::min(picture.width - 1, cx + 1); ++px)
        none = none && is_dark(px, py);
    dark += none ? 1 : 0;
  }
  // A line of a grid may cross it.
  return all > 0 && dark * 10 >= all * 8;
}

bool is_dark_around(const Picture& picture, PlanPoint at, int reach) {
  const int cx = column(picture, at.x), cy = row(picture, at.y);
  const int r = std::max(1, reach * picture.width / 1000);
  for (int y = std::max(0, cy - r); y <= std::min(picture.height - 1, cy + r); ++y) {
    for (int x = std::max(0, cx - r); x <= std::min(picture.width - 1, cx + r); ++x) {
      if (is_ink(picture, x, y) || is_mark(picture, x, y)) return false;
    }
  }
  return true;
}
}  // namespace franz::demo_vlm
