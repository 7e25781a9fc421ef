#include "capturer/render/mark_colors.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <vector>
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
namespace {
constexpr int kGreyStep = 17;  // 0, 17, …, 255
constexpr std::size_t kReds = 26, kGreys = 255 / kGreyStep + 1, kColors = kReds + kGreys;

constexpr Color mixed(Color top, int grey, int alpha) {
  const auto channel = [&](int value) {
    return static_cast<std::uint8_t>((value * alpha + grey * (255 - alpha) + 127) / 255);
  };
  return {channel(top.red), channel(top.green), channel(top.blue)};
}

// Blends of the marks' red with black, greys and white, in finer steps for black and white, which
// dominate a drawing; of a plate with its white rim; of a label with black; and greys.
constexpr std::array<Color, kColors> mark_colors() {
  std::array<Color, kColors> colors{};
  std::size_t count = 0;
  const auto add = [&](Color top, int grey, int alpha) {
    colors[count++] = mixed(top, grey, alpha);
  };
  add(kMarkRed, 0, 255);
  add(kPlateRed, 0, 255);
  for (const int grey : {0, 85, 170, 255})
    for (const int alpha : {64, 128, 191}) add(kMarkRed, grey, alpha);
  for (const int grey : {0, 255})
    for (const int alpha : {32, 96, 160, 223}) add(kMarkRed, grey, alpha);
  for (const int alpha : {64, 128, 191}) add(kPlateRed, 255, alpha);
  add(kPlateRed, 0, 128);
  for (int grey = 0; grey <= 255; grey += kGreyStep) add(kMarkWhite, 0, grey);
  return colors;
}
constexpr std::array<Color, kColors> kMarkColors = mark_colors();

// The nearest of the 16 greys.
constexpr std::array<std::uint8_t, 256> grey_levels() {
  std::array<std::uint8_t, 256> levels{};
  for (int grey = 0; grey <= 255; ++grey)
    levels[static_cast<std::size_t>(grey)] =
        static_cast<std::uint8_t>((grey + kGreyStep / 2) / kGreyStep * kGreyStep);
  return levels;
}
constexpr std::array<std::uint8_t, 256> kGreyLevels = grey_levels();

// The nearest mark colour, by the upper bits of each channel; cached for colours that share these.
class Nearest {
 public:
  const Color& to(const std::uint8_t* pixel) {
    std::size_t cell = 0;
    for (int i = 0; i < 3; ++i) cell = cell << kBits | pixel[i] >> kDropped;
    std::uint8_t& known = known_[cell];
    if (known == kUnknown) known = search(pixel);
    return kMarkColors[known];
  }

 private:
  static constexpr unsigned kBits = 5, kDropped = 8 - kBits;
  static constexpr std::uint8_t kUnknown = 255;

  // Searches from the middle of the channels' ranges, so that the result does not depend on order.
  static std::uint8_t search(const std::uint8_t* pixel) {
    const auto middle = [&](int i) {
      return (pixel[i] >> kDropped << kDropped) + (1 << kDropped) / 2;
    };
    const auto squared = [](int value) { return value * value; };
    int least = std::numeric_limits<int>::max();
    std::uint8_t nearest = 0;
    for (std::size_t i = 0; i < kColors; ++i) {
      const Color& color = kMarkColors[i];
      const int distance = squared(color.red - middle(0)) + squared(color.green - middle(1)) +
                           squared(color.blue - middle(2));
      if (distance >= least) continue;
      least = distance;
      nearest = static_cast<std::uint8_t>(i);
    }
    return nearest;
  }

  std::vector<std::uint8_t> known_ =
      std::vector<std::uint8_t>(std::size_t{1} << 3 * kBits, kUnknown);
};
}  // namespace

void limit_mark_colors(Picture& picture, const Picture& plain) {
  Nearest nearest;
  constexpr std::size_t kAtOnce = 48;  // bytes: most of a picture is unchanged
  const std::size_t of_row = static_cast<std::size_t>(picture.size().width) * 3;
  for (int y = 0; y < picture.size().height; ++y) {
    std::uint8_t* const pixels = picture.row(y);
    const std::uint8_t* const before = plain.rgb().data() + static_cast<std::size_t>(y) * of_row;
    for (std::size_t group = 0; group < of_row; group += kAtOnce) {
      const std::size_t end = std::min(group + kAtOnce, of_row);
      if (std::memcmp(pixels + group, before + group, end - group) == 0) continue;
      for (std::size_t i = group; i < end; i += 3) {
        std::uint8_t* const pixel = pixels + i;
        if (std::equal(pixel, pixel + 3, before + i)) continue;
        const bool grey = pixel[0] == pixel[1] && pixel[0] == pixel[2];
        const std::uint8_t level = kGreyLevels[pixel[0]];
        const Color color = grey ? Color{level, level, level} : nearest.to(pixel);
        pixel[0] = color.red;
        pixel[1] = color.green;
        pixel[2] = color.blue;
      }
    }
  }
}
}  // namespace franz::capturer
