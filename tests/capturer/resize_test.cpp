#include "capturer/render/resize.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace franz::capturer {
namespace {
// Deterministic pseudorandom pixels.
std::vector<std::uint8_t> noise(std::size_t count) {
  std::uint32_t state = 12345;
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<std::uint8_t>(state >> 24U);
  }
  return bytes;
}

// The definition, pixel by pixel, in the finest common steps of both rasters.
std::uint8_t mean_of_area(const std::vector<std::uint8_t>& bytes, Size from, int pixel_bytes,
                          Size to, int x, int y, int channel) {
  std::uint64_t sum = 0;
  for (int sy = 0; sy < from.height; ++sy) {
    const int high = std::min((sy + 1) * to.height, (y + 1) * from.height) -
                     std::max(sy * to.height, y * from.height);
    for (int sx = 0; high > 0 && sx < from.width; ++sx) {
      const int wide = std::min((sx + 1) * to.width, (x + 1) * from.width) -
                       std::max(sx * to.width, x * from.width);
      if (wide <= 0) continue;
      const int at = (sy * from.width + sx) * pixel_bytes + channel;
      const int share = wide * high;
      sum += static_cast<std::uint64_t>(share) * bytes[static_cast<std::size_t>(at)];
    }
  }
  const auto area =
      static_cast<std::uint64_t>(from.width) * static_cast<std::uint64_t>(from.height);
  return static_cast<std::uint8_t>((2 * sum + area) / (2 * area));
}

TEST(Resize, IsTheExactMeanOfTheCoveredArea) {
  const struct {
    Size from, to;
    int pixel_bytes;
  } cases[] = {{{15, 15}, {4, 4}, 3}, {{16, 9}, {16, 9}, 3}, {{17, 11}, {5, 7}, 3},
               {{3, 2}, {7, 9}, 3},   {{1, 1}, {3, 3}, 3},   {{30, 20}, {1, 1}, 3},
               {{13, 8}, {6, 4}, 4},  {{5, 40}, {9, 3}, 4},  {{64, 36}, {32, 18}, 3}};
  for (const auto& [from, to, pixel_bytes] : cases) {
    const int stride = from.width * pixel_bytes, count = stride * from.height;
    const auto bytes = noise(static_cast<std::size_t>(count));
    const ImageView view{bytes.data(), stride, from, pixel_bytes};
    const Picture picture = resize(view, to);
    for (int y = 0; y < to.height; ++y) {
      for (int x = 0; x < to.width; ++x) {
        const Color expected{mean_of_area(bytes, from, pixel_bytes, to, x, y, 2),
                             mean_of_area(bytes, from, pixel_bytes, to, x, y, 1),
                             mean_of_area(bytes, from, pixel_bytes, to, x, y, 0)};
        ASSERT_EQ(picture.at(x, y), expected)
            << from.width << "x" << from.height << " to " << to.width << "x" << to.height << " at "
            << x << ", " << y;
      }
    }
  }
}

// A bitmap, and the same pixels with three bytes each.
class Bits {
 public:
  explicit Bits(Size size)
      : size_(size),
        stride_((static_cast<std::size_t>(size.width) + 31) / 32 * 4),
        bits_(stride_ * static_cast<std::size_t>(size.height)) {}

  void set(int x, int y, bool white) {
    std::uint8_t& byte = bits_[byte_of(x, y)];
    const unsigned bit = 0x80U >> (x % 8);
    byte = static_cast<std::uint8_t>(white ? byte | bit : byte & ~bit);
  }
  BitmapView view() const { return {bits_.data(), static_cast<std::ptrdiff_t>(stride_), size_}; }
  Picture resized_as_colors(Size to) const {
    std::vector<std::uint8_t> bytes;
    for (int y = 0; y < size_.height; ++y)
      for (int x = 0; x < size_.width; ++x)
        bytes.insert(bytes.end(), 3, (bits_[byte_of(x, y)] << (x % 8) & 0x80) != 0 ? 255 : 0);
    return resize(ImageView{bytes.data(), std::ptrdiff_t{size_.width} * 3, size_, 3}, to);
  }

 private:
  std::size_t byte_of(int x, int y) const {
    return static_cast<std::size_t>(y) * stride_ + static_cast<std::size_t>(x) / 8;
  }

  const Size size_;
  const std::size_t stride_;
  std::vector<std::uint8_t> bits_;
};

const std::vector<std::pair<Size, Size>> kBitmapSizes = {
    {{32, 18}, {10, 6}},   {{17, 11}, {5, 7}},   {{3, 2}, {7, 9}},
    {{16, 9}, {16, 9}},    {{192, 9}, {64, 3}},  // each pixel covers three columns
    {{300, 7}, {91, 5}},   {{129, 5}, {129, 5}}, {{5, 40}, {9, 3}},
    {{257, 1031}, {8, 2}},  // needs longer sums
    {{1, 1}, {1, 1}}};

TEST(Resize, OfABitmapEqualsThatOfItsColors) {
  std::mt19937 random(5);  // NOLINT(bugprone-*,cert-*): fixed seed
  for (const auto& [from, to] : kBitmapSizes) {
    for (const unsigned rarity : {1U, 2U, 30U}) {  // all white; noise; mostly black
      Bits bits(from);
      for (int y = 0; y < from.height; ++y)
        for (int x = 0; x < from.width; ++x) bits.set(x, y, random() % rarity == 0);
      ASSERT_EQ(resize(bits.view(), to).rgb(), bits.resized_as_colors(to).rgb())
          << from.width << ", " << rarity;
    }
  }
}

TEST(Resize, OfTheChangesEqualsThatOfTheWhole) {
  std::mt19937 random(3);  // NOLINT(bugprone-*,cert-*): fixed seed
  for (const auto& [from, to] : kBitmapSizes) {
    Bits bits(from);
    for (int y = 0; y < from.height; ++y)
      for (int x = 0; x < from.width; ++x) bits.set(x, y, random() % 3 == 0);
    Picture picture = resize(bits.view(), to);
    for (int round = 0; round < 60; ++round) {
      ChangedBlocks changed(static_cast<std::size_t>(from.height));
      for (int spot = 0; spot < round % 5; ++spot) {
        const int y = static_cast<int>(random() % static_cast<unsigned>(from.height));
        const int x = static_cast<int>(random() % static_cast<unsigned>(from.width));
        const int end = round % 3 == 0 ? from.width : std::min(x + round / 4 + 1, from.width);
        for (int i = x; i < end; ++i) {
          changed[static_cast<std::size_t>(y)] |= std::uint64_t{1}
                                                  << (i * kColumnBlocks / from.width);
          bits.set(i, y, round % 2 != 0 && random() % 2 == 0);
        }
      }
      resize_changed(bits.view(), changed, picture);
      ASSERT_EQ(picture.rgb(), resize(bits.view(), to).rgb()) << from.width << ", " << round;
    }
  }
}

TEST(Resize, ReadsRowsStoredUpwards) {
  const std::vector<std::uint8_t> bytes = {1, 1, 1, 2, 2, 2};  // the bottom row first
  const Picture picture = resize(ImageView{bytes.data() + 3, -3, {1, 2}, 3}, {1, 2});
  EXPECT_EQ(picture.at(0, 0).red, 2);
  EXPECT_EQ(picture.at(0, 1).red, 1);
}

TEST(Resize, RoundsHalvesUp) {
  const std::vector<std::uint8_t> bytes = {0, 0, 1, 0, 0, 0};  // red 1 and red 0: mean 1/2
  EXPECT_EQ(resize(ImageView{bytes.data(), 6, {2, 1}, 3}, {1, 1}).at(0, 0), (Color{1, 0, 0}));
}
}  // namespace
}  // namespace franz::capturer
