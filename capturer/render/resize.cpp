#include "capturer/render/resize.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

namespace franz::capturer {
namespace {
// Along one axis, both extents reduced by their common divisor: source pixel i covers
// [i * to, (i + 1) * to), picture pixel j covers [j * from, (j + 1) * from), in the same steps.
struct Axis {
  std::int64_t from, to;

  Axis(int source, int target)
      : from(source / std::gcd(source, target)), to(target / std::gcd(source, target)) {}
  int first(int j) const { return static_cast<int>(j * from / to); }
  int last(int j) const { return static_cast<int>(((j + 1) * from - 1) / to); }
  std::uint32_t weight(int i, int j) const {
    return static_cast<std::uint32_t>(std::min((i + 1) * to, (j + 1) * from) -
                                      std::max(i * to, j * from));
  }
};

bool all_zero(const std::uint8_t* bytes, std::size_t size) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

// Neighbours in a row, from `begin` up to `end`.
struct Range {
  int begin, end;
};

// Sums the rows of a band, weighted, in those columns; false for a black one. `Sum` holds 255 times
// the whole weight.
template <typename Sum>
bool sum_rows(const ImageView& source, const Axis& axis, int y, Range columns, Sum* sums) {
  const std::ptrdiff_t first = std::ptrdiff_t{columns.begin} * source.pixel_bytes;
  const auto count = static_cast<std::size_t>(columns.end - columns.begin) *
                     static_cast<std::size_t>(source.pixel_bytes);
  bool any = false;
  for (int row = axis.first(y); row <= axis.last(y); ++row) {
    const std::uint8_t* bytes = source.top_left + row * source.stride + first;
    // Most of a drawing is black, and comparing is far cheaper than summing.
    if (all_zero(bytes, count)) continue;
    if (!any) std::fill_n(sums, count, Sum{0});
    any = true;
    const auto weight = static_cast<Sum>(axis.weight(row, y));
    for (std::size_t i = 0; i < count; ++i) sums[i] = static_cast<Sum>(sums[i] + weight * bytes[i]);
  }
  return any;
}

// Rounds sum / area to the nearest integer, halves up, for sums up to 255 * area.
class Mean {
 public:
  // With d = 2 * area and k = N + bits of d, floor(n / d) is n * ceil(2^k / d) >> k for all
  // n < 2^N. Source: Granlund and Montgomery, Division by Invariant Integers (1994), theorem 4.2.
  explicit Mean(std::uint64_t area) : area_(area) {
    const std::uint64_t divisor = 2 * area;
    const auto bits = static_cast<int>(std::bit_width(511 * area));
    const int shift = bits + static_cast<int>(std::bit_width(divisor));
    if (divisor == 0 || bits > 31) return;  // the product would not fit: divided then
    shift_ = shift;
    factor_ = ((std::uint64_t{1} << shift) + divisor - 1) / divisor;
  }
  std::uint8_t of(std::uint64_t sum) const {
    const std::uint64_t dividend = 2 * sum + area_;
    return static_cast<std::uint8_t>(factor_ != 0 ? (dividend * factor_) >> shift_
                                                  : dividend / (2 * area_));
  }

 private:
  std::uint64_t area_, factor_ = 0;
  int shift_ = 0;
};

// One picture pixel's share of the columns: fixed for all rows.
struct Columns {
  int first, last;
  std::uint32_t first_weight, middle_weight, last_weight;
};

std::vector<Columns> share_columns(const Axis& axis, int width) {
  std::vector<Columns> all;
  all.reserve(static_cast<std::size_t>(width));
  for (int x = 0; x < width; ++x) {
    const int first = axis.first(x), last = axis.last(x);
    all.push_back({first, last, axis.weight(first, x), static_cast<std::uint32_t>(axis.to),
                   axis.weight(last, x)});
  }
  return all;
}

void put_pixel(std::uint8_t* pixel, const Mean& mean, std::uint64_t red, std::uint64_t green,
               std::uint64_t blue) {
  const bool grey = red == green && green == blue;  // as all of a drawing is
  pixel[0] = mean.of(red);
  pixel[1] = grey ? pixel[0] : mean.of(green);
  pixel[2] = grey ? pixel[0] : mean.of(blue);
}

// Pixels of a row from the sums down a band, where each of them covers `count` whole columns:
// `kCount` of them, or any number if that is 0.
template <int kCount, typename Sum>
void average_whole_columns(const Sum* sum, int step, int count, int pixels, const Mean& mean,
                           std::uint8_t* pixel) {
  if constexpr (kCount > 0) count = kCount;
  for (int x = 0; x < pixels; ++x, pixel += 3) {
    std::uint64_t blue = 0, green = 0, red = 0;
    for (int column = 0; column < count; ++column, sum += step) {
      blue += sum[0];
      green += sum[1];
      red += sum[2];
    }
    put_pixel(pixel, mean, red, green, blue);
  }
}

// The same where pixels share columns. `sums` begins with the first one's. `Total` holds the sums
// along both axes.
template <typename Total, typename Sum>
void average_columns(const Sum* sums, int step, std::span<const Columns> columns, const Mean& mean,
                     std::uint8_t* pixel) {
  const int origin = columns.front().first;
  for (const Columns& share : columns) {
    const Sum* sum = sums + std::ptrdiff_t{share.first - origin} * step;
    Total blue = share.first_weight * Total{sum[0]};
    Total green = share.first_weight * Total{sum[1]};
    Total red = share.first_weight * Total{sum[2]};
    for (int column = share.first + 1; column <= share.last; ++column) {
      sum += step;
      const Total weight = column == share.last ? share.last_weight : share.middle_weight;
      blue += weight * sum[0];
      green += weight * sum[1];
      red += weight * sum[2];
    }
    put_pixel(pixel, mean, red, green, blue);
    pixel += 3;
  }
}

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

// `Sum` holds the sums along one axis, `Total` those along both.
template <typename Sum, typename Total>
void resize_with(const ImageView& source, const Axis& across, const Axis& down, Wanted& wanted,
                 Picture& picture) {
  const Mean mean(static_cast<std::uint64_t>(across.from * down.from));
  const int width = picture.size().width, count = static_cast<int>(across.from);
  const int step = source.pixel_bytes;
  const bool whole_columns = across.to == 1;
  const std::vector<Columns> columns =
      whole_columns ? std::vector<Columns>() : share_columns(across, width);
  std::vector<Sum> sums(static_cast<std::size_t>(source.size.width) *
                        static_cast<std::size_t>(step));
  for (int y = 0; y < picture.size().height; ++y) {
    for (const Range& part : wanted.of_row(y)) {
      const int pixels = part.end - part.begin;
      std::uint8_t* pixel = picture.row(y) + std::ptrdiff_t{part.begin} * 3;
      const Range covered{across.first(part.begin), across.last(part.end - 1) + 1};
      if (!sum_rows(source, down, y, covered, sums.data())) {
        std::fill_n(pixel, static_cast<std::size_t>(pixels) * 3, std::uint8_t{0});
      } else if (!whole_columns) {
        average_columns<Total>(sums.data(), step,
                               std::span(columns).subspan(static_cast<std::size_t>(part.begin),
                                                          static_cast<std::size_t>(pixels)),
                               mean, pixel);
      } else if (count == 3 && step == 3) {  // 1536 to 512
        average_whole_columns<3>(sums.data(), 3, count, pixels, mean, pixel);
      } else {
        average_whole_columns<0>(sums.data(), step, count, pixels, mean, pixel);
      }
    }
  }
}

// Nothing to sum: only the order of the colours changes.
void copy_pixels(const ImageView& source, Wanted& wanted, Picture& picture) {
  for (int y = 0; y < source.size.height; ++y) {
    for (const Range& part : wanted.of_row(y)) {
      const std::uint8_t* from =
          source.top_left + y * source.stride + std::ptrdiff_t{part.begin} * source.pixel_bytes;
      std::uint8_t* pixel = picture.row(y) + std::ptrdiff_t{part.begin} * 3;
      for (int x = part.begin; x < part.end; ++x, from += source.pixel_bytes, pixel += 3) {
        pixel[0] = from[2];
        pixel[1] = from[1];
        pixel[2] = from[0];
      }
    }
  }
}

void resize_wanted(const ImageView& source, const ChangedBlocks* changed, Picture& picture) {
  const Size size = picture.size();
  const Axis across(source.size.width, size.width), down(source.size.height, size.height);
  Wanted wanted(across, down, source.size, size, changed);
  if (across.from == across.to && down.from == down.to) return copy_pixels(source, wanted, picture);
  // Usual ratios have small terms (1920 to 512 is 15 to 4): short sums are added up faster.
  constexpr std::int64_t kShort = 65535 / 255, kLong = 0xFFFFFFFF / 255;
  if (down.from <= kShort && across.from * down.from <= kLong) {
    resize_with<std::uint16_t, std::uint32_t>(source, across, down, wanted, picture);
  } else {
    resize_with<std::uint32_t, std::uint64_t>(source, across, down, wanted, picture);
  }
}
}  // namespace

Picture resize(const ImageView& source, Size size) {
  Picture picture(size);
  resize_wanted(source, nullptr, picture);
  return picture;
}

void resize_changed(const ImageView& source, const ChangedBlocks& changed, Picture& picture) {
  resize_wanted(source, &changed, picture);
}
}  // namespace franz::capturer
