#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <vector>
#include "capturer/render/area_average.h"
#include "capturer/render/resize.h"

namespace franz::capturer {
namespace {
// Consecutive positions in a row, from `begin` up to (not including) `end`.
struct Range {
  int begin, end;
};

// The parts to compute: everything, or what changed.
class Wanted {
 public:
  Wanted(const Axis& across, const Axis& down, Size source, Size picture,
         const ChangedBlocks* changed)
      : across_(across), down_(down), source_(source), picture_(picture), changed_(changed) {}

  // The parts of a picture row, from left to right; they may share a pixel.
  const std::vector<Range>& of_row(int y) {
    ranges_.clear();
    std::uint64_t blocks = changed_ == nullptr ? ~std::uint64_t{0} : 0;
    if (changed_ != nullptr) {
      for (int row = down_.first(y); row <= down_.last(y); ++row)
        blocks |= (*changed_)[static_cast<std::size_t>(row)];
    }
    if (~blocks == 0) {
      ranges_.push_back({0, picture_.width});
      return ranges_;
    }
    for (int begin = 0, end = 0; blocks >> begin != 0; begin = end) {
      begin += std::countr_zero(blocks >> begin);
      end = begin + std::countr_one(blocks >> begin);
      add(first_of(begin), first_of(end) - 1);
      if (end == kColumnBlocks) break;
    }
    return ranges_;
  }

 private:
  // The first column of a block.
  int first_of(int block) const {
    return (block * source_.width + kColumnBlocks - 1) / kColumnBlocks;
  }
  // Adds the pixels to which the columns contribute. Picture pixel j covers [j * from, (j + 1) *
  // from), source pixel i covers [i * to, (i + 1) * to).
  void add(int first, int last) {
    if (first > last) return;
    ranges_.push_back({static_cast<int>(first * across_.to / across_.from),
                       static_cast<int>(((last + 1) * across_.to - 1) / across_.from) + 1});
  }

  const Axis across_, down_;
  const Size source_, picture_;
  const ChangedBlocks* const changed_;
  std::vector<Range> ranges_;
};

// Eight sums in 64-bit words, added in parallel; no sum overflows into the next.
template <typename Sum>
using Eight = std::array<std::uint64_t, sizeof(Sum)>;

// For each bit of a byte, highest first: all bits set if the bit is set. Used as masks for weights.
template <typename Sum>
constexpr std::array<Eight<Sum>, 256> byte_masks() {
  std::array<Eight<Sum>, 256> masks{};
  for (std::size_t byte = 0; byte < masks.size(); ++byte) {
    std::array<Sum, 8> columns{};
    for (std::size_t bit = 0; bit < 8; ++bit)
      if ((byte & (0x80U >> bit)) != 0) columns[bit] = static_cast<Sum>(~Sum{0});
    masks[byte] = std::bit_cast<Eight<Sum>>(columns);
  }
  return masks;
}

// The weights of the white pixels of a band, per column. `Sum` holds the total weight.
template <typename Sum>
class Band {
 public:
  Band(const BitmapView& source, const Axis& down)
      : source_(source),
        down_(down),
        sums_((static_cast<std::size_t>(source.size.width) + 7) / 8 * 8),
        white_(sums_.size() / 8) {}

  // Sums up picture row y in those columns.
  void add_up(int y, Range columns) {
    const auto first = static_cast<std::size_t>(columns.begin) / 8;
    const auto end = (static_cast<std::size_t>(columns.end) + 7) / 8;
    next_white_ = first;
    end_ = end;
    std::fill(sums_.begin() + static_cast<std::ptrdiff_t>(first * 8),
              sums_.begin() + static_cast<std::ptrdiff_t>(end * 8), Sum{0});
    std::fill(white_.begin() + static_cast<std::ptrdiff_t>(first),
              white_.begin() + static_cast<std::ptrdiff_t>(end), std::uint8_t{0});
    for (int row = down_.first(y); row <= down_.last(y); ++row) {
      const std::uint8_t* const bytes = source_.top_left + row * source_.stride;
      const std::uint64_t weights = kOnes * down_.weight(row, y);
      for (std::size_t group = first; group < end; group += kGroup) {
        const std::size_t group_end = std::min(group + kGroup, end);
        // Most of a drawing is black.
        std::uint64_t eight = 0;
        std::memcpy(&eight, bytes + group, group_end - group);
        if (eight == 0) continue;
        for (std::size_t at = group; at < group_end; ++at)
          if (bytes[at] != 0) add(at, kMasks[bytes[at]], weights);
      }
    }
  }

  // Must be called from left to right.
  bool is_black(int first, int last) {
    next_white_ = std::max(next_white_, static_cast<std::size_t>(first) / 8);
    while (next_white_ < end_ && white_[next_white_] == 0) ++next_white_;
    return static_cast<std::size_t>(last) / 8 < next_white_;
  }
  const Sum* sums() const { return sums_.data(); }

 private:
  void add(std::size_t byte, const Eight<Sum>& mask, std::uint64_t weights) {
    white_[byte] = 1;
    Sum* sum = &sums_[byte * 8];
    for (const std::uint64_t columns : mask) {
      std::uint64_t word = 0;
      std::memcpy(&word, sum, sizeof word);
      word += columns & weights;
      std::memcpy(sum, &word, sizeof word);
      sum += sizeof word / sizeof(Sum);
    }
  }

  static constexpr std::size_t kGroup = 8;  // bytes that are tested together
  static constexpr std::array<Eight<Sum>, 256> kMasks = byte_masks<Sum>();
  static constexpr std::uint64_t kOnes =
      ~std::uint64_t{0} / static_cast<Sum>(~Sum{0});  // one in each sum

  const BitmapView& source_;
  const Axis& down_;
  std::vector<Sum> sums_;
  std::vector<std::uint8_t> white_;  // per byte of a row: 0 if the whole band is black
  std::size_t next_white_ = 0, end_ = 0;
};

// `Sum` holds the weights along one axis, `Total` 255 times those along both axes.
template <typename Sum, typename Total>
void resize_bitmap_with(const BitmapView& source, const Axis& across, const Axis& down,
                        Wanted& wanted, Picture& picture) {
  const Mean mean(static_cast<std::uint64_t>(across.from * down.from));
  const std::vector<Columns> columns = share_columns(across, picture.size().width);
  Band<Sum> band(source, down);
  for (int y = 0; y < picture.size().height; ++y) {
    for (const Range& part : wanted.of_row(y)) {
      band.add_up(y, {across.first(part.begin), across.last(part.end - 1) + 1});
      std::uint8_t* pixel = picture.row(y) + std::ptrdiff_t{part.begin} * 3;
      std::fill_n(pixel, (part.end - part.begin) * 3, std::uint8_t{0});
      const Sum* const sums = band.sums();
      for (int x = part.begin; x < part.end; ++x, pixel += 3) {
        const Columns& share = columns[static_cast<std::size_t>(x)];
        if (band.is_black(share.first, share.last)) continue;
        Total total = share.first_weight * Total{sums[share.first]};
        for (int column = share.first + 1; column < share.last; ++column)
          total += share.middle_weight * Total{sums[column]};
        if (share.last > share.first) total += share.last_weight * Total{sums[share.last]};
        pixel[0] = pixel[1] = pixel[2] = mean.of(255 * total);
      }
    }
  }
}

void resize_wanted(const BitmapView& source, const ChangedBlocks* changed, Picture& picture) {
  const Size size = picture.size();
  const Axis across(source.size.width, size.width), down(source.size.height, size.height);
  Wanted wanted(across, down, source.size, size, changed);
  if (has_short_sums(across, down)) {
    resize_bitmap_with<std::uint16_t, std::uint32_t>(source, across, down, wanted, picture);
  } else {
    resize_bitmap_with<std::uint32_t, std::uint64_t>(source, across, down, wanted, picture);
  }
}
}  // namespace

Picture resize(const BitmapView& source, Size size) {
  Picture picture(size);
  resize_wanted(source, nullptr, picture);
  return picture;
}

void resize_changed(const BitmapView& source, const ChangedBlocks& changed, Picture& picture) {
  resize_wanted(source, &changed, picture);
}
}  // namespace franz::capturer
