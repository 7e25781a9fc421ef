#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include "proxy/demo_vlm/screen/find_form.h"

namespace franz::demo_vlm {
namespace {
constexpr int kEdgeStep = 7;  // of the luma: so much darker than the ground is a frame
constexpr int kLookBack = 3;  // pixels: the ground that a frame is compared with
constexpr int kMaxTextHeight = 24, kMaxTextWidth = 200;  // pixels
constexpr int kMaxSide = 90;  // pixels from a text to the frame beside it
constexpr int kReach = 3;     // pixels outside a frame where its ground is looked at

struct PixelStep {
  int x, y;
};

bool are_one_text(const PixelBox& a, const PixelBox& b) {
  const int gap = std::max(a.left, b.left) - std::min(a.right(), b.right());
  return gap <= std::max({4, a.height, b.height}) && a.top <= b.bottom() + 3 &&
         a.bottom() >= b.top - 3;
}

// Texts: dark patches that are near each other on a line.
std::vector<PixelBox> texts_of(const PixelKinds& kinds) {
  std::vector<PixelPatch> letters = patches_of(kinds, PixelKind::dark);
  std::erase_if(letters, [](const PixelPatch& each) {
    return each.box.height > kMaxTextHeight || each.box.width > kMaxTextWidth;
  });
  std::ranges::sort(letters, {}, [](const PixelPatch& each) { return each.box.left; });
  std::vector<PixelBox> texts;
  for (const PixelPatch& letter : letters) add_box(texts, letter.box, are_one_text);
  std::erase_if(texts, [](const PixelBox& text) {
    return text.width < 4 || text.height < 3 || text.width > kMaxTextWidth ||
           text.height > kMaxTextHeight;
  });
  return texts;
}

// A way from a text outwards, a line of pixels across it at a time.
class Ray {
 public:
  // `along`: from one line to the next; `across`: from one pixel of a line to the next.
  Ray(const PixelKinds& kinds, PixelStep from, PixelStep along, PixelStep across, int length)
      : kinds_(kinds), from_(from), along_(along), across_(across), length_(length) {}

  // How many lines away the frame is, from 2: the first one may have the letters' edges. Nothing:
  // none within `reach`.
  std::optional<int> edge(int reach) {
    for (int i = 2; i <= reach; ++i) {
      int darker = 0, seen = 0, inside = 0;
      for (int k = 0; k < length_; ++k) {
        const auto [x, y] = pixel(i, k);
        const auto [back_x, back_y] = pixel(std::max(1, i - kLookBack), k);
        if (!kinds_.has(x, y)) continue;
        ++inside;
        if (kinds_.at(x, y) == PixelKind::hidden || kinds_.at(back_x, back_y) == PixelKind::hidden)
          continue;
        ++seen;
        darker += kinds_.luma(back_x, back_y) - kinds_.luma(x, y) >= kEdgeStep ? 1 : 0;
      }
      if (inside == 0) return std::nullopt;
      if (seen * 2 < inside) {
        hidden_.push_back(i);
      } else if (darker * 4 >= seen * 3) {
        return i;
      }
    }
    return std::nullopt;
  }

  bool is_hidden_at(int distance) const {
    return std::ranges::any_of(hidden_, [&](int each) { return std::abs(each - distance) <= 2; });
  }

 private:
  std::pair<int, int> pixel(int i, int k) const {
    return {from_.x + along_.x * i + across_.x * k, from_.y + along_.y * i + across_.y * k};
  }

  const PixelKinds& kinds_;
  PixelStep from_, along_, across_;
  int length_;
  std::vector<int> hidden_;
};

// How far the frame is on both sides. What lies under an overlay is believed to be as far away as
// the other side: a button's text is in its middle.
std::optional<std::pair<int, int>> both_edges(Ray before, Ray behind, int reach, int tolerance) {
  std::optional<int> first = before.edge(reach), second = behind.edge(reach);
  if (!first && second && before.is_hidden_at(*second)) first = second;
  if (!second && first && behind.is_hidden_at(*first)) second = first;
  if (!first || !second || std::abs(*first - *second) > tolerance) return std::nullopt;
  return std::pair{*first, *second};
}

std::optional<PixelBox> frame_around(const PixelKinds& kinds, const PixelBox& text) {
  const int up_and_down = std::max(8, text.height * 22 / 10);
  const PixelStep right{1, 0}, down{0, 1}, left{-1, 0}, up{0, -1};
  const auto rows = both_edges(Ray(kinds, {text.left, text.top}, up, right, text.width),
                               Ray(kinds, {text.left, text.bottom()}, down, right, text.width),
                               up_and_down, std::max(4, text.height / 2));
  if (!rows) return std::nullopt;
  const auto columns =
      both_edges(Ray(kinds, {text.left, text.top}, left, down, text.height),
                 Ray(kinds, {text.right(), text.top}, right, down, text.height), kMaxSide, 8);
  if (!columns) return std::nullopt;
  const PixelBox box{text.left - columns->first, text.top - rows->first,
                     text.width + columns->first + columns->second,
                     text.height + rows->first + rows->second};
  if (!kinds.is_on_light_ground(box, kReach)) return std::nullopt;
  return box;
}

std::vector<ButtonSeen> accent_boxes(const PixelKinds& kinds) {
  std::vector<ButtonSeen> buttons;
  for (const PixelPatch& patch : patches_of(kinds, PixelKind::accent)) {
    const PixelBox& box = patch.box;
    const bool is_button = box.width >= 24 && box.width <= 300 && box.height >= 10 &&
                           box.height <= 64 && box.width > box.height &&
                           patch.count * 10 >= box.width * box.height * 6;
    if (is_button && kinds.is_on_light_ground(box, kReach)) buttons.push_back({box, true});
  }
  return buttons;
}
}  // namespace

std::vector<ButtonSeen> find_buttons(const PixelKinds& kinds) {
  std::vector<ButtonSeen> buttons = accent_boxes(kinds);
  for (const PixelBox& text : texts_of(kinds)) {
    const auto box = frame_around(kinds, text);
    if (!box || std::ranges::find(buttons, *box, &ButtonSeen::box) != buttons.end()) continue;
    buttons.push_back({*box, false});
  }
  return buttons;
}
}  // namespace franz::demo_vlm
