#include "capturer/render/resize.h"
#include <algorithm>
#include <cstring>
#include <vector>
#include "capturer/render/area_average.h"

namespace franz::capturer {
namespace {
bool all_zero(const std::uint8_t* bytes, std::size_t size) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

// Sums the weighted rows of a band; false if it is black. `Sum` holds 255 times the total weight.
template <typename Sum>
bool sum_rows(const ImageView& source, const Axis& axis, int y, std::vector<Sum>& sums) {
  bool any = false;
  for (int row = axis.first(y); row <= axis.last(y); ++row) {
    const std::uint8_t* bytes = source.top_left + row * source.stride;
    // Screens are often partly black, and comparing is far cheaper than summing.
    if (all_zero(bytes, sums.size())) continue;
    if (!any) std::fill(sums.begin(), sums.end(), Sum{0});
    any = true;
    const auto weight = static_cast<Sum>(axis.weight(row, y));
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = static_cast<Sum>(sums[i] + weight * bytes[i]);
  }
  return any;
}

void put_pixel(std::uint8_t* pixel, const Mean& mean, std::uint64_t red, std::uint64_t green,
               std::uint64_t blue) {
  const bool grey = red == green && green == blue;  // as in a whole drawing
  pixel[0] = mean.of(red);
  pixel[1] = grey ? pixel[0] : mean.of(green);
  pixel[2] = grey ? pixel[0] : mean.of(blue);
}

// The pixels of a row, from the column sums of a band, if each covers `count` whole columns:
// `kCount`, or any number if that is 0.
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

// The same if pixels share columns. `Total` holds the sums along both axes.
template <typename Total, typename Sum>
void average_columns(const Sum* sums, int step, const std::vector<Columns>& columns,
                     const Mean& mean, std::uint8_t* pixel) {
  for (const Columns& share : columns) {
    const Sum* sum = sums + std::ptrdiff_t{share.first} * step;
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

// `Sum` holds the sums along one axis, `Total` those along both axes.
template <typename Sum, typename Total>
void resize_image_with(const ImageView& source, const Axis& across, const Axis& down,
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
    std::uint8_t* pixel = picture.row(y);
    if (!sum_rows(source, down, y, sums)) {
      std::fill_n(pixel, static_cast<std::size_t>(width) * 3, std::uint8_t{0});
    } else if (!whole_columns) {
      average_columns<Total>(sums.data(), step, columns, mean, pixel);
    } else if (count == 3 && step == 3) {  // 1536 to 512
      average_whole_columns<3>(sums.data(), 3, count, width, mean, pixel);
    } else {
      average_whole_columns<0>(sums.data(), step, count, width, mean, pixel);
    }
  }
}

// Copies the pixels and swaps the order of the channels.
void copy_pixels(const ImageView& source, Picture& picture) {
  for (int y = 0; y < source.size.height; ++y) {
    const std::uint8_t* from = source.top_left + y * source.stride;
    std::uint8_t* pixel = picture.row(y);
    for (int x = 0; x < source.size.width; ++x, from += source.pixel_bytes, pixel += 3) {
      pixel[0] = from[2];
      pixel[1] = from[1];
      pixel[2] = from[0];
    }
  }
}
}  // namespace

Picture resize(const ImageView& source, Size size) {
  Picture picture(size);
  const Axis across(source.size.width, size.width), down(source.size.height, size.height);
  if (across.from == across.to && down.from == down.to) {
    copy_pixels(source, picture);
  } else if (has_short_sums(across, down)) {
    resize_image_with<std::uint16_t, std::uint32_t>(source, across, down, picture);
  } else {
    resize_image_with<std::uint32_t, std::uint64_t>(source, across, down, picture);
  }
  return picture;
}
}  // namespace franz::capturer
