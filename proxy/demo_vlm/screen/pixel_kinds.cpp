#include "proxy/demo_vlm/screen/pixel_kinds.h"
#include <cstdlib>
#include <optional>

namespace franz::demo_vlm {
namespace {
constexpr int kWhite = 252, kLight = 225;  // the least of the three colours
constexpr int kRed = 24;        // of a mark: red is at least so much more than the others
constexpr int kDarkLuma = 160;  // of the luma, at most

// The weights of ITU-R BT.601.
int luma_of(PixelColor color) { return (299 * color.r + 587 * color.g + 114 * color.b) / 1000; }

PixelKind kind_of(PixelColor color) {
  const auto [r, g, b] = color;
  if (is_laid_over(color)) return PixelKind::hidden;
  const int least = std::min({r, g, b});
  if (least >= kWhite) return PixelKind::white;
  if (least >= kLight) return PixelKind::light;
  if (b - g >= 60 && b - r >= 110) return PixelKind::accent;
  return luma_of(color) <= kDarkLuma ? PixelKind::dark : PixelKind::other;
}

// The badge with the time is a dark plate at the foot, in the middle.
std::optional<PixelBox> badge_of(const Picture& picture) {
  const PixelBox foot{picture.width / 4, picture.height * 89 / 100, picture.width / 2,
                      picture.height * 7 / 100};
  if (foot.width < 20 || foot.height < 8) return std::nullopt;
  const int dark =
      count_where(foot, [&](int x, int y) { return luma_of(color_at(picture, x, y)) < 60; });
  return dark * 2 < foot.width * foot.height ? std::nullopt : std::optional(foot);
}
}  // namespace

bool is_laid_over(PixelColor color) {
  const auto [r, g, b] = color;
  const bool is_mark = r - std::max(g, b) >= kRed;
  const bool is_overlay = std::min(g, b) - r >= 6 && std::abs(g - b) <= 40;
  return is_mark || is_overlay;
}

PixelKinds::PixelKinds(const Picture& picture) : size_(size_of(picture)) {
  for_pixels(whole(picture), [&](int x, int y) {
    const PixelColor color = color_at(picture, x, y);
    kinds_.push_back(kind_of(color));
    luma_.push_back(static_cast<std::uint8_t>(luma_of(color)));
  });
  hide_rims(picture);
  // The inset is a panel with a frame; single pixels of its colour make none.
  const auto inset = find_inset(picture);
  if (inset && inset->width > 20 && inset->height > 20) hide(*inset);
  if (const auto badge = badge_of(picture)) hide(*badge);
}

// Marks have a white rim, which looks like a field's white.
void PixelKinds::hide_rims(const Picture& picture) {
  const int rim = std::max(2, size_.width / 400);
  const auto is_red = [&](int x, int y) {
    if (!has(x, y)) return false;
    const PixelColor color = color_at(picture, x, y);
    return color.r - std::max(color.g, color.b) >= kRed;
  };
  for_pixels(whole(picture), [&](int x, int y) {
    if (at(x, y) != PixelKind::hidden || !is_red(x, y)) return;
    // Of a run of red, what lies on its inside is hidden by its ends.
    if (!is_red(x - 1, y) || !is_red(x + 1, y) || !is_red(x, y - 1) || !is_red(x, y + 1))
      hide(PixelBox{x, y, 1, 1}.grown(rim, size_));
  });
}

void PixelKinds::hide(const PixelBox& box) {
  for_pixels(box, [&](int x, int y) { kinds_[index(x, y)] = PixelKind::hidden; });
}

PixelKinds PixelKinds::healed(int reach) const {
  PixelKinds healed = *this;
  // Where two lines cross, nothing is healed but by the pixels of the healed rows.
  heal_runs(
      size_, healed.kinds_, reach, [](PixelKind kind) { return kind == PixelKind::hidden; },
      [&](std::size_t before, std::size_t behind, std::size_t at, double) {
        if (healed.kinds_[before] != healed.kinds_[behind]) return;
        healed.kinds_[at] = healed.kinds_[before];
        healed.luma_[at] =
            static_cast<std::uint8_t>((healed.luma_[before] + healed.luma_[behind]) / 2);
      });
  return healed;
}

bool PixelKinds::is_on_light_ground(const PixelBox& box, int reach) const {
  int light = 0, all = 0;
  const auto look = [&](int x, int y) {
    if (has(x, y) && at(x, y) == PixelKind::hidden) return;
    ++all;
    light += has(x, y) && at(x, y) == PixelKind::light ? 1 : 0;
  };
  for (int x = box.left; x <= box.right(); ++x) {
    look(x, box.top - reach);
    look(x, box.bottom() + reach);
  }
  for (int y = box.top; y <= box.bottom(); ++y) {
    look(box.left - reach, y);
    look(box.right() + reach, y);
  }
  return all > 0 && light * 10 >= all * 6;
}

PixelKinds PixelKinds::part(const PixelBox& box) const {
  PixelKinds part;
  part.size_ = {std::max(0, box.width), std::max(0, box.height)};
  for_pixels(box, [&](int x, int y) {
    part.kinds_.push_back(at(x, y));
    part.luma_.push_back(luma_[index(x, y)]);
  });
  return part;
}

std::vector<PixelPatch> patches_of(const PixelKinds& kinds, PixelKind kind) {
  return patches_where(kinds.size(), [&](int x, int y) { return kinds.at(x, y) == kind; });
}

std::vector<PixelPatch> patches_where(Size picture,
                                      const std::function<bool(int x, int y)>& is_one) {
  const auto width = static_cast<std::size_t>(picture.width);
  std::vector<char> is_left;  // belongs to a patch that was not found yet
  for_pixels({0, 0, picture.width, picture.height},
             [&](int x, int y) { is_left.push_back(is_one(x, y) ? 1 : 0); });
  std::vector<PixelPatch> patches;
  for (std::size_t i = 0; i < is_left.size(); ++i) {
    if (is_left[i] == 0) continue;
    const Point first{static_cast<int>(i % width), static_cast<int>(i / width)};
    PixelPatch patch{{first.x, first.y, 1, 1}, 0};
    std::vector<Point> front{first};
    is_left[i] = 0;
    while (!front.empty()) {
      const PixelBox pixel{front.back().x, front.back().y, 1, 1};
      front.pop_back();
      patch.box = around(patch.box, pixel);
      ++patch.count;
      for_pixels(pixel.grown(1, picture), [&](int x, int y) {
        char& is_next = is_left[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
        if (is_next != 0) front.push_back({x, y});
        is_next = 0;
      });
    }
    patches.push_back(patch);
  }
  return patches;
}
}  // namespace franz::demo_vlm
