// The cost of our PNGs compared with libpng at its best and stb_image_write alone, for kinds of
// pictures: a drawing, a desktop with text, a page of text, a photo, a desktop on a photo. All get
// the same RGB pixels; the encoder must find a palette itself.
//
//   png_bench [--rounds 15] [FILE.ppm …]
//
// FILE.ppm: pictures to use instead, each alone and as the background of a desktop. Any
// picture program writes that format (binary PPM, 255 shades).
#include <png.h>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>
#include "capturer/render/picture.h"
#include "common/os/clock.h"
#include "common/picture/png_encoding.h"
#include "tests/bench/bench_rows.h"
#include "tests/capturer/sample_pictures.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace franz::capturer {
namespace {
struct Sample {
  std::string kind;
  Picture picture;
};

std::string ours(const Sample& sample) {
  return encode_png(sample.picture.size(), sample.picture.rgb());
}

struct Setting {
  const char* name;
  int filters, strategy;
};
// The options of an exhaustive encoder, each at level 9.
constexpr Setting kSettings[] = {{"no filter", PNG_FILTER_NONE, 0},
                                 {"sub", PNG_FILTER_SUB, 0},
                                 {"up", PNG_FILTER_UP, 0},
                                 {"average", PNG_FILTER_AVG, 0},
                                 {"paeth", PNG_FILTER_PAETH, 0},
                                 {"all filters", PNG_ALL_FILTERS, 0},
                                 {"all filters, filtered", PNG_ALL_FILTERS, 1}};

std::string by_libpng(const Picture& picture, const Setting& setting) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &bytes,
      [](png_structp self, png_bytep data, png_size_t size) {
        static_cast<std::string*>(png_get_io_ptr(self))
            ->append(reinterpret_cast<const char*>(data), size);
      },
      nullptr);
  const auto width = static_cast<png_uint_32>(picture.size().width);
  const auto height = static_cast<png_uint_32>(picture.size().height);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, 9);
  png_set_compression_mem_level(png, 9);
  png_set_compression_strategy(png, setting.strategy);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, setting.filters);
  png_write_info(png, info);
  for (png_uint_32 y = 0; y < height; ++y)
    png_write_row(png, picture.rgb().data() + std::size_t{y} * width * 3);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

std::string by_stb(const Picture& picture) {
  std::string bytes;
  stbi_write_png_to_func(
      [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                              static_cast<std::size_t>(size));
      },
      &bytes, picture.size().width, picture.size().height, 3, picture.rgb().data(), 0);
  return bytes;
}

template <typename Encode>
double milliseconds(const Encode& encode) {
  const double start = steady_time_exact_ms();
  encode();
  return steady_time_exact_ms() - start;
}

// `theirs`: the encoder to compare with.
template <typename Encode>
void compare(const std::string& of, const std::string& against, const Sample& sample, int rounds,
             const Encode& theirs) {
  const auto own_size = static_cast<double>(ours(sample).size());
  const auto their_size = static_cast<double>(theirs().size());
  print_row({"pictures",
             of + ": bytes",
             against,
             {own_size / their_size},
             three_digits(own_size / 1024) + " : " + three_digits(their_size / 1024) + " KB"});
  const auto times = measure_in_turn({[&] { return milliseconds([&] { ours(sample); }); },
                                      [&] { return milliseconds([&] { theirs(); }); }},
                                     rounds);
  print_row({"pictures", of + ": time", against, ratios_of(times[0], times[1]),
             three_digits(quantile(times[0], 0.5)) + " : " + three_digits(quantile(times[1], 0.5)) +
                 " ms"});
}

void compare_all(const Sample& sample, int rounds) {
  const Picture& picture = sample.picture;
  const std::string of = "PNG of " + sample.kind + ", " + std::to_string(picture.size().width) +
                         "x" + std::to_string(picture.size().height);
  const auto* best = std::ranges::min_element(
      kSettings, {}, [&](const Setting& setting) { return by_libpng(picture, setting).size(); });
  compare(of, std::string("libpng 9, ") + best->name, sample, rounds,
          [&] { return by_libpng(picture, *best); });
  compare(of, "stb_image_write alone", sample, rounds, [&] { return by_stb(picture); });
}

// Source: ppm(5), without its comments.
Picture read_ppm(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string kind;
  int width = 0, height = 0, most = 0;
  in >> kind >> width >> height >> most;
  if (!in || kind != "P6" || most != 255 || width < 1 || height < 1 || width > 16384 ||
      height > 16384)
    give_up(file + ": expected a binary PPM (P6) of 255 shades, up to 16384x16384");
  in.get();
  Picture picture({width, height});
  for (int y = 0; y < height; ++y)
    in.read(reinterpret_cast<char*>(picture.row(y)), std::streamsize{3} * width);
  if (!in) give_up(file + ": it ends before its last row");
  return picture;
}
}  // namespace
}  // namespace franz::capturer

int main(int count, char** arguments) {
  using franz::Size;
  int rounds = 15;
  std::vector<std::string> files;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (!argument.starts_with("--")) {
      files.push_back(argument);
    } else if (argument == "--rounds" && i + 1 < count) {
      rounds = std::max(1, std::atoi(arguments[++i]));
    } else {
      franz::give_up("png_bench [--rounds 15] [FILE.ppm …]: not " + argument);
    }
  }
  for (const std::string& file : files) {
    using namespace franz::capturer;
    const std::string name = std::filesystem::path(file).stem().string();
    const Picture picture = read_ppm(file);
    compare_all({name, picture}, rounds);
    compare_all({"a desktop on " + name, sample_desktop(picture)}, rounds);
  }
  if (!files.empty()) return 0;
  for (const Size size : {Size{512, 288}, Size{1536, 864}}) {
    using namespace franz::capturer;
    for (const Sample& sample :
         {Sample{"a drawing", sample_drawing(size)},
          Sample{"a desktop", sample_desktop(sample_shades(size))},
          Sample{"a page of text", sample_page(size)}, Sample{"a photo", sample_photo(size)},
          Sample{"a desktop on a photo", sample_desktop(sample_photo(size))}})
      compare_all(sample, rounds);
  }
  return 0;
}
