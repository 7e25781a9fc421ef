#pragma once
// The picture of a real screen as kinds of pixels: what windows are made of, and what lies over it
// that is not on the screen.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>
#include "common/geometry/screen_map.h"
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

// A part of a picture, in its pixels.
struct PixelBox {
  int left = 0, top = 0, width = 0, height = 0;
  int right() const { return left + width - 1; }  // the last column
  int bottom() const { return top + height - 1; }
  bool has(int x, int y) const { return x >= left && x <= right() && y >= top && y <= bottom(); }
  friend bool operator==(const PixelBox&, const PixelBox&) = default;
};
// The smallest box with both in it.
PixelBox around(const PixelBox& a, const PixelBox& b);

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

class PixelKinds {
 public:
  explicit PixelKinds(const Picture& picture);

  int width() const { return width_; }
  int height() const { return height_; }
  bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
  // Inside the picture.
  PixelKind at(int x, int y) const { return kinds_[index(x, y)]; }
  int luma(int x, int y) const { return luma_[index(x, y)]; }  // 0 to 255

  // The same with every run of up to `reach` hidden pixels, along a row or a column, that has the
  // same kind on both sides turned into that kind: lines of a grid are gone.
  PixelKinds healed(int reach) const;

  // How many pixels of the box, which is inside the picture, have that kind.
  int count(const PixelBox& box, PixelKind kind) const;
  // Whether most of the pixels that are `reach` pixels outside the box are light ground.
  bool is_on_light_ground(const PixelBox& box, int reach) const;

  // What is inside `box`, which is inside the picture; its own places begin at (0, 0).
  PixelKinds part(const PixelBox& box) const;

 private:
  PixelKinds(int width, int height) : width_(width), height_(height) {}

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  void hide(const PixelBox& box);
  void hide_rims(const Picture& picture);

  int width_, height_;
  std::vector<PixelKind> kinds_;
  std::vector<std::uint8_t> luma_;
};

// True for a mark's red or an overlay's cyan, mixed with what lies below or not.
bool is_laid_over(int r, int g, int b);

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
