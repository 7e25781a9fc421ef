#include "tests/capturer/sample_pictures.h"
#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>
#include "capturer/render/mask.h"
#include "tests/capturer/render_sandbox.h"

namespace franz::capturer {
static std::string call(const std::string& tool, std::initializer_list<int> numbers) {
  std::string text = tool + "(";
  for (const int each : numbers) text += (text.back() == '(' ? "" : ", ") + std::to_string(each);
  return text + ")";
}

Picture sample_drawing(Size size) {
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

static std::uint8_t* pixel(Picture& picture, int x, int y) {
  return picture.row(y) + std::ptrdiff_t{3} * x;
}

Picture sample_shades(Size size) {
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

static std::string words(std::mt19937& random, int width) {
  std::string line;
  while (text_width(line) < width) {
    const int letters = 2 + static_cast<int>(random() % 8);
    for (int i = 0; i < letters; ++i) line += static_cast<char>('a' + random() % 26);
    line += ' ';
  }
  return line;
}

Picture sample_desktop(Picture picture) {
  const Size size = picture.size();
  Mask mask(size);
  const auto fill = [&](Point at, Size area, Color color) {
    mask.rectangle(at, area);
    picture.paint(mask, color);
  };
  std::mt19937 random(7);  // NOLINT(bugprone-*,cert-*): fixed seed
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

Picture sample_page(Size size) {
  Picture picture(size);
  Mask mask(size);
  mask.rectangle({0, 0}, size);
  picture.paint(mask, {255, 255, 255});
  std::mt19937 random(5);  // NOLINT(bugprone-*,cert-*): fixed seed
  for (int y = 4; y < size.height; y += 13) {
    mask.dots(text_runs(words(random, size.width)), {6, y}, 1);
    picture.paint(mask, {30, 30, 30});
  }
  return picture;
}

Picture sample_photo(Size size) {
  Picture picture(size);
  std::mt19937 random(11);  // NOLINT(bugprone-*,cert-*): fixed seed
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      // Most of a sensor's noise is in the brightness, some is separate in each channel.
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
}  // namespace franz::capturer
