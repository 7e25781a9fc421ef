#include "proxy/demo_vlm/picture.h"
#include <cmath>
#include <cstdlib>
#include <vector>

namespace franz::demo_vlm {
namespace {
constexpr int kUnpainted = 24;  // of 255: below it, nothing is painted

// Lines are 9 pixels of 1920 wide: in a narrow picture they are less than one, and grey.
bool is_ink(const Picture& picture, int x, int y) {
  const auto [r, g, b] = color_at(picture, x, y);
  return std::min({r, g, b}) >= std::clamp(picture.width / 4, 24, 96);
}

bool is_mark(const Picture& picture, int x, int y) {
  const auto [r, g, b] = color_at(picture, x, y);
  return r - std::max(g, b) >= 48;
}

// The badge with the time covers the foot of the picture; its text is no drawing.
bool is_badge(const Picture& picture, int x, int y) {
  return y >= picture.height * 93 / 100 && x >= picture.width * 3 / 10 &&
         x <= picture.width * 7 / 10;
}

// The pixels around a place, as lines fall between pixels.
PixelBox square(const Picture& picture, Point at, int reach) {
  return PixelBox{at.x, at.y, 1, 1}.grown(reach, size_of(picture));
}

Sight sight_at(const Picture& picture, Point at) {
  if (is_badge(picture, at.x, at.y)) return Sight::hidden;
  const PixelBox near = square(picture, at, std::max(1, picture.width / 512));
  if (count_where(near, [&](int x, int y) { return is_ink(picture, x, y); }) > 0)
    return Sight::there;
  const int marks = count_where(near, [&](int x, int y) { return is_mark(picture, x, y); });
  return marks > 0 ? Sight::hidden : Sight::missing;
}

// Pixels along a line, both ends too, one or two apart.
std::vector<Point> pixels_along(const Picture& picture, PlanPoint from, PlanPoint to) {
  const double length = std::hypot((to.x - from.x) / 1000.0 * picture.width,
                                   (to.y - from.y) / 1000.0 * picture.height);
  const int steps = std::max(1, static_cast<int>(length / 1.5));
  std::vector<Point> pixels;
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    pixels.push_back(to_pixel({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)},
                              {0, 0, picture.width, picture.height}));
  }
  return pixels;
}

// Text begins beside its click; letters fill about a quarter of their box.
Sight look_for_text(const Picture& picture, const PlannedCall& call) {
  const Size size = size_of(picture);
  const int letters = static_cast<int>(call.text.size());
  const Point first = pixel_of({call.from.x + 14, call.from.y - 20}, size);
  const Point last = pixel_of({call.from.x + 14 + letters * 18, call.from.y + 20}, size);
  const PixelBox box{first.x, first.y, last.x - first.x + 1, last.y - first.y + 1};
  const int ink = count_where(box, [&](int x, int y) { return is_ink(picture, x, y); });
  const int mark = count_where(box, [&](int x, int y) { return is_mark(picture, x, y); });
  const int all = box.width * box.height;
  if (ink * 100 >= all * 8) return Sight::there;
  return mark * 2 > all ? Sight::hidden : Sight::missing;
}

// The smallest box with all pixels for which `is_one` holds; nothing: there are none.
template <typename IsOne>
std::optional<PixelBox> box_where(const Picture& picture, IsOne is_one) {
  int left = picture.width, top = picture.height, right = -1, bottom = -1;
  for_pixels(whole(picture), [&](int x, int y) {
    if (!is_one(x, y)) return;
    left = std::min(left, x);
    right = std::max(right, x);
    top = std::min(top, y);
    bottom = y;
  });
  if (right < 0) return std::nullopt;
  return PixelBox{left, top, right - left + 1, bottom - top + 1};
}
}  // namespace

bool is_near(PixelColor color, target_look::Rgb other, int tolerance) {
  return std::abs(color.r - other.r) <= tolerance && std::abs(color.g - other.g) <= tolerance &&
         std::abs(color.b - other.b) <= tolerance;
}

PixelBox PixelBox::grown(int margin, Size picture) const {
  const int l = std::max(0, left - margin), t = std::max(0, top - margin);
  return {l, t, std::min(picture.width - 1, right() + margin) - l + 1,
          std::min(picture.height - 1, bottom() + margin) - t + 1};
}

PixelBox around(const PixelBox& a, const PixelBox& b) {
  const int left = std::min(a.left, b.left), top = std::min(a.top, b.top);
  return {left, top, std::max(a.right(), b.right()) - left + 1,
          std::max(a.bottom(), b.bottom()) - top + 1};
}

InkSeen look_at_ink(const Picture& picture) {
  InkSeen seen;
  long long ink = 0;
  const auto box = box_where(picture, [&](int x, int y) {
    if (is_badge(picture, x, y)) return false;
    seen.marks = seen.marks || is_mark(picture, x, y);
    const bool is_one = is_ink(picture, x, y);
    ink += is_one ? 1 : 0;
    return is_one;
  });
  if (!box) return seen;
  seen.share = static_cast<double>(ink) / picture.width / picture.height;
  const auto thousandths = [](int at, int extent) {
    return extent > 1 ? at * 1000 / (extent - 1) : 0;
  };
  seen.left = thousandths(box->left, picture.width);
  seen.right = thousandths(box->right(), picture.width);
  seen.top = thousandths(box->top, picture.height);
  seen.bottom = thousandths(box->bottom(), picture.height);
  return seen;
}

std::string box_text(const InkSeen& ink) {
  return "from (" + std::to_string(ink.left) + ", " + std::to_string(ink.top) + ") to (" +
         std::to_string(ink.right) + ", " + std::to_string(ink.bottom) + ")";
}

Sight look_for(const Picture& picture, const PlannedCall& call) {
  if (call.kind == PlannedCall::Kind::type) return look_for_text(picture, call);
  int there = 0, missing = 0;
  for (const Point at : pixels_along(picture, call.from, call.to)) {
    const Sight sight = sight_at(picture, at);
    there += sight == Sight::there ? 1 : 0;
    missing += sight == Sight::missing ? 1 : 0;
  }
  if (there + missing == 0) return Sight::hidden;
  // Numbers on plates may pass for ink and cover some: most of what can be seen decides.
  return there * 10 >= (there + missing) * 6 ? Sight::there : Sight::missing;
}

// By its frame, which has a colour of its own.
std::optional<PixelBox> find_inset(const Picture& picture) {
  return box_where(picture, [&](int x, int y) {
    const auto [r, g, b] = color_at(picture, x, y);
    return r == 0x14 && g == 0xAE && b == 0xC8;  // as the capturer's overlays have it
  });
}

bool is_dark_along(const Picture& picture, const PlannedCall& call,
                   const std::optional<PixelBox>& inset) {
  if (call.kind == PlannedCall::Kind::type) return false;
  const auto is_painted = [&](int x, int y) {
    const auto [r, g, b] = color_at(picture, x, y);
    return std::max({r, g, b}) >= kUnpainted;
  };
  int dark = 0, all = 0;
  for (const Point at : pixels_along(picture, call.from, call.to)) {
    if (inset && inset->has(at.x, at.y)) return false;
    if (is_badge(picture, at.x, at.y)) continue;
    ++all;
    dark += count_where(square(picture, at, 1), is_painted) == 0 ? 1 : 0;
  }
  // A line of a grid may cross it.
  return all > 0 && dark * 10 >= all * 8;
}

bool is_dark_around(const Picture& picture, PlanPoint at, int reach) {
  const Point pixel = pixel_of(at, size_of(picture));
  const PixelBox near = square(picture, pixel, std::max(1, reach * picture.width / 1000));
  return count_where(near, [&](int x, int y) {
           return is_ink(picture, x, y) || is_mark(picture, x, y);
         }) == 0;
}
}  // namespace franz::demo_vlm
