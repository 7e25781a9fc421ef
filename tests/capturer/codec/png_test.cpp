#include "capturer/codec/png.h"
#include <gtest/gtest.h>
#include <libdeflate.h>
#include <cstdlib>
#include <set>
#include "tests/capturer/golden_picture.h"
#include "tests/capturer/sample_pictures.h"

namespace franz::capturer {
namespace {
std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char c : bytes.substr(0, 4)) number = number << 8U | static_cast<unsigned char>(c);
  return number;
}

struct Chunk {
  std::string name, data;
};

// The chunks of a PNG; checks their lengths and checksums.
std::vector<Chunk> chunks_of(std::string_view png) {
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1A\n");
  std::vector<Chunk> chunks;
  for (png.remove_prefix(8); png.size() >= 12;) {
    const std::size_t length = big_endian(png);
    if (length > png.size() - 12) break;
    EXPECT_EQ(libdeflate_crc32(0, png.data() + 4, length + 4), big_endian(png.substr(8 + length)));
    chunks.push_back({std::string(png.substr(4, 4)), std::string(png.substr(8, length))});
    png.remove_prefix(12 + length);
  }
  EXPECT_TRUE(png.empty());
  return chunks;
}

constexpr int kRgb = 2, kPalette = 3;  // PNG colour types
int kind_of(const std::string& png) { return chunks_of(png).at(0).data.at(9); }

// Neighbouring pixels are similar, but almost never equal.
Picture photo(Size size) {
  Picture picture(size);
  std::uint32_t random = 1;
  for (int y = 0; y < size.height; ++y) {
    std::uint8_t* row = picture.row(y);
    for (int i = 0; i < size.width * 3; ++i) {
      random = random * 1664525U + 1013904223U;
      row[i] = static_cast<std::uint8_t>(60 + i / 9 + y / 2 + static_cast<int>(random >> 29U));
    }
  }
  return picture;
}

Picture drawing(Size size) {
  Picture picture(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = y % 7; x < size.width; x += 11) picture.row(y)[x * 3 + y % 3] = 255;
  return picture;
}

// Exactly this many colours, in runs of any length and in any order.
Picture of_colors(Size size, unsigned count) {
  Picture picture(size);
  std::uint32_t random = count;
  const auto below = [&random](unsigned limit) {
    random = random * 1664525U + 1013904223U;
    return (random >> 8U) % limit;
  };
  std::vector<std::uint32_t> colors;
  for (std::set<std::uint32_t> known; colors.size() < count;) {
    const std::uint32_t color = below(1U << 24U);
    if (known.insert(color).second) colors.push_back(color);
  }
  std::uint32_t color = 0;
  unsigned run = 0;
  for (std::size_t i = 0; i < picture.rgb().size(); i += 3) {
    if (i / 3 < count) {
      color = colors[i / 3];
    } else if (run-- == 0) {
      color = colors[below(count)];
      run = below(40);
    }
    for (const unsigned channel : {0U, 1U, 2U})
      picture.row(0)[i + channel] = static_cast<std::uint8_t>(color >> 8 * channel);
  }
  return picture;
}

TEST(EncodePng, FollowsTheSpecification) {
  const std::string size("\0\0\x01\x2C\0\0\0\x07", 8), usual("\0\0\0", 3);
  const std::vector<Chunk> few = chunks_of(encode_png(drawing({300, 7})));
  ASSERT_EQ(few.size(), 4U);
  EXPECT_EQ(few[0].name, "IHDR");
  EXPECT_EQ(few[0].data, size + "\x08\x03" + usual);
  EXPECT_EQ(few[1].name, "PLTE");
  EXPECT_EQ(few[1].data, std::string("\xFF\0\0\0\0\0\0\xFF\0\0\0\xFF", 12));
  EXPECT_EQ(few[2].name, "IDAT");
  EXPECT_EQ(few[3].name, "IEND");
  EXPECT_EQ(few[3].data, "");

  const std::vector<Chunk> many = chunks_of(encode_png(photo({300, 7})));
  ASSERT_EQ(many.size(), 3U);
  EXPECT_EQ(many[0].data, size + "\x08\x02" + usual);
  EXPECT_EQ(many[1].name, "IDAT");
  EXPECT_EQ(many[2].name, "IEND");
}

TEST(EncodePng, HasAPaletteOfAtMost256Colors) {
  for (const Size size : {Size{300, 7}, {64, 64}, {7, 301}, {1, 300}, {509, 33}}) {
    for (const unsigned count : {1U, 2U, 16U, 255U, 256U, 257U}) {
      const Picture picture = of_colors(size, count);
      const std::string png = encode_png(picture);
      EXPECT_EQ(kind_of(png), count <= 256 ? kPalette : kRgb) << count;
      if (count <= 256) {
        EXPECT_EQ(chunks_of(png).at(1).data.size(), 3 * count);
      }
      const std::optional<Picture> read = read_png(png);
      ASSERT_TRUE(read) << size.width << ", " << count;
      EXPECT_EQ(read->size(), size);
      EXPECT_EQ(read->rgb(), picture.rgb()) << size.width << ", " << count;
    }
  }
}

TEST(EncodePng, KeepsEveryPixel) {
  for (const Size size : {Size{1, 1}, {1, 9}, {2, 2}, {37, 5}, {64, 64}, {257, 33}}) {
    for (const Picture& picture : {Picture(size), drawing(size), photo(size)}) {
      const std::optional<Picture> read = read_png(encode_png(picture));
      ASSERT_TRUE(read) << size.width;
      EXPECT_EQ(read->size(), size);
      EXPECT_EQ(read->rgb(), picture.rgb()) << size.width;
    }
  }
}

// At most 15 % more bytes than libpng 1.6.39 needs at level 9 with its best filter, as shown by
// tests/bench/png_bench.cpp.
TEST(EncodePng, IsHardlyLargerThanLibpngsBest) {
  const Size size{512, 288};
  const struct {
    const char* of;
    Picture picture;
    double kilobytes;  // from libpng
  } cases[] = {
      {"a drawing", sample_drawing(size), 15.9},
      {"a desktop", sample_desktop(sample_shades(size)), 6.95},
      {"a page", sample_page(size), 11.6},
      {"a photo", sample_photo(size), 176},
      {"a desktop on a photo", sample_desktop(sample_photo(size)), 87.0},
  };
  for (const auto& [of, picture, kilobytes] : cases)
    EXPECT_LT(static_cast<double>(encode_png(picture).size()), kilobytes * 1024 * 1.15) << of;
}
}  // namespace
}  // namespace franz::capturer
