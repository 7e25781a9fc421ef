#pragma once
// The picture of a real screen as kinds of pixels: what windows are made of, and what lies over it
// that is not on the screen.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>
#include "proxy/demo_vlm/picture.h"

namespace franz::demo_vlm {
enum class PixelKind : std::uint8_t {
  other,
  white,   // of a field that takes text
  light,   // nearly white: of a dialog
  dark,    // ink of texts and lines
  accent,  // the blue of what has the focus, is chosen or suggested
  hidden,  // a mark, an overlay or the badge lies over it
};

// Adds a box to those of one list; boxes that belong together become one, which may reach others.
template <typename BelongTogether>
void add_box(std::vector<PixelBox>& boxes, PixelBox box, BelongTogether belong_together) {
  for (std::size_t i = 0; i < boxes.size();) {
    if (!belong_together(boxes[i], box)) {
      ++i;
      continue;
    }
    box = around(boxes[i], box);
    boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;
  }
  boxes.push_back(box);
}

// Heals runs of up to `reach` hidden pixels, first along the rows, then along the columns of a
// picture of that size: fill(before, behind, at, t) gives the pixel with the index `at` a value
// between those of the pixels on both sides, `t` (0 to 1) of the way. All values of a pass are
// those from before it.
template <typename Value, typename IsHidden, typename Fill>
void heal_runs(Size size, std::vector<Value>& values, int reach, IsHidden is_hidden, Fill fill) {
  const auto width = static_cast<std::size_t>(size.width);
  for (const bool is_row : {true, false}) {
    const std::vector<Value> from = values;
    const int lines = is_row ? size.height : size.width, length = is_row ? size.width : size.height;
    for (int line = 0; line < lines; ++line) {
      const auto at = [&](int i) {
        return static_cast<std::size_t>(is_row ? line : i) * width +
               static_cast<std::size_t>(is_row ? i : line);
      };
      for (int i = 0; i < length; ++i) {
        if (!is_hidden(from[at(i)])) continue;
        const int first = i;
        while (i + 1 < length && is_hidden(from[at(i + 1)])) ++i;
        if (first == 0 || i + 1 == length || i - first + 1 > reach) continue;
        for (int k = first; k <= i; ++k)
          fill(at(first - 1), at(i + 1), at(k),
               static_cast<double>(k - first + 1) / (i - first + 2));
      }
    }
  }
}

class PixelKinds {
 public:
  explicit PixelKinds(const Picture& picture);

  Size size() const { return size_; }
  bool has(int x, int y) const { return x >= 0 && y >= 0 && x < size_.width && y < size_.height; }
  // Inside the picture.
  PixelKind at(int x, int y) const { return kinds_[index(x, y)]; }
  int luma(int x, int y) const { return luma_[index(x, y)]; }  // 0 to 255

  // The same with every run of up to `reach` hidden pixels, along a row or a column, that has the
  // same kind on both sides turned into that kind: lines of a grid are gone.
  PixelKinds healed(int reach) const;

  // How many pixels of the box, which is inside the picture, have that kind.
  int count(const PixelBox& box, PixelKind kind) const {
    return count_where(box, [&](int x, int y) { return at(x, y) == kind; });
  }
  // Whether most of the pixels that are `reach` pixels outside the box are light ground.
  bool is_on_light_ground(const PixelBox& box, int reach) const;

  // What is inside `box`, which is inside the picture; its own places begin at (0, 0).
  PixelKinds part(const PixelBox& box) const;

 private:
  PixelKinds() = default;

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) +
           static_cast<std::size_t>(x);
  }
  void hide(const PixelBox& box);
  void hide_rims(const Picture& picture);

  Size size_;
  std::vector<PixelKind> kinds_;
  std::vector<std::uint8_t> luma_;
};

// True for a mark's red or an overlay's cyan, mixed with what lies below or not.
bool is_laid_over(PixelColor color);

// The box around pixels that hang together, also over corners; `count`: how many there are.
struct PixelPatch {
  PixelBox box;
  int count = 0;
};
std::vector<PixelPatch> patches_of(const PixelKinds& kinds, PixelKind kind);
// Of all pixels of a picture for which `is_one` holds.
std::vector<PixelPatch> patches_where(Size picture,
                                      const std::function<bool(int x, int y)>& is_one);
}  // namespace franz::demo_vlm
