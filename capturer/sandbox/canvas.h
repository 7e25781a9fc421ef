#pragma once
// The drawing: a BMP file kept in memory as its bytes, so that what is drawn is what is written.
//   14 bytes "BM", file size, 0, offset of the pixels · 40 bytes BITMAPINFOHEADER · rows from the
//   bottom up, blue green red, each padded to a multiple of four bytes
// Source: Microsoft, "Bitmap Storage": BITMAPFILEHEADER and BITMAPINFOHEADER, 24 bits, BI_RGB.
#include <cstdint>
#include <memory>
#include <span>
#include <vector>
#include "capturer/render/resize.h"
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
// What differs from the file, and its bytes that hold it: rows are neighbours in it, so one range
// does.
struct CanvasChanges {
  std::size_t first = 0, size = 0;  // of the bytes; size 0: nothing differs
  ChangedBlocks blocks;             // of each row
};

// The bytes of a file in memory, whoever owns that.
struct CanvasBytes {
  std::shared_ptr<std::uint8_t> first;  // null: none
  std::size_t size = 0;
  std::span<const std::uint8_t> all() const { return {first.get(), size}; }
};
CanvasBytes canvas_bytes(std::vector<std::uint8_t> bytes);

class Canvas {
 public:
  // Black. Each side 1..kMaxCanvasSide pixels.
  explicit Canvas(Size size);

  // Takes the bytes of a file. Failure: what is wrong with it, without its name: "is 12 bytes long;
  // a canvas is longer", "is not a 24-bit BMP".
  static Result<Canvas> from_bytes(CanvasBytes bytes);

  // How many bytes a file has that begins with these, kHeaderBytes of them or as many as it has:
  // so that no more is read, however long the file is. Failure: as from_bytes().
  static constexpr std::size_t kHeaderBytes = 54;  // BITMAPFILEHEADER and BITMAPINFOHEADER
  static Result<std::size_t> file_bytes(std::span<const std::uint8_t> header);

  Size size() const { return size_; }
  std::span<const std::uint8_t> bytes() const { return bytes_.all(); }
  ImageView view() const;
  bool is_white(Point pixel) const;  // inside the canvas

  // Makes pixels first..last of a row white; the part outside the canvas is left out.
  void whiten(int y, std::int64_t first, std::int64_t last);

  // What changed since the canvas was made, or since the last call.
  CanvasChanges take_changed();

 private:
  Canvas(Size size, CanvasBytes bytes, std::size_t pixels);
  std::size_t row_offset(int y) const {
    return pixels_ + static_cast<std::size_t>(size_.height - 1 - y) * stride_;
  }

  Size size_;
  CanvasBytes bytes_;
  std::size_t pixels_, stride_;  // where the rows begin; bytes from one to the next
  ChangedBlocks changed_;
};
}  // namespace franz::capturer
