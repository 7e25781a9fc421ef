#include "common/picture/png_encoding.h"
#include <libdeflate.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

// stb_image_write calls free() on the result.
static unsigned char* deflated(const unsigned char* bytes, int size, int* deflated_size) {
  // For drawings and screens, level 6 compresses as well as 9 in a fraction of the time.
  constexpr int kLevel = 6;
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(kLevel), &libdeflate_free_compressor);
  if (!compressor) return nullptr;
  const auto length = static_cast<std::size_t>(size);
  const std::size_t room = libdeflate_zlib_compress_bound(compressor.get(), length);
  auto* const out = static_cast<unsigned char*>(std::malloc(room));
  if (out == nullptr) return nullptr;
  *deflated_size =
      static_cast<int>(libdeflate_zlib_compress(compressor.get(), bytes, length, out, room));
  return out;
}
#define STBIW_ZLIB_COMPRESS(data, size, out_size, quality) deflated(data, size, out_size)
#define STBIW_CRC32(data, size) libdeflate_crc32(0, data, static_cast<std::size_t>(size))
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace franz {
namespace {
// PNG's filter numbers. Unfiltered data keeps the repetitions of a drawing; shades compress better
// as differences to the row above.
enum class Filter : std::uint8_t { none = 0, up = 2 };

std::string write_png(Size size, int channels, const std::uint8_t* pixels, Filter filter) {
  stbi_write_force_png_filter = static_cast<int>(filter);
  int length = 0;
  const std::unique_ptr<unsigned char, decltype(&std::free)> png(
      stbi_write_png_to_mem(pixels, 0, size.width, size.height, channels, &length), &std::free);
  if (!png) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(png.get()), static_cast<std::size_t>(length)};
}

// One byte per pixel: the number of its colour in order of first occurrence.
struct Indexed {
  std::vector<std::uint8_t> pixels;
  std::string palette;  // red, green, blue of each colour
};

// Nothing: the picture has more than 256 colours.
std::optional<Indexed> indexed(std::span<const std::uint8_t> rgb) {
  constexpr unsigned kSlotBits = 10;             // four slots for each colour: few collide
  constexpr std::uint32_t kFree = 1U << 24U;     // no colour
  constexpr std::size_t kMostBytes = 3UL * 256;  // of a palette
  std::vector<std::uint32_t> colors(1U << kSlotBits, kFree);
  std::vector<std::uint8_t> numbers(1U << kSlotBits);
  Indexed made;
  made.pixels.reserve(rgb.size() / 3);
  std::uint32_t last = kFree;
  for (std::size_t i = 0; i < rgb.size(); i += 3) {
    const std::uint32_t color =
        rgb[i] | std::uint32_t{rgb[i + 1]} << 8U | std::uint32_t{rgb[i + 2]} << 16U;
    if (color == last) {
      made.pixels.push_back(made.pixels.back());
      continue;
    }
    last = color;
    // Knuth's multiplicative hash.
    std::size_t slot = (color * 0x9E3779B1U) >> (32U - kSlotBits);
    while (colors[slot] != color && colors[slot] != kFree) slot = (slot + 1) % colors.size();
    if (colors[slot] == kFree) {
      if (made.palette.size() == kMostBytes) return std::nullopt;
      colors[slot] = color;
      numbers[slot] = static_cast<std::uint8_t>(made.palette.size() / 3);
      for (std::size_t channel = 0; channel < 3; ++channel)
        made.palette += static_cast<char>(rgb[i + channel]);
    }
    made.pixels.push_back(numbers[slot]);
  }
  return made;
}

void write_big_endian(char* out, std::size_t number) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) *out++ = static_cast<char>(number >> shift);
}

// Ends a chunk with the checksum of its name and data (PNG specification, third edition, 5.3).
void set_sum(char* name, std::size_t data_size) {
  write_big_endian(name + 4 + data_size, libdeflate_crc32(0, name, 4 + data_size));
}

// Turns a greyscale picture into a palette picture by these numbers.
void set_palette(std::string& png, std::string_view palette) {
  // The header (11.2.1): signature, length, "IHDR", width and height, depth, colour type, …
  constexpr std::size_t kHeader = 8 + 4, kKind = kHeader + 4 + 9, kHeaderData = 13, kPalette = 3;
  png[kKind] = kPalette;
  set_sum(png.data() + kHeader, kHeaderData);
  std::string chunk(4, '\0');
  write_big_endian(chunk.data(), palette.size());
  chunk.append("PLTE").append(palette).append(4, '\0');
  set_sum(chunk.data() + 4, palette.size());
  png.insert(kHeader + 4 + kHeaderData + 4, chunk);
}
}  // namespace

std::string encode_png(Size size, std::span<const std::uint8_t> rgb) {
  const std::optional<Indexed> few_colors = indexed(rgb);
  if (!few_colors) return write_png(size, 3, rgb.data(), Filter::up);
  std::string png = write_png(size, 1, few_colors->pixels.data(), Filter::none);
  set_palette(png, few_colors->palette);
  return png;
}
}  // namespace franz
