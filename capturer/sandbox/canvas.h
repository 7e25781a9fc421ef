#pragma once
// The drawing. It is kept in memory as the bytes of its file (common/picture/canvas_file.h), so the
// drawing and the file are the same.
#include <cstdint>
#include <span>
#include <vector>
#include "capturer/render/resize.h"
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::capturer {
// The differences from the file, and one byte range that contains them: rows are adjacent in the
// file.
struct CanvasChanges {
  std::size_t first = 0, size = 0;  // byte range; size 0: no differences
  ChangedBlocks blocks;             // for each row
};

class Canvas {
 public:
  // Initially black. Each side 1..kMaxCanvasSide pixels.
  explicit Canvas(Size size);

  // Parses the bytes of a file. Failure: the fault, without the file's name: "is cut off", "is not
  // a BMP in black and white".
  static Result<Canvas> from_bytes(std::vector<std::uint8_t> bytes);

  Size size() const { return size_; }
  std::span<const std::uint8_t> bytes() const { return bytes_; }
  // The file had another form: all of its bytes must be replaced by bytes().
  bool is_converted() const { return converted_; }
  BitmapView view() const;
  bool is_white(Point pixel) const;  // inside the canvas
  bool is_black() const;             // the whole canvas

  // Makes pixels first..last of a row white, clipped to the canvas.
  void whiten(int y, std::int64_t first, std::int64_t last);

  // The changes since the canvas was created or since the last call.
  CanvasChanges take_changed();

 private:
  Canvas(Size size, std::vector<std::uint8_t> bytes, std::size_t rows, bool converted);
  std::size_t row_offset(int y) const {
    return rows_ + static_cast<std::size_t>(size_.height - 1 - y) * stride_;
  }

  Size size_;
  std::vector<std::uint8_t> bytes_;
  std::size_t rows_, stride_;  // offset of the first row; bytes between rows
  bool converted_;
  ChangedBlocks changed_;
};
}  // namespace franz::capturer
