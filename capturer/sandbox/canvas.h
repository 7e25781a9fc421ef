#pragma once
// The drawing: its file kept in memory as its bytes (common/picture/canvas_file.h), so that what is
// drawn is what is written.
#include <cstdint>
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

class Canvas {
 public:
  // Black. Each side 1..kMaxCanvasSide pixels.
  explicit Canvas(Size size);

  // Takes the bytes of a file. Failure: what is wrong with it, without its name: "is cut off", "is
  // not a BMP in black and white".
  static Result<Canvas> from_bytes(std::vector<std::uint8_t> bytes);

  Size size() const { return size_; }
  std::span<const std::uint8_t> bytes() const { return bytes_; }
  // The file had another form: all of its bytes are to be replaced, by bytes().
  bool is_converted() const { return converted_; }
  BitmapView view() const;
  bool is_white(Point pixel) const;  // inside the canvas
  bool is_black() const;             // all of it

  // Makes pixels first..last of a row white; the part outside the canvas is left out.
  void whiten(int y, std::int64_t first, std::int64_t last);

  // What changed since the canvas was made, or since the last call.
  CanvasChanges take_changed();

 private:
  Canvas(Size size, std::vector<std::uint8_t> bytes, std::size_t rows, bool converted);
  std::size_t row_offset(int y) const {
    return rows_ + static_cast<std::size_t>(size_.height - 1 - y) * stride_;
  }

  Size size_;
  std::vector<std::uint8_t> bytes_;
  std::size_t rows_, stride_;  // where the rows begin; bytes from one to the next
  bool converted_;
  ChangedBlocks changed_;
};
}  // namespace franz::capturer
