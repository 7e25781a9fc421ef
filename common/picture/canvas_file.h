#pragma once
// sandbox_canvas.bmp: a BMP of two colours, a bit a pixel, so that the 1920x1080 pixels of a canvas
// are 253 KB to read, write and reduce in each turn.
//   14 bytes "BM", file size, 0, offset of the rows · 40 bytes BITMAPINFOHEADER · two colours,
//   black and white, each blue green red 0 · rows from the bottom up, the leftmost pixel in the
//   highest bit, each padded to a multiple of four bytes
// Source: Microsoft, "Bitmap Storage": BITMAPFILEHEADER, BITMAPINFOHEADER, 1 bit, BI_RGB.
// Pure.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
struct CanvasLayout {
  Size size;               // each side 1..kMaxCanvasSide pixels
  std::size_t rows = 0;    // where they begin
  std::size_t stride = 0;  // bytes from one to the next
  int pixel_bits = 1;      // 1, or 24 as versions before 0.1.0 wrote it
  std::size_t bytes() const { return rows + stride * static_cast<std::size_t>(size.height); }
};

// All the bytes that read_canvas_layout() needs.
inline constexpr std::size_t kCanvasHeaderBytes = 62;

// The layout of a file that begins with these bytes. Failure: the error, without the file name: "is
// cut off", "is not a BMP in black and white".
Result<CanvasLayout> read_canvas_layout(std::span<const std::uint8_t> header);

// A black canvas. Each side is 1..kMaxCanvasSide pixels.
std::vector<std::uint8_t> black_canvas_file(Size size);

// The same drawing, as a file of one bit per pixel. `layout`: of `file`, which must have that
// length; its pixels have 24 bits. If writing was interrupted inside a pixel, a pixel with one
// white byte is white. Failure: a byte is neither black nor white.
Result<std::vector<std::uint8_t>> in_one_bit(std::span<const std::uint8_t> file,
                                             const CanvasLayout& layout);

// The drawing as a PNG of the same size. Failure: as read_canvas_layout(), or it is cut off.
Result<std::string> canvas_as_png(std::string_view file);
}  // namespace franz
