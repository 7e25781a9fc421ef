#include "proxy/offline/verify/canvas_check.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
#include "common/picture/canvas_file.h"
#include "common/picture/picture_pixels.h"
#include "common/wire/limits.h"

namespace franz::proxy {
static std::span<const std::uint8_t> bytes_of_canvas(const std::string& file) {
  return {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
}

static std::optional<CanvasLayout> layout_of(const std::string& file) {
  const Result<CanvasLayout> layout =
      read_canvas_layout(bytes_of_canvas(file).first(std::min(file.size(), kCanvasHeaderBytes)));
  if (!layout.ok() || layout.value().bytes() > file.size()) return std::nullopt;
  return layout.value();
}

std::optional<std::string> canvas_in_our_form(const std::string& file) {
  const std::optional<CanvasLayout> layout = layout_of(file);
  if (!layout) return std::nullopt;
  if (layout->pixel_bits == 1) return file;
  const Result<std::vector<std::uint8_t>> bits = in_one_bit(bytes_of_canvas(file), *layout);
  if (!bits.ok()) return std::nullopt;
  return std::string(bits.value().begin(), bits.value().end());
}

bool is_within(const std::string& inner, const std::string& outer) {
  const std::optional<CanvasLayout> a = layout_of(inner), b = layout_of(outer);
  if (!a || !b || a->size != b->size || a->stride != b->stride) return false;
  const std::size_t count = a->bytes() - a->rows;
  const auto *in = inner.data() + a->rows, *out = outer.data() + b->rows;
  for (std::size_t i = 0; i < count; ++i)
    if ((static_cast<unsigned char>(in[i]) & ~static_cast<unsigned char>(out[i])) != 0)
      return false;
  return true;
}

Result<std::string> canvas_of_png(const std::string& png) {
  const Result<PicturePixels> decoded = decode_png(png);
  if (!decoded.ok()) return Error{"the picture " + decoded.error().message};
  const PicturePixels& pixels = decoded.value();
  if (std::max(pixels.width, pixels.height) > kMaxCanvasSide)
    return Error{"the picture is larger than a canvas"};
  const std::vector<std::uint8_t> black = black_canvas_file({pixels.width, pixels.height});
  std::string file(black.begin(), black.end());
  const CanvasLayout layout = *layout_of(file);
  for (int y = 0; y < pixels.height; ++y) {
    const std::size_t row =
        layout.rows + static_cast<std::size_t>(pixels.height - 1 - y) * layout.stride;
    for (int x = 0; x < pixels.width; ++x) {
      const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                       static_cast<std::size_t>(x)) *
                      3;
      const unsigned char* const rgb = &pixels.rgb[at];
      if (rgb[0] != rgb[1] || rgb[1] != rgb[2] || (rgb[0] != 0 && rgb[0] != 255))
        return Error{"the picture has a pixel that is neither black nor white"};
      if (rgb[0] == 255)
        file[row + static_cast<std::size_t>(x / 8)] |= static_cast<char>(0x80U >> (x % 8));
    }
  }
  return file;
}
}  // namespace franz::proxy
