#include "tests/fuzz/picture_promises.h"
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>
#include "capturer/sandbox/canvas.h"
#include "common/picture/canvas_file.h"
#include "common/picture/picture_pixels.h"
#include "common/picture/png_encoding.h"

namespace franz {
static std::string broken_trip(Size size, const std::vector<unsigned char>& rgb) {
  const std::string png = encode_png(size, rgb);
  const Result<PicturePixels> read = decode_png(png);
  if (!read.ok()) return "our own picture " + read.error().message;
  if (read.value().width != size.width || read.value().height != size.height) return "a size";
  return read.value().rgb == rgb ? "" : "the pixels differ";
}

std::string broken_png_promise(std::string_view bytes) {
  const Result<PicturePixels> read = decode_png(bytes);
  if (read.ok()) {
    const PicturePixels& picture = read.value();
    if (picture.width < 1 || picture.height < 1) return "a size";
    const auto pixels =
        static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
    if (pixels > kMaxPicturePixels || picture.rgb.size() != pixels * 3) return "a size";
    return broken_trip({picture.width, picture.height}, picture.rgb);
  }
  if (read.error().message.empty()) return "no reason";
  const std::size_t width = bytes.empty() ? 1 : 1 + static_cast<unsigned char>(bytes[0]) % 64;
  const std::size_t height = bytes.size() / (3 * width);
  if (height == 0) return "";
  std::vector<unsigned char> rgb(width * height * 3);
  std::memcpy(rgb.data(), bytes.data(), rgb.size());
  return broken_trip({static_cast<int>(width), static_cast<int>(height)}, rgb);
}
}  // namespace franz

namespace franz::capturer {
std::string broken_bmp_promise(std::string_view bytes) {
  std::vector<std::uint8_t> file(bytes.begin(), bytes.end());
  const Result<CanvasLayout> layout =
      read_canvas_layout(std::span(file).first(std::min(file.size(), kCanvasHeaderBytes)));
  Result<Canvas> read = Canvas::from_bytes(file);
  if (!read.ok()) return read.error().message.empty() ? "no reason" : "";
  Canvas& canvas = read.value();
  if (!layout.ok() || layout.value().bytes() > file.size())
    return "the length that the header says";
  if (canvas.is_converted() != (layout.value().pixel_bits != 1)) return "the conversion";
  if (!canvas.is_converted() &&
      !std::ranges::equal(canvas.bytes(), std::span(file).first(layout.value().bytes())))
    return "the bytes differ";
  const Size size = canvas.size();
  if (size.width < 1 || size.height < 1) return "a size";
  const int y = size.height / 2;
  std::vector<bool> before(static_cast<std::size_t>(size.width));
  for (int x = 0; x < size.width; ++x)
    before[static_cast<std::size_t>(x)] = canvas.is_white({x, y});
  const int first = size.width / 3, last = size.width / 2;
  canvas.whiten(y, first, last);
  canvas.whiten(y, -5, -1);
  canvas.whiten(y, size.width, std::int64_t{1} << 40U);
  canvas.whiten(size.height, 0, size.width);
  canvas.whiten(-1, 0, size.width);
  for (int x = 0; x < size.width; ++x) {
    const bool expected = before[static_cast<std::size_t>(x)] || (x >= first && x <= last);
    if (canvas.is_white({x, y}) != expected) return "a pixel beside the line";
  }
  const CanvasChanges changed = canvas.take_changed();
  return changed.first + changed.size <= canvas.bytes().size() ? "" : "a change outside the file";
}
}  // namespace franz::capturer
