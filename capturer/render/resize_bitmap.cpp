#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>
#include "capturer/render/area_average.h"
#include "capturer/render/resize.h"

namespace franz::capturer {
namespace {
// Neighbours in a row, from `begin` up to `end`.
struct Range {
  int begin, end;
};

// What is to be made anew: all of it, or what changed.
class Wanted {
 public:
  Wanted(const Axis& across, const Axis& down, Size source, Size picture,
         const ChangedBlocks* changed)
      : across_(across), down_(down), source_(source), picture_(picture), changed_(changed) {}

  // The parts of a picture row, from the left; they may share a pixel.
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
  // The pixels in which the columns have a share. Picture pixel j covers [j * from, (j + 1) *
  // from), source pixel i [i * to, (i + 1) * to).
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

// All bits of a column where a byte's bit is set, from the highest on: weights are masked with it.
template <typename Sum>
constexpr std::array<std::array<Sum, 8>, 256> byte_masks() {
  std::array<std::array<Sum, 8>, 256> masks{};
  for (std::size_t byte = 0; byte < masks.size(); ++byte)
    for (std::size_t bit = 0; bit < 8; ++bit)
      if ((byte & (0x80U >> bit)) != 0) masks[byte][bit] = static_cast<Sum>(~Sum{0});
  return masks;
}

// The weights of the white pixels of a band, column by column. `Sum` holds the whole weight.
template <typename Sum>
class Band {
 public:
  Band(const BitmapView& source, const Axis& down)
      : source_(source),
        down_(down),
        sums_((static_cast<std::size_t>(source.size.width) + 7) / 8 * 8),
        white_(sums_.size() / 8) {}

  // Of picture row y, in those columns.
  void add_up(int y, Range columns) {
    const auto first = static_cast<std::size_t>(columns.begin) / 8;
    const auto end = (static_cast<std::size_t>(columns.end) + 7) / 8;
    std::fill(sums_.begin() + static_cast<std::ptrdiff_t>(first * 8),
              sums_.begin() + static_cast<std::ptrdiff_t>(end * 8), Sum{0});
    std::fill(white_.begin() + static_cast<std::ptrdiff_t>(first),
              white_.begin() + static_cast<std::ptrdiff_t>(end), std::uint8_t{0});
    for (int row = down_.first(y); row <= down_.last(y); ++row) {
      const std::uint8_t* const bytes = source_.top_left + row * source_.stride;
      const auto weight = static_cast<Sum>(down_.weight(row, y));
      for (std::size_t at = first; at < end; ++at) {
        if (bytes[at] == 0) continue;  // as most of a drawing is
        white_[at] = 1;
        Sum* const sum = sums_.data() + at * 8;
        const std::array<Sum, 8>& mask = kMasks[bytes[at]];
        for (std::size_t bit = 0; bit < 8; ++bit)
          sum[bit] = static_cast<Sum>(sum[bit] + (mask[bit] & weight));
      }
    }
  }

  bool is_black(int first, int last) const {
    for (int at = first / 8; at <= last / 8; ++at)
      if (white_[static_cast<std::size_t>(at)] != 0) return false;
    return true;
  }
  const Sum* sums() const { return sums_.data(); }

 private:
  static constexpr std::array<std::array<Sum, 8>, 256> kMasks = byte_masks<Sum>();

  const BitmapView& source_;
  const Axis& down_;
  std::vector<Sum> sums_;
  std::vector<std::uint8_t> white_;  // by bytes of a row: 0 where all of the band is black
};

// `Sum` holds the weights along one axis, `Total` 255 times those along both.
template <typename Sum, typename Total>
void resize_with(const BitmapView& source, const Axis& across, const Axis& down, Wanted& wanted,
                 Picture& picture) {
  const Mean mean(static_cast<std::uint64_t>(across.from * down.from));
  const std::vector<Columns> columns = share_columns(across, picture.size().width);
  Band<Sum> band(source, down);
  for (int y = 0; y < picture.size().height; ++y) {
    for (const Range& part : wanted.of_row(y)) {
      band.add_up(y, {across.first(part.begin), across.last(part.end - 1) + 1});
      std::uint8_t* pixel = picture.row(y) + std::ptrdiff_t{part.begin} * 3;
      for (int x = part.begin; x < part.end; ++x, pixel += 3) {
        const Columns& share = columns[static_cast<std::size_t>(x)];
        std::uint8_t level = 0;
        if (!band.is_black(share.first, share.last)) {
          const Sum* const sums = band.sums();
          Total total = share.first_weight * Total{sums[share.first]};
          for (int column = share.first + 1; column < share.last; ++column)
            total += share.middle_weight * Total{sums[column]};
          if (share.last > share.first) total += share.last_weight * Total{sums[share.last]};
          level = mean.of(255 * total);
        }
        pixel[0] = pixel[1] = pixel[2] = level;
      }
    }
  }
}

void resize_wanted(const BitmapView& source, const ChangedBlocks* changed, Picture& picture) {
  const Size size = picture.size();
  const Axis across(source.size.width, size.width), down(source.size.height, size.height);
  Wanted wanted(across, down, source.size, size, changed);
  if (has_short_sums(across, down)) {
    resize_with<std::uint16_t, std::uint32_t>(source, across, down, wanted, picture);
  } else {
    resize_with<std::uint32_t, std::uint64_t>(source, across, down, wanted, picture);
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
