// What our PNGs cost beside those of libpng at its best and of stb_image_write, on kinds of
// pictures: a drawing, a desktop with text, a page of it, a photo, a desktop on a photo. All get
// the same RGB pixels; a palette is for the encoder to find.
//
//   png_bench [--rounds 15] [FILE.ppm …]
//
// FILE.ppm: pictures to take in their place, each by itself and as the background of a desktop. Any
// program for pictures writes that form (binary PPM, of 255 shades).
#include <png.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>
#include "capturer/render/mask.h"
#include "capturer/render/picture.h"
#include "capturer/sandbox/render_sandbox.h"
#include "common/os/clock.h"
#include "common/picture/png_encoding.h"
#include "tests/bench/bench_rows.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace franz::capturer {
namespace {
std::string call(const std::string& tool, std::initializer_list<int> numbers) {
  std::string text = tool + "(";
  for (const int each : numbers) text += (text.back() == '(' ? "" : ", ") + std::to_string(each);
  return text + ")";
}

// Strokes, a text, and the marks of a turn.
Picture drawing(Size size) {
  std::vector<std::string> earlier, calls;
  for (int i = 0; i < 40; ++i) {
    const int x = (i * 373 + 91) % 900, y = (i * 619 + 57) % 900;
    const std::string stroke = call("drag", {x, y, x + i * 37 % 100, y + i * 53 % 100});
    (i < 30 ? earlier : calls).push_back(stroke);
  }
  calls.insert(calls.end(), {"left_click(100, 850)", "type(\"a cat with nine lives\")"});
  PictureOptions options;
  options.picture = size;
  options.time = "2026-01-31T12:00:00Z";
  return render_sandbox(earlier, calls, options).picture;
}

std::uint8_t* pixel(Picture& picture, int x, int y) {
  return picture.row(y) + std::ptrdiff_t{3} * x;
}

// A background that shades.
Picture shades(Size size) {
  Picture picture(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      std::copy_n(std::array{static_cast<std::uint8_t>(20 + y * 40 / size.height),
                             static_cast<std::uint8_t>(60 + y * 60 / size.height),
                             static_cast<std::uint8_t>(110 + y * 40 / size.height)}
                      .begin(),
                  3, pixel(picture, x, y));
  return picture;
}

std::string words(std::mt19937& random, int width) {
  std::string line;
  while (text_width(line) < width) {
    const int letters = 2 + static_cast<int>(random() % 8);
    for (int i = 0; i < letters; ++i) line += static_cast<char>('a' + random() % 26);
    line += ' ';
  }
  return line;
}

// Windows with title bars and lines of text on a background.
Picture desktop(Picture picture) {
  const Size size = picture.size();
  Mask mask(size);
  const auto fill = [&](Point at, Size area, Color color) {
    mask.rectangle(at, area);
    picture.paint(mask, color);
  };
  std::mt19937 random(7);  // NOLINT(bugprone-*,cert-*): the same each time
  for (int window = 0; window < 3; ++window) {
    const Point at{size.width * (3 + window * 25) / 100, size.height * (6 + window * 14) / 100};
    const Size area{size.width * 45 / 100, size.height * 55 / 100};
    fill(at, area, {250, 250, 250});
    fill(at, {area.width, 20}, {60, 64, 72});
    mask.dots(text_runs("Document " + std::to_string(window + 1)), {at.x + 6, at.y + 7}, 1);
    picture.paint(mask, {230, 230, 230});
    for (int y = at.y + 30; y + 12 < at.y + area.height; y += 13) {
      mask.dots(text_runs(words(random, area.width - 60)), {at.x + 8, y}, 1);
      picture.paint(mask, {30, 30, 30});
    }
  }
  return picture;
}

// Text from edge to edge.
Picture page(Size size) {
  Picture picture(size);
  Mask mask(size);
  mask.rectangle({0, 0}, size);
  picture.paint(mask, {255, 255, 255});
  std::mt19937 random(5);  // NOLINT(bugprone-*,cert-*): the same each time
  for (int y = 4; y < size.height; y += 13) {
    mask.dots(text_runs(words(random, size.width)), {6, y}, 1);
    picture.paint(mask, {30, 30, 30});
  }
  return picture;
}

// Soft shades with the noise of a sensor.
Picture photo(Size size) {
  Picture picture(size);
  std::mt19937 random(11);  // NOLINT(bugprone-*,cert-*): the same each time
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      // Most of a sensor's noise is in the brightness, some in each channel by itself.
      const auto noise = [&random](int most) {
        return static_cast<int>(random() % (2 * static_cast<unsigned>(most) + 1)) - most;
      };
      const int across = x * 160 / size.width, down = y * 120 / size.height;
      const int waves = (x * x / 97 + y * y / 53) / 24 % 64;
      const int grey = (waves < 32 ? waves : 63 - waves) + noise(2);
      std::copy_n(
          std::array{static_cast<std::uint8_t>(40 + across + grey + noise(1)),
                     static_cast<std::uint8_t>(60 + down + grey + noise(1)),
                     static_cast<std::uint8_t>(200 - across / 2 - down / 2 + grey + noise(1))}
              .begin(),
          3, pixel(picture, x, y));
    }
  }
  return picture;
}

// What the encoder is told of it, as the capturer tells it.
struct Sample {
  std::string kind;
  Picture picture;
  PictureContent content = PictureContent::any;
};

std::string ours(const Sample& sample) {
  return encode_png(sample.picture.size(), sample.picture.rgb(), sample.content);
}

struct Setting {
  const char* name;
  int filters, strategy;
};
// What an encoder that tries everything would try, each at level 9.
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

// `theirs`: an encoder to be compared with.
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
  compare(of, "stb_image_write", sample, rounds, [&] { return by_stb(picture); });
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
    compare_all({"a desktop on " + name, desktop(picture)}, rounds);
  }
  if (!files.empty()) return 0;
  for (const Size size : {Size{512, 288}, Size{1536, 864}}) {
    using namespace franz::capturer;
    for (const Sample& sample :
         {Sample{"a drawing", drawing(size), franz::PictureContent::lines},
          Sample{"a desktop", desktop(shades(size))}, Sample{"a page of text", page(size)},
          Sample{"a photo", photo(size)}, Sample{"a desktop on a photo", desktop(photo(size))}})
      compare_all(sample, rounds);
  }
  return 0;
}
