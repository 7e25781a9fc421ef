#include "common/picture/png_encoding.h"
#include <libdeflate.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>
#include "common/picture/run_deflate.h"

namespace franz {
namespace {
constexpr std::size_t kChannels = 3;

// How a picture of more colours than a palette has is best packed, by its kind. Drawings and texts
// repeat pixels: as they are they have the longest repetitions, which a higher level finds. Large
// pictures are mostly of screens with text, whose letters repeat far apart: level 7 saves a tenth
// of the bytes there, and next to nothing of a drawing. Of photos and shades, what helps is the
// difference to what their neighbours predict; that of photos repeats by chance only, and what a
// search finds costs more bytes than it saves. Screens with shades or photos on them are of both
// kinds.
enum class Filter : std::uint8_t { none = 0, sub = 1, up = 2, paeth = 4 };  // PNG's numbers
enum class Filters : std::uint8_t { none, best_of_each_row };
constexpr int kRunsOnly = 0;  // run_deflate.h
struct Packing {
  Filters filters;
  int level;  // libdeflate's, or kRunsOnly
};
constexpr Packing kDrawing{Filters::none, 6}, kScreen{Filters::none, 7};
constexpr Packing kShaded{Filters::best_of_each_row, 4};
constexpr Packing kPhoto{Filters::best_of_each_row, kRunsOnly};
constexpr std::int64_t kLarge = 1 << 18;  // pixels
// Of pictures with a palette, drawings and text alike: 4 takes a fifth longer and 6 twice as long,
// and they save a hundredth or two of a drawing's bytes, and up to a seventh of a text's. What is
// known to be lines is not looked through for repetitions at all.
constexpr int kIndexedLevel = 2;

using Row = std::span<const std::uint8_t>;

struct Picture {
  Size size;
  Row rgb;
};

Row row_of(const Picture& picture, int y) {
  const std::size_t bytes = static_cast<std::size_t>(picture.size.width) * kChannels;
  return picture.rgb.subspan(static_cast<std::size_t>(y) * bytes, bytes);
}

// Source: PNG specification (W3C, third edition), 9.4. Without branches, which compilers turn into
// vector code; `left` + `above` - `corner` is the prediction, and the nearest of the three is
// taken.
void filter_paeth(Row row, Row above, std::uint8_t* out) {
  for (std::size_t i = 0; i < kChannels; ++i) out[i] = static_cast<std::uint8_t>(row[i] - above[i]);
  const std::uint8_t* current = row.data();
  const std::uint8_t* up = above.data();
  for (std::size_t i = kChannels; i < row.size(); ++i) {
    const auto left = static_cast<std::int16_t>(current[i - kChannels]);
    const auto over = static_cast<std::int16_t>(up[i]);
    const auto corner = static_cast<std::int16_t>(up[i - kChannels]);
    const auto of_left = static_cast<std::int16_t>(over - corner);
    const auto of_over = static_cast<std::int16_t>(left - corner);
    const auto of_corner = static_cast<std::int16_t>(of_left + of_over);
    const auto to_left = static_cast<std::int16_t>(of_left < 0 ? -of_left : of_left);
    const auto to_over = static_cast<std::int16_t>(of_over < 0 ? -of_over : of_over);
    const auto to_corner = static_cast<std::int16_t>(of_corner < 0 ? -of_corner : of_corner);
    const std::int16_t nearer = to_over <= to_corner ? over : corner;
    const std::int16_t nearest = to_left <= to_over && to_left <= to_corner ? left : nearer;
    out[i] = static_cast<std::uint8_t>(current[i] - nearest);
  }
}

// Bytes that are written before they are read: memory is not filled for nothing.
struct Bytes {
  explicit Bytes(std::size_t count)
      : data(std::make_unique_for_overwrite<std::uint8_t[]>(count)), size(count) {}
  std::unique_ptr<std::uint8_t[]> data;
  std::size_t size;
};

void filter_row(Filter filter, Row row, Row above, std::uint8_t* out) {
  switch (filter) {
    case Filter::none: std::copy(row.begin(), row.end(), out); break;
    case Filter::sub:
      std::copy_n(row.begin(), kChannels, out);
      for (std::size_t i = kChannels; i < row.size(); ++i)
        out[i] = static_cast<std::uint8_t>(row[i] - row[i - kChannels]);
      break;
    case Filter::up:
      for (std::size_t i = 0; i < row.size(); ++i)
        out[i] = static_cast<std::uint8_t>(row[i] - above[i]);
      break;
    case Filter::paeth: filter_paeth(row, above, out); break;
  }
}

// Takes the filter that leaves the least: the sum of the bytes' absolute values as signed numbers.
// Source: PNG specification (W3C, third edition), 12.7.
class RowFilter {
 public:
  explicit RowFilter(std::size_t of_row) : made_(of_row), best_(of_row) {}

  Filter filter(Row row, Row above, std::uint8_t* out) {
    Filter best = Filter::none;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const Filter each : {Filter::none, Filter::sub, Filter::up, Filter::paeth}) {
      filter_row(each, row, above, made_.data());
      const std::uint64_t left = sum_of(made_);
      if (left >= least) continue;
      least = left;
      best = each;
      std::swap(made_, best_);
    }
    std::ranges::copy(best_, out);
    return best;
  }

 private:
  static std::uint64_t sum_of(const std::vector<std::uint8_t>& bytes) {
    std::uint32_t sum = 0;  // a row has at most 3 * 16384 bytes of at most 128
    for (const std::uint8_t byte : bytes) sum += std::min<std::uint32_t>(byte, 256U - byte);
    return sum;
  }
  std::vector<std::uint8_t> made_, best_;
};

// All rows, or a sample: sixteen of each hundred and twenty-eight, or of a lower picture all.
enum class Extent : std::uint8_t { all, sample };
bool within(Extent extent, int y, int height) {
  return extent == Extent::all || height < 128 || y / 16 % 8 == 4;
}

// Each row behind the number of its filter.
Bytes filtered(const Picture& picture, Filters filters, Extent extent = Extent::all) {
  const auto [width, height] = picture.size;
  const std::size_t of_row = static_cast<std::size_t>(width) * kChannels;
  Bytes rows(static_cast<std::size_t>(height) * (of_row + 1));  // a sample has less
  const std::vector<std::uint8_t> nothing(of_row);
  RowFilter best(of_row);
  std::uint8_t* out = rows.data.get();
  for (int y = 0; y < height; ++y) {
    if (!within(extent, y, height)) continue;
    const Row row = row_of(picture, y), above = y == 0 ? Row(nothing) : row_of(picture, y - 1);
    Filter filter = Filter::none;
    if (filters == Filters::none) {
      filter_row(filter, row, above, out + 1);
    } else {
      filter = best.filter(row, above, out + 1);
    }
    *out = static_cast<std::uint8_t>(filter);
    out += of_row + 1;
  }
  rows.size = static_cast<std::size_t>(out - rows.data.get());
  return rows;
}

// A byte for each pixel, the number of its colour, in rows behind the number of their filter: none.
struct Indexed {
  Bytes rows;
  std::string palette;  // red, green, blue of each colour
};

std::uint32_t color_of(const std::uint8_t* pixel) {
  return pixel[0] | std::uint32_t{pixel[1]} << 8U | std::uint32_t{pixel[2]} << 16U;
}

// The same of a pixel that another one follows: a byte of that is read, too.
std::uint32_t color_of_inner(const std::uint8_t* pixel) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint32_t color = 0;
    std::memcpy(&color, pixel, sizeof color);
    return color & 0xFFFFFFU;
  } else {
    return color_of(pixel);
  }
}

// The colours of a picture and their numbers, in the order in which they come.
class Palette {
 public:
  static constexpr std::size_t kMost = 256;
  static constexpr std::uint32_t kNone = 1U << 24U;  // no colour

  static constexpr unsigned kFull = kMost;

  // The number of a colour, which is added if it is new; kFull: there is no room for it.
  unsigned number_of(std::uint32_t color) {
    const std::size_t slot =
        (color * 0x9E3779B1U) >> (32U - kSlotBits);  // Knuth's multiplicative hash
    if (colors_[slot] == color) return numbers_[slot];
    return find_or_add(color, slot);
  }
  std::string take() { return std::move(rgb_); }

 private:
  static constexpr unsigned kSlotBits = 10;  // four slots for each colour: few collide

  unsigned find_or_add(std::uint32_t color, std::size_t slot) {
    while (colors_[slot] != color) {
      if (colors_[slot] == kNone) {
        if (rgb_.size() == 3 * kMost) return kFull;
        colors_[slot] = color;
        numbers_[slot] = static_cast<std::uint8_t>(rgb_.size() / 3);
        for (const unsigned shift : {0U, 8U, 16U}) rgb_ += static_cast<char>(color >> shift);
        break;
      }
      slot = (slot + 1) % colors_.size();
    }
    return numbers_[slot];
  }

  std::array<std::uint32_t, 1U << kSlotBits> colors_ = filled_with(kNone);
  std::array<std::uint8_t, 1U << kSlotBits> numbers_{};
  std::string rgb_;

  static constexpr std::array<std::uint32_t, 1U << kSlotBits> filled_with(std::uint32_t value) {
    std::array<std::uint32_t, 1U << kSlotBits> all{};
    all.fill(value);
    return all;
  }
};

// Nothing: the picture has too many colours.
std::optional<Indexed> indexed(const Picture& picture) {
  const auto [width, height] = picture.size;
  Indexed made{Bytes((static_cast<std::size_t>(width) + 1) * static_cast<std::size_t>(height)), ""};
  Palette palette;
  std::uint8_t* out = made.rows.data.get();
  const std::uint8_t* const last = picture.rgb.data() + picture.rgb.size() - kChannels;
  for (int y = 0; y < height; ++y) {
    *out++ = static_cast<std::uint8_t>(Filter::none);
    const Row row = row_of(picture, y);
    const std::uint8_t* pixel = row.data();
    const std::uint8_t* const end = pixel + row.size();
    while (pixel < end) {
      constexpr std::ptrdiff_t kAtOnce = 8, kBytes = 3 * kAtOnce;
      // Most of a drawing is of one colour: eight pixels that are as the one before them.
      if (pixel > row.data() && end - pixel >= kBytes &&
          std::memcmp(pixel, pixel - 3, kBytes) == 0) {
        std::memset(out, out[-1], kAtOnce);
        out += kAtOnce;
        pixel += kBytes;
        continue;
      }
      for (const std::uint8_t* const stop = std::min(end, pixel + kBytes); pixel < stop;
           pixel += kChannels) {
        const unsigned number =
            palette.number_of(pixel < last ? color_of_inner(pixel) : color_of(pixel));
        if (number == Palette::kFull) return std::nullopt;
        *out++ = static_cast<std::uint8_t>(number);
      }
    }
  }
  made.palette = palette.take();
  return made;
}

std::array<char, 4> big_endian(std::uint32_t number) {
  return {static_cast<char>(number >> 24U), static_cast<char>(number >> 16U),
          static_cast<char>(number >> 8U), static_cast<char>(number)};
}

// Opens a chunk at the end of `png`, and closes the one that began at `start`: its length, and the
// sum of its name and data. Source: PNG specification, 5.3.
std::size_t open_chunk(std::string& png, std::string_view name) {
  const std::size_t start = png.size();
  png.append(4, '\0').append(name);
  return start;
}
void close_chunk(std::string& png, std::size_t start) {
  const std::array<char, 4> length = big_endian(static_cast<std::uint32_t>(png.size() - start - 8));
  std::copy(length.begin(), length.end(), png.begin() + static_cast<std::ptrdiff_t>(start));
  const std::uint32_t sum = libdeflate_crc32(0, png.data() + start + 4, png.size() - start - 4);
  const std::array<char, 4> sum_bytes = big_endian(sum);
  png.append(sum_bytes.data(), sum_bytes.size());
}

// As a zlib stream (RFC 1950).
void append_deflated(std::string& png, const Bytes& bytes, int level) {
  if (level == kRunsOnly) return append_runs_deflated(png, {bytes.data.get(), bytes.size});
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(level), &libdeflate_free_compressor);
  if (!compressor) throw std::bad_alloc();
  const Bytes out(libdeflate_zlib_compress_bound(compressor.get(), bytes.size));
  const std::size_t size = libdeflate_zlib_compress(compressor.get(), bytes.data.get(), bytes.size,
                                                    out.data.get(), out.size);
  png.append(reinterpret_cast<const char*>(out.data.get()), size);
}

// By a sample that is packed in three ways at a low level. Filters have to save a tenth: above it,
// it is mostly what repeats far apart, as letters do, that becomes shorter, and filters hide that.
// Repetitions that are no runs have to save a fiftieth, for the search takes several times as long.
Packing packing_of(const Picture& picture) {
  constexpr int kSampleLevel = 3;
  const auto packed_size = [](const Bytes& rows, int level) {
    std::string packed;
    append_deflated(packed, rows, level);
    return packed.size();
  };
  const Bytes rows = filtered(picture, Filters::best_of_each_row, Extent::sample);
  const std::size_t searched = packed_size(rows, kSampleLevel);
  const std::size_t by_runs = packed_size(rows, kRunsOnly);
  const std::size_t as_it_is =
      packed_size(filtered(picture, Filters::none, Extent::sample), kSampleLevel);
  if (std::min(searched, by_runs) * 10 < as_it_is * 9)
    return searched * 50 < by_runs * 49 ? kShaded : kPhoto;
  return std::int64_t{picture.size.width} * picture.size.height > kLarge ? kScreen : kDrawing;
}

constexpr std::string_view kSignature = "\x89PNG\r\n\x1A\n";
// Depth, kind of colours, and the usual.
constexpr std::string_view kRgb("\x08\x02\x00\x00\x00", 5), kPalette("\x08\x03\x00\x00\x00", 5);

// What an IHDR chunk holds.
std::string header_of(Size size, std::string_view kind) {
  std::string header;
  for (const int side : {size.width, size.height}) {
    const std::array<char, 4> bytes = big_endian(static_cast<std::uint32_t>(side));
    header.append(bytes.data(), bytes.size());
  }
  return header.append(kind);
}

void append_chunk(std::string& png, std::string_view name, std::string_view data) {
  const std::size_t chunk = open_chunk(png, name);
  png.append(data);
  close_chunk(png, chunk);
}

// Takes a chunk off the front; what it holds. Nothing: the front is none of that name.
std::optional<std::string_view> take_chunk(std::string_view& png, std::string_view name) {
  constexpr std::size_t kAround = 12;  // its length, its name, and its sum
  if (png.size() < kAround || png.substr(4, 4) != name) return std::nullopt;
  const auto number_at = [&png](std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i)
      number = number << 8U | static_cast<unsigned char>(png[at + i]);
    return number;
  };
  const std::size_t size = number_at(0);
  if (size > png.size() - kAround ||
      libdeflate_crc32(0, png.data() + 4, size + 4) != number_at(size + 8))
    return std::nullopt;
  const std::string_view data = png.substr(8, size);
  png.remove_prefix(size + kAround);
  return data;
}

// The whole of `deflated` has to give as many bytes as there is room. Nothing: it does not.
std::optional<Bytes> inflated(std::string_view deflated, std::size_t size) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> reader(
      libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  if (!reader) throw std::bad_alloc();
  Bytes bytes(size);
  std::size_t read = 0;
  const libdeflate_result result = libdeflate_zlib_decompress_ex(
      reader.get(), deflated.data(), deflated.size(), bytes.data.get(), bytes.size, &read, nullptr);
  if (result != LIBDEFLATE_SUCCESS || read != deflated.size()) return std::nullopt;
  return bytes;
}

// Whether the filtered rows are the picture's. A filter can be undone: rows are equal where they
// are when they are filtered alike.
bool are_rows_of(const Bytes& rows, const Picture& picture) {
  const std::size_t of_row = static_cast<std::size_t>(picture.size.width) * kChannels;
  const std::vector<std::uint8_t> nothing(of_row);
  std::vector<std::uint8_t> made(of_row);
  const std::uint8_t* at = rows.data.get();
  for (int y = 0; y < picture.size.height; ++y, at += of_row + 1) {
    const Row row = row_of(picture, y), above = y == 0 ? Row(nothing) : row_of(picture, y - 1);
    const auto filter = static_cast<Filter>(*at);
    if (filter == Filter::none) {
      if (!std::equal(row.begin(), row.end(), at + 1)) return false;
      continue;
    }
    if (filter != Filter::sub && filter != Filter::up && filter != Filter::paeth) return false;
    filter_row(filter, row, above, made.data());
    if (!std::equal(made.begin(), made.end(), at + 1)) return false;
  }
  return true;
}

// Whether these numbers of colours, in rows without filter, are the picture's.
bool are_numbers_of(const Bytes& rows, std::string_view palette, const Picture& picture) {
  const std::uint8_t* at = rows.data.get();
  for (int y = 0; y < picture.size.height; ++y) {
    if (*at++ != static_cast<std::uint8_t>(Filter::none)) return false;
    const Row row = row_of(picture, y);
    for (std::size_t i = 0; i < row.size(); i += kChannels, ++at) {
      const std::size_t color = *at * kChannels;
      if (color >= palette.size() || std::memcmp(palette.data() + color, &row[i], kChannels) != 0)
        return false;
    }
  }
  return true;
}
}  // namespace

std::string encode_png(Size size, std::span<const std::uint8_t> rgb, PictureContent content) {
  const Picture picture{size, rgb};
  const std::optional<Indexed> few_colors = indexed(picture);
  std::string png(kSignature);
  append_chunk(png, "IHDR", header_of(size, few_colors ? kPalette : kRgb));
  if (few_colors) append_chunk(png, "PLTE", few_colors->palette);
  const std::size_t data = open_chunk(png, "IDAT");
  if (few_colors) {
    const bool lines = content == PictureContent::lines;
    append_deflated(png, few_colors->rows, lines ? kRunsOnly : kIndexedLevel);
  } else {
    const Packing packing = packing_of(picture);
    append_deflated(png, filtered(picture, packing.filters), packing.level);
  }
  close_chunk(png, data);
  append_chunk(png, "IEND", "");
  return png;
}

bool is_encoding_of(std::string_view png, Size size, std::span<const std::uint8_t> rgb) {
  const Picture picture{size, rgb};
  if (!png.starts_with(kSignature)) return false;
  png.remove_prefix(kSignature.size());
  const auto header = take_chunk(png, "IHDR");
  const bool has_palette = header == header_of(size, kPalette);
  if (!has_palette && header != header_of(size, kRgb)) return false;
  const auto palette = has_palette ? take_chunk(png, "PLTE") : std::string_view();
  const auto data = take_chunk(png, "IDAT");
  const auto end = take_chunk(png, "IEND");
  if (!palette || palette->size() % kChannels != 0 || !data || !end || !end->empty() ||
      !png.empty())
    return false;
  const std::size_t of_row = static_cast<std::size_t>(size.width) * (has_palette ? 1 : kChannels);
  const auto rows = inflated(*data, (of_row + 1) * static_cast<std::size_t>(size.height));
  return rows &&
         (has_palette ? are_numbers_of(*rows, *palette, picture) : are_rows_of(*rows, picture));
}
}  // namespace franz
