#include "capturer/sandbox/canvas.h"
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include "common/wire/turn_options.h"

namespace franz::capturer {
namespace {
constexpr std::size_t kHeader = Canvas::kHeaderBytes;
constexpr std::size_t kLongestHeader = 1U << 16U;  // with what other programs put behind it

std::size_t stride_of(Size size) { return (static_cast<std::size_t>(size.width) * 3 + 3) / 4 * 4; }

// Little-endian, as everything in the file.
void put(std::vector<std::uint8_t>& bytes, std::size_t at, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) {
    bytes[at + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

std::uint32_t get(std::span<const std::uint8_t> bytes, std::size_t at, int count) {
  std::uint32_t value = 0;
  for (int i = 0; i < count; ++i) {
    value |= std::uint32_t{bytes[at + static_cast<std::size_t>(i)]} << (8 * i);
  }
  return value;
}

std::vector<std::uint8_t> black_bmp(Size size) {
  const std::size_t pixels = stride_of(size) * static_cast<std::size_t>(size.height);
  std::vector<std::uint8_t> bytes(kHeader + pixels);
  bytes[0] = 'B';
  bytes[1] = 'M';
  put(bytes, 2, static_cast<std::uint32_t>(bytes.size()), 4);
  put(bytes, 10, kHeader, 4);
  put(bytes, 14, 40, 4);
  put(bytes, 18, static_cast<std::uint32_t>(size.width), 4);
  put(bytes, 22, static_cast<std::uint32_t>(size.height), 4);
  put(bytes, 26, 1, 2);   // planes
  put(bytes, 28, 24, 2);  // bits a pixel
  put(bytes, 34, static_cast<std::uint32_t>(pixels), 4);
  return bytes;
}
}  // namespace

CanvasBytes canvas_bytes(std::vector<std::uint8_t> bytes) {
  auto owner = std::make_shared<std::vector<std::uint8_t>>(std::move(bytes));
  return {std::shared_ptr<std::uint8_t>(owner, owner->data()), owner->size()};
}

Canvas::Canvas(Size size) : Canvas(size, canvas_bytes(black_bmp(size)), kHeader) {}

Canvas::Canvas(Size size, CanvasBytes bytes, std::size_t pixels)
    : size_(size),
      bytes_(std::move(bytes)),
      pixels_(pixels),
      stride_(stride_of(size)),
      changed_(static_cast<std::size_t>(size.height)) {}

namespace {
struct Header {
  Size size;
  std::size_t pixels = 0;  // where the rows begin
  std::size_t bytes() const {
    return pixels + stride_of(size) * static_cast<std::size_t>(size.height);
  }
};

Result<Header> read_header(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHeader) return Error{"is cut off"};
  const std::uint32_t width = get(bytes, 18, 4), height = get(bytes, 22, 4);
  const bool known = bytes[0] == 'B' && bytes[1] == 'M' && get(bytes, 14, 4) >= 40 &&
                     get(bytes, 26, 2) == 1 && get(bytes, 28, 2) == 24 && get(bytes, 30, 4) == 0;
  const std::size_t pixels = get(bytes, 10, 4);
  if (!known) return Error{"is not a 24-bit BMP"};
  if (width < 1 || width > kMaxCanvasSide || height < 1 || height > kMaxCanvasSide) {
    return Error{"has sides outside 1.." + std::to_string(kMaxCanvasSide)};
  }
  if (pixels < kHeader || pixels > kLongestHeader) return Error{"is cut off"};
  return Header{{static_cast<int>(width), static_cast<int>(height)}, pixels};
}
}  // namespace

Result<std::size_t> Canvas::file_bytes(std::span<const std::uint8_t> header) {
  const Result<Header> read = read_header(header);
  if (!read.ok()) return read.error();
  return read.value().bytes();
}

Result<Canvas> Canvas::from_bytes(CanvasBytes bytes) {
  const Result<Header> header = read_header(bytes.all());
  if (!header.ok()) return header.error();
  if (bytes.size < header.value().bytes()) return Error{"is cut off"};
  return Canvas(header.value().size, std::move(bytes), header.value().pixels);
}

ImageView Canvas::view() const {
  return {bytes_.first.get() + row_offset(0), -static_cast<std::ptrdiff_t>(stride_), size_, 3};
}

bool Canvas::is_white(Point pixel) const {
  const std::uint8_t* bytes =
      bytes_.first.get() + row_offset(pixel.y) + static_cast<std::size_t>(pixel.x) * 3;
  return bytes[0] == 255 && bytes[1] == 255 && bytes[2] == 255;
}

void Canvas::whiten(int y, std::int64_t first, std::int64_t last) {
  first = std::max<std::int64_t>(first, 0);
  last = std::min<std::int64_t>(last, size_.width - 1);
  if (y < 0 || y >= size_.height || first > last) return;
  std::uint8_t* from = bytes_.first.get() + row_offset(y) + first * 3;
  const auto size = static_cast<std::size_t>(last - first + 1) * 3;
  // Redrawing what is there changes nothing, and then nothing has to be written.
  if (from[0] == 255 && std::memcmp(from, from + 1, size - 1) == 0) return;
  std::memset(from, 255, size);
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
