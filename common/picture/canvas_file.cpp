#include "common/picture/canvas_file.h"
#include <algorithm>
#include <array>
#include <string>
#include "common/picture/png_encoding.h"
#include "common/wire/turn_options.h"

namespace franz {
namespace {
constexpr std::size_t kFileHeader = 14, kInfoHeader = 40;
constexpr std::array<std::uint8_t, 8> kColors{0, 0, 0, 0, 255, 255, 255, 0};
constexpr std::size_t kLongestHeader = 1U << 16U;  // with additions by other programs

static_assert(kCanvasHeaderBytes == kFileHeader + kInfoHeader + kColors.size());

std::size_t stride_of(Size size, int pixel_bits) {
  const auto bits = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(pixel_bits);
  return (bits + 31) / 32 * 4;
}

// Little-endian, as everything in the file.
void put(std::span<std::uint8_t> bytes, std::size_t at, std::size_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

std::uint32_t get(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::uint32_t{bytes[at + i]} << (8 * i);
  return value;
}
}  // namespace

Result<CanvasLayout> read_canvas_layout(std::span<const std::uint8_t> header) {
  if (header.size() < kCanvasHeaderBytes) return Error{"is cut off"};
  const std::uint32_t info = get(header, 14, 4), bits = get(header, 28, 2);
  const std::uint32_t width = get(header, 18, 4), height = get(header, 22, 4);
  const bool is_bmp = header[0] == 'B' && header[1] == 'M' && info >= kInfoHeader &&
                      get(header, 26, 2) == 1 && get(header, 30, 4) == 0;
  // A longer header has its colours elsewhere; other programs write such headers, ours does not.
  const bool two_colors = bits == 1 && info == kInfoHeader &&
                          std::ranges::equal(header.subspan(kFileHeader + kInfoHeader, 8), kColors);
  if (!is_bmp || (!two_colors && bits != 24)) return Error{"is not a BMP in black and white"};
  if (width < 1 || width > kMaxCanvasSide || height < 1 || height > kMaxCanvasSide)
    return Error{"has sides outside 1.." + std::to_string(kMaxCanvasSide)};
  CanvasLayout layout;
  layout.size = {static_cast<int>(width), static_cast<int>(height)};
  layout.rows = get(header, 10, 4);
  layout.pixel_bits = static_cast<int>(bits);
  layout.stride = stride_of(layout.size, layout.pixel_bits);
  const std::size_t least = two_colors ? kCanvasHeaderBytes : kFileHeader + kInfoHeader;
  if (layout.rows < least || layout.rows > kLongestHeader) return Error{"is cut off"};
  return layout;
}

std::vector<std::uint8_t> black_canvas_file(Size size) {
  const std::size_t pixels = stride_of(size, 1) * static_cast<std::size_t>(size.height);
  std::vector<std::uint8_t> bytes(kCanvasHeaderBytes + pixels);
  bytes[0] = 'B';
  bytes[1] = 'M';
  put(bytes, 2, bytes.size(), 4);
  put(bytes, 10, kCanvasHeaderBytes, 4);
  put(bytes, 14, kInfoHeader, 4);
  put(bytes, 18, static_cast<std::size_t>(size.width), 4);
  put(bytes, 22, static_cast<std::size_t>(size.height), 4);
  put(bytes, 26, 1, 2);  // planes
  put(bytes, 28, 1, 2);  // bits a pixel
  put(bytes, 34, pixels, 4);
  put(bytes, 46, 2, 4);  // colours
  std::ranges::copy(kColors, bytes.begin() + kFileHeader + kInfoHeader);
  return bytes;
}

Result<std::vector<std::uint8_t>> in_one_bit(std::span<const std::uint8_t> file,
                                             const CanvasLayout& layout) {
  std::vector<std::uint8_t> bits = black_canvas_file(layout.size);
  const std::size_t stride = stride_of(layout.size, 1);
  for (std::size_t row = 0; row < static_cast<std::size_t>(layout.size.height); ++row) {
    const std::uint8_t* pixel = file.data() + layout.rows + row * layout.stride;
    std::uint8_t* to = bits.data() + kCanvasHeaderBytes + row * stride;
    for (std::size_t x = 0; x < static_cast<std::size_t>(layout.size.width); ++x, pixel += 3) {
      unsigned level = 0;
      for (int i = 0; i < 3; ++i) {
        if (pixel[i] != 0 && pixel[i] != 255)
          return Error{"has colours other than black and white"};
        level |= pixel[i];
      }
      to[x / 8] |= static_cast<std::uint8_t>((level & 0x80U) >> (x % 8));
    }
  }
  return bits;
}

Result<std::string> canvas_as_png(std::string_view file) {
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
  const Result<CanvasLayout> layout =
      read_canvas_layout(bytes.first(std::min(bytes.size(), kCanvasHeaderBytes)));
  if (!layout.ok()) return layout.error();
  const CanvasLayout& at = layout.value();
  if (at.bytes() > bytes.size()) return Error{"is cut off"};
  if (at.pixel_bits != 1) return Error{"has 24 bits a pixel"};
  const auto width = static_cast<std::size_t>(at.size.width);
  const auto height = static_cast<std::size_t>(at.size.height);
  std::vector<std::uint8_t> rgb(width * height * 3);
  for (std::size_t y = 0; y < height; ++y) {
    const std::uint8_t* const row = bytes.data() + at.rows + (height - 1 - y) * at.stride;
    for (std::size_t x = 0; x < width; ++x)
      if ((row[x / 8] >> (7 - x % 8) & 1U) != 0)
        std::fill_n(rgb.begin() + static_cast<std::ptrdiff_t>((y * width + x) * 3), 3, 0xff);
  }
  return encode_png(at.size, rgb);
}
}  // namespace franz
