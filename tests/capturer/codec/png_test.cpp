#include "capturer/codec/png.h"
#include <gtest/gtest.h>
#include <libdeflate.h>
#include <cstdlib>
#include <set>
#include "capturer/render/font.h"
#include "capturer/render/mask.h"
#include "common/picture/png_encoding.h"
#include "tests/capturer/golden_picture.h"

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

// The chunks of a PNG, whose lengths and sums are held against the specification's rules.
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

constexpr int kRgb = 2, kPalette = 3;  // PNG's kinds of colours
int kind_of(const std::string& png) { return chunks_of(png).at(0).data.at(9); }

std::size_t row_bytes(const std::string& png, Size size) {
  return static_cast<std::size_t>(size.width) * (kind_of(png) == kPalette ? 1 : 3) + 1;
}

// Each row behind the number of its filter.
std::string rows_of(const std::string& png, Size size) {
  std::string rows(row_bytes(png, size) * static_cast<std::size_t>(size.height), '\0');
  const std::string data = chunks_of(png).at(kind_of(png) == kPalette ? 2 : 1).data;
  libdeflate_decompressor* reader = libdeflate_alloc_decompressor();
  EXPECT_EQ(libdeflate_zlib_decompress(reader, data.data(), data.size(), rows.data(), rows.size(),
                                       nullptr),
            LIBDEFLATE_SUCCESS);
  libdeflate_free_decompressor(reader);
  return rows;
}

// The numbers of the filters that a picture's rows have.
std::set<int> filters_of(const std::string& png, Size size) {
  const std::string rows = rows_of(png, size);
  std::set<int> filters;
  for (std::size_t i = 0; i < rows.size(); i += row_bytes(png, size)) filters.insert(rows[i]);
  return filters;
}

// What libdeflate makes of the same rows, in bytes.
std::size_t size_at_level(int level, const std::string& rows) {
  libdeflate_compressor* packer = libdeflate_alloc_compressor(level);
  std::string packed(libdeflate_zlib_compress_bound(packer, rows.size()), '\0');
  const std::size_t size =
      libdeflate_zlib_compress(packer, rows.data(), rows.size(), packed.data(), packed.size());
  libdeflate_free_compressor(packer);
  return size;
}

// Neighbours are alike, and next to none are equal.
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

// So many colours, each at least once, in runs of any length and in any order.
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

TEST(EncodePng, HoldsWhatTheSpecificationAsksFor) {
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

TEST(EncodePng, KeepsTheEdgesOfThePrediction) {
  // Shades across and down, with all that a byte may be now and then: each filter is taken, and
  // differences wrap.
  Picture picture({300, 96});
  std::uint32_t random = 1;
  for (int y = 0; y < 96; ++y)
    for (int i = 0; i < 900; ++i) {
      random = random * 1664525U + 1013904223U;
      // The last third: each neighbour predicts some of the pixels.
      const int shade = y < 32 ? i / 3 * 7 + y * 3 : y < 64 ? i * 89 % 256 : i / 6 * 40 + y * 20;
      picture.row(y)[i] =
          static_cast<std::uint8_t>(random >> 27U == 0 ? static_cast<int>(random >> 8U)
                                                       : shade + static_cast<int>(random >> 31U));
    }
  const std::string png = encode_png(picture);
  EXPECT_EQ(filters_of(png, picture.size()), (std::set<int>{1, 2, 4}));
  const std::optional<Picture> read = read_png(png);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->rgb(), picture.rgb());
}

// A page of text below a row of more colours than a palette has.
Picture page(Size size) {
  Picture picture(size);
  Mask mask(size);
  mask.rectangle({0, 0}, size);
  picture.paint(mask, {255, 255, 255});
  std::uint32_t random = 1;
  for (int y = 4; y < size.height; y += 12) {
    std::string line;
    while (line.size() < 50) {
      random = random * 1664525U + 1013904223U;
      line += (random >> 29U) == 0 ? ' ' : static_cast<char>('a' + (random >> 24U) % 26);
    }
    mask.dots(text_runs(line), {6, y}, 1);
    picture.paint(mask, {30, 30, 30});
  }
  for (int x = 0; x < size.width; ++x)
    for (const int channel : {0, 1, 2})
      picture.row(0)[x * 3 + channel] = static_cast<std::uint8_t>(x * (channel + 1) / 2);
  return picture;
}

// Soft shades that few neighbours share, and a window with one colour on most of them.
Picture shaded_screen(Size size) {
  Picture picture(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      for (const int channel : {0, 1, 2})
        picture.row(y)[x * 3 + channel] = static_cast<std::uint8_t>(
            x > size.width / 3 ? 240 : x * (channel + 1) + y * (3 - channel) / 2);
  return picture;
}

TEST(EncodePng, FiltersAsThePictureAsksFor) {
  const Size size{320, 384};
  EXPECT_EQ(filters_of(encode_png(Picture(size)), size), (std::set<int>{0}));
  EXPECT_EQ(filters_of(encode_png(drawing(size)), size), (std::set<int>{0}));
  const std::string text = encode_png(page(size));
  EXPECT_EQ(kind_of(text), kRgb);
  EXPECT_EQ(filters_of(text, size), (std::set<int>{0}));
  const std::string screen = encode_png(shaded_screen(size));
  EXPECT_EQ(kind_of(screen), kRgb);
  EXPECT_FALSE(filters_of(screen, size).contains(0));
  const std::string png = encode_png(photo(size));
  EXPECT_FALSE(filters_of(png, size).contains(0));
  // Seven of eight bits of each value are its place's; unfiltered they would not be found.
  EXPECT_LT(png.size(), static_cast<std::size_t>(size.width) * 384 * 3 * 6 / 10);
}

// What repeats by chance is not sought; what repeats is, behind filters, too.
TEST(EncodePng, SeeksRepetitionsWhereThereAreSome) {
  const Size size{320, 384};
  const std::string noisy = encode_png(photo(size));
  EXPECT_LT(noisy.size(), size_at_level(3, rows_of(noisy, size)));
  // Tiles of a photo: their rows repeat, within what deflate looks back.
  Picture tiles(size);
  const Picture tile = photo({16, 384});
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      std::copy_n(tile.rgb().data() + (std::ptrdiff_t{y} * 16 + x % 16) * 3, 3,
                  tiles.row(y) + std::ptrdiff_t{x} * 3);
  EXPECT_LT(encode_png(tiles).size(), noisy.size() / 5);
}

bool is_ours(const std::string& png, const Picture& picture) {
  return is_encoding_of(png, picture.size(), picture.rgb());
}

// What is said of a picture's content changes neither its pixels nor what makes room for them.
TEST(EncodePng, KeepsThePixelsOfLines) {
  for (const Size size : {Size{1, 1}, {1, 9}, {37, 5}, {257, 33}, {640, 400}}) {
    for (const Picture& picture : {Picture(size), drawing(size), photo(size), of_colors(size, 9)}) {
      const std::string png = encode_png(picture, PictureContent::lines);
      EXPECT_EQ(kind_of(png), kind_of(encode_png(picture)));
      const std::optional<Picture> read = read_png(png);
      ASSERT_TRUE(read) << size.width;
      EXPECT_EQ(read->rgb(), picture.rgb()) << size.width;
    }
  }
}

TEST(EncodePng, IsKnownAgainByItsPixels) {
  for (const Size size : {Size{1, 1}, {1, 9}, {37, 5}, {64, 64}, {257, 33}}) {
    for (const Picture& picture : {Picture(size), drawing(size), photo(size)}) {
      EXPECT_TRUE(is_ours(encode_png(picture, PictureContent::lines), picture)) << size.width;
      const std::string png = encode_png(picture);
      EXPECT_TRUE(is_ours(png, picture)) << size.width;
      for (const Point at :
           {Point{0, 0}, {size.width - 1, size.height - 1}, {0, size.height / 2}}) {
        Picture other = picture;
        other.row(at.y)[at.x * 3 + 1] ^= 1U;
        EXPECT_FALSE(is_ours(png, other)) << size.width << ": " << at.x << "," << at.y;
      }
      EXPECT_FALSE(is_encoding_of(png, {size.height, size.width + 1}, picture.rgb()));
    }
  }
}

// Whatever is not as we write it is for a decoder to read.
TEST(EncodePng, IsNotKnownInOtherBytes) {
  const Picture picture = drawing({40, 30});
  const std::string png = encode_png(picture);
  for (std::size_t i = 0; i < png.size(); ++i) {
    std::string changed = png;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(is_ours(changed, picture)) << i;
    EXPECT_FALSE(is_ours(png.substr(0, i), picture)) << i;
  }
  EXPECT_FALSE(is_ours(png + "x", picture));
}
}  // namespace
}  // namespace franz::capturer
