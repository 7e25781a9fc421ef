#include "capturer/sandbox/canvas.h"
#include <algorithm>
#include <utility>
#include "common/picture/canvas_file.h"

namespace franz::capturer {
Canvas::Canvas(Size size) : Canvas(size, black_canvas_file(size), kCanvasHeaderBytes, false) {}

Canvas::Canvas(Size size, std::vector<std::uint8_t> bytes, std::size_t rows, bool converted)
    : size_(size),
      bytes_(std::move(bytes)),
      rows_(rows),
      stride_((bytes_.size() - rows) / static_cast<std::size_t>(size.height)),
      converted_(converted),
      changed_(static_cast<std::size_t>(size.height)) {}

Result<Canvas> Canvas::from_bytes(std::vector<std::uint8_t> bytes) {
  const Result<CanvasLayout> read = read_canvas_layout(bytes);
  if (!read.ok()) return read.error();
  const CanvasLayout& layout = read.value();
  if (bytes.size() < layout.bytes()) return Error{"is cut off"};
  if (layout.pixel_bits != 1) {
    Result<std::vector<std::uint8_t>> bits = in_one_bit(bytes, layout);
    if (!bits.ok()) return bits.error();
    return Canvas(layout.size, std::move(bits).value(), kCanvasHeaderBytes, true);
  }
  bytes.resize(layout.bytes());
  return Canvas(layout.size, std::move(bytes), layout.rows, false);
}

BitmapView Canvas::view() const {
  return {bytes_.data() + row_offset(0), -static_cast<std::ptrdiff_t>(stride_), size_};
}

bool Canvas::is_white(Point pixel) const {
  const auto x = static_cast<std::size_t>(pixel.x);
  return (bytes_[row_offset(pixel.y) + x / 8] & (0x80U >> (x % 8))) != 0;
}

bool Canvas::is_black() const {
  return std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(rows_), bytes_.end(),
                     [](std::uint8_t eight) { return eight == 0; });
}

void Canvas::whiten(int y, std::int64_t first, std::int64_t last) {
  first = std::max<std::int64_t>(first, 0);
  last = std::min<std::int64_t>(last, size_.width - 1);
  if (y < 0 || y >= size_.height || first > last) return;
  std::uint8_t* const row = bytes_.data() + row_offset(y);
  bool changes = false;
  for (std::int64_t byte = first / 8; byte <= last / 8; ++byte) {
    unsigned bits = 0xFF;
    if (byte == first / 8) bits &= 0xFFU >> (first % 8);
    if (byte == last / 8) bits &= 0xFF00U >> (last % 8 + 1);
    // If the pixels are white already, nothing has to be written.
    changes = changes || (row[byte] & bits) != bits;
    row[byte] = static_cast<std::uint8_t>(row[byte] | bits);
  }
  if (!changes) return;
  const auto block = [this](std::int64_t x) { return x * kColumnBlocks / size_.width; };
  const auto from_left = [](std::int64_t count) { return ~std::uint64_t{0} >> (63 - count); };
  changed_[static_cast<std::size_t>(y)] |=
      from_left(block(last)) & ~(from_left(block(first)) >> 1U);
}

CanvasChanges Canvas::take_changed() {
  const auto differs = [](std::uint64_t blocks) { return blocks != 0; };
  const auto top = std::ranges::find_if(changed_, differs);
  CanvasChanges changes;
  if (top != changed_.end()) {
    const auto bottom = std::find_if(changed_.rbegin(), changed_.rend(), differs).base() - 1;
    changes.first = row_offset(static_cast<int>(bottom - changed_.begin()));
    changes.size = static_cast<std::size_t>(bottom - top + 1) * stride_;
  }
  changes.blocks = std::exchange(changed_, ChangedBlocks(changed_.size()));
  return changes;
}
}  // namespace franz::capturer
