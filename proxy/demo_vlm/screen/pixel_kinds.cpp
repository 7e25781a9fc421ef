#include "proxy/demo_vlm/screen/pixel_kinds.h"
#include <algorithm>
#include <cstdlib>
#include <numeric>
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
  if (is_laid_over(r, g, b)) return PixelKind::hidden;
  const int least = std::min({r, g, b});
  if (least >= kWhite) return PixelKind::white;
  if (least >= kLight) return PixelKind::light;
  if (b - g >= 60 && b - r >= 110) return PixelKind::accent;
  return luma_of(color) <= kDarkLuma ? PixelKind::dark : PixelKind::other;
}

// The inset is a panel with a frame; single pixels of its colour make none.
std::optional<PixelBox> inset_of(const Picture& picture) {
  const std::optional<Panel> panel = find_inset(picture);
  if (!panel || panel->right - panel->left < 20 || panel->bottom - panel->top < 20)
    return std::nullopt;
  return PixelBox{panel->left, panel->top, panel->right - panel->left + 1,
                  panel->bottom - panel->top + 1};
}

// The badge with the time is a dark plate at the foot, in the middle.
std::optional<PixelBox> badge_of(const Picture& picture) {
  const PixelBox foot{picture.width / 4, picture.height * 89 / 100, picture.width / 2,
                      picture.height * 7 / 100};
  if (foot.width < 20 || foot.height < 8) return std::nullopt;
  int dark = 0;
  for (int y = foot.top; y <= foot.bottom(); ++y)
    for (int x = foot.left; x <= foot.right(); ++x)
      dark += luma_of(color_at(
                  picture, static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                               static_cast<std::size_t>(x))) < 60
                  ? 1
                  : 0;
  if (dark * 2 < foot.width * foot.height) return std::nullopt;
  return foot;
}

// Which patch a pixel belongs to, as sets that are joined.
class Sets {
 public:
  std::size_t add() {
    parents_.push_back(parents_.size());
    return parents_.size() - 1;
  }
  std::size_t find(std::size_t set) {
    while (parents_[set] != set) set = parents_[set] = parents_[parents_[set]];
    return set;
  }
  void join(std::size_t a, std::size_t b) { parents_[find(a)] = find(b); }

 private:
  std::vector<std::size_t> parents_;
};

struct Run {
  int first, last, y;
};

std::vector<Run> runs_of(int width, int y, const std::function<bool(int x, int y)>& is_one) {
  std::vector<Run> runs;
  for (int x = 0; x < width; ++x) {
    if (!is_one(x, y)) continue;
    const int first = x;
    while (x + 1 < width && is_one(x + 1, y)) ++x;
    runs.push_back({first, x, y});
  }
  return runs;
}

// The pixels of one row or column.
struct PixelLine {
  std::size_t first, step;
  int length;
  std::size_t at(int i) const { return first + step * static_cast<std::size_t>(i); }
};

// Gives each short run of hidden pixels between two of one kind that kind and their mean luma.
void heal_line(const PixelLine& line, const std::vector<PixelKind>& from, int reach,
               std::vector<PixelKind>& to, std::vector<std::uint8_t>& luma) {
  for (int i = 0; i < line.length; ++i) {
    if (from[line.at(i)] != PixelKind::hidden) continue;
    const int first = i;
    while (i + 1 < line.length && from[line.at(i + 1)] == PixelKind::hidden) ++i;
    if (first == 0 || i + 1 == line.length || i - first + 1 > reach) continue;
    const std::size_t before = line.at(first - 1), behind = line.at(i + 1);
    if (from[before] != from[behind]) continue;
    const auto mean = static_cast<std::uint8_t>((luma[before] + luma[behind]) / 2);
    for (int k = first; k <= i; ++k) {
      to[line.at(k)] = from[before];
      luma[line.at(k)] = mean;
    }
  }
}
}  // namespace

PixelBox around(const PixelBox& a, const PixelBox& b) {
  const int left = std::min(a.left, b.left), top = std::min(a.top, b.top);
  return {left, top, std::max(a.right(), b.right()) - left + 1,
          std::max(a.bottom(), b.bottom()) - top + 1};
}

bool is_laid_over(int r, int g, int b) {
  const bool is_mark = r - std::max(g, b) >= kRed;
  const bool is_overlay = std::min(g, b) - r >= 6 && std::abs(g - b) <= 40;
  return is_mark || is_overlay;
}

PixelKinds::PixelKinds(const Picture& picture)
    : width_(picture.width),
      height_(picture.height),
      kinds_(picture.rgb.size() / 3),
      luma_(picture.rgb.size() / 3) {
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const PixelColor color = color_at(picture, i);
    kinds_[i] = kind_of(color);
    luma_[i] = static_cast<std::uint8_t>(luma_of(color));
  }
  hide_rims(picture);
  if (const auto inset = inset_of(picture)) hide(*inset);
  if (const auto badge = badge_of(picture)) hide(*badge);
}

// Marks have a white rim, which looks like a field's white.
void PixelKinds::hide_rims(const Picture& picture) {
  const int rim = std::max(2, width_ / 400);
  const auto is_red = [&](int x, int y) {
    const PixelColor color = color_at(picture, index(x, y));
    return color.r - std::max(color.g, color.b) >= kRed;
  };
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      if (kinds_[index(x, y)] != PixelKind::hidden || !is_red(x, y)) continue;
      // Of a run of red, what lies on its inside is hidden by its ends.
      const bool inside = x > 0 && x + 1 < width_ && is_red(x - 1, y) && is_red(x + 1, y) &&
                          y > 0 && y + 1 < height_ && is_red(x, y - 1) && is_red(x, y + 1);
      if (!inside) hide({x - rim, y - rim, 2 * rim + 1, 2 * rim + 1});
    }
  }
}

void PixelKinds::hide(const PixelBox& box) {
  for (int y = box.top; y <= box.bottom(); ++y)
    for (int x = box.left; x <= box.right(); ++x)
      if (has(x, y)) kinds_[index(x, y)] = PixelKind::hidden;
}

PixelKinds PixelKinds::healed(int reach) const {
  PixelKinds healed = *this;
  for (int y = 0; y < height_; ++y)
    heal_line({index(0, y), 1, width_}, kinds_, reach, healed.kinds_, healed.luma_);
  // Where two lines cross, nothing is healed but by the pixels of the healed rows.
  const std::vector<PixelKind> rows = healed.kinds_;
  for (int x = 0; x < width_; ++x)
    heal_line({index(x, 0), static_cast<std::size_t>(width_), height_}, rows, reach, healed.kinds_,
              healed.luma_);
  return healed;
}

int PixelKinds::count(const PixelBox& box, PixelKind kind) const {
  int count = 0;
  for (int y = box.top; y <= box.bottom(); ++y)
    for (int x = box.left; x <= box.right(); ++x) count += at(x, y) == kind ? 1 : 0;
  return count;
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
  PixelKinds part(std::max(0, box.width), std::max(0, box.height));
  for (int y = box.top; y <= box.bottom(); ++y) {
    for (int x = box.left; x <= box.right(); ++x) {
      part.kinds_.push_back(at(x, y));
      part.luma_.push_back(luma_[index(x, y)]);
    }
  }
  return part;
}

std::vector<PixelPatch> patches_of(const PixelKinds& kinds, PixelKind kind) {
  return patches_where({kinds.width(), kinds.height()},
                       [&](int x, int y) { return kinds.at(x, y) == kind; });
}

std::vector<PixelPatch> patches_where(Size picture,
                                      const std::function<bool(int x, int y)>& is_one) {
  Sets sets;
  std::vector<Run> all;  // a run's number is that of its set
  std::size_t above = 0;
  for (int y = 0; y < picture.height; ++y) {
    const std::size_t here = all.size();
    std::size_t candidate = above;
    for (const Run& run : runs_of(picture.width, y, is_one)) {
      const std::size_t number = sets.add();
      all.push_back(run);
      while (candidate < here && all[candidate].last < run.first - 1) ++candidate;
      for (std::size_t i = candidate; i < here && all[i].first <= run.last + 1; ++i)
        sets.join(number, i);
    }
    above = here;
  }
  std::vector<std::optional<std::size_t>> numbers(all.size());
  std::vector<PixelPatch> patches;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::optional<std::size_t>& number = numbers[sets.find(i)];
    const Run& run = all[i];
    if (!number) {
      number = patches.size();
      patches.push_back({{run.first, run.y, run.last - run.first + 1, 1}, 0});
    }
    PixelPatch& patch = patches[*number];
    const int right = std::max(patch.box.right(), run.last);
    patch.box.left = std::min(patch.box.left, run.first);
    patch.box.width = right - patch.box.left + 1;
    patch.box.height = run.y - patch.box.top + 1;
    patch.count += run.last - run.first + 1;
  }
  return patches;
}
}  // namespace franz::demo_vlm
