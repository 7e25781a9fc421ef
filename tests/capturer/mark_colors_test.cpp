#include "capturer/render/mark_colors.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>
#include "capturer/render/mark_sheet.h"
#include "tests/capturer/render_sandbox.h"

namespace franz::capturer {
namespace {
void put(Picture& picture, int x, int y, Color color) {
  std::uint8_t* pixel = picture.row(y) + std::ptrdiff_t{3} * x;
  pixel[0] = color.red;
  pixel[1] = color.green;
  pixel[2] = color.blue;
}

Color mixed(Color top, Color ground, int alpha) {
  const auto channel = [alpha](int over, int under) {
    return static_cast<std::uint8_t>((over * alpha + under * (255 - alpha) + 127) / 255);
  };
  return {channel(top.red, ground.red), channel(top.green, ground.green),
          channel(top.blue, ground.blue)};
}

int furthest(Color a, Color b) {
  return std::max(
      {std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

TEST(MarkColors, AreCloseToTheOriginalColors) {
  struct Edge {
    Color top, ground;  // ground: start of a range up to white
    int furthest;
  };
  for (const auto& [top, ground, allowed] : {Edge{kMarkRed, {0, 0, 0}, 48},
                                             {kPlateRed, {255, 255, 255}, 48},
                                             {kMarkWhite, kMarkRed, 48},
                                             {kMarkWhite, {0, 0, 0}, 8}}) {
    // Each row has another background, each column more of the colour above it.
    Picture plain({256, 256}), picture({256, 256});
    for (int y = 0; y < 256; ++y)
      for (int x = 0; x < 256; ++x) {
        put(plain, x, y, mixed(kMarkWhite, {0, 0, 0}, y));
        put(picture, x, y, mixed(top, mixed(kMarkWhite, ground, y), x));
      }
    const Picture smooth = picture;
    limit_mark_colors(picture, plain);
    int worst = 0;
    for (int y = 0; y < 256; ++y)
      for (int x = 0; x < 256; ++x) {
        if (smooth.at(x, y) == plain.at(x, y)) {
          ASSERT_EQ(picture.at(x, y), plain.at(x, y)) << x << " " << y;
        } else {
          worst = std::max(worst, furthest(picture.at(x, y), smooth.at(x, y)));
        }
      }
    EXPECT_LE(worst, allowed);
    EXPECT_EQ(picture.at(255, 100), top);
  }
}

TEST(MarkColors, LeaveRoomForAPalette) {
  std::vector<std::string> calls;
  for (int i = 0; i < 130; ++i) {
    const auto at = [i](int step) { return std::to_string((i * step + 91) % 1001); };
    calls.push_back("drag(" + at(373) + ", " + at(619) + ", " + at(410) + ", " + at(672) + ")");
  }
  const std::vector<std::string> earlier(calls.begin(), calls.begin() + 100);
  calls.erase(calls.begin(), calls.begin() + 100);
  for (const Size size : {Size{512, 288}, {640, 360}, {1024, 576}, {1280, 720}, {1536, 864}}) {
    PictureOptions options;
    options.picture = size;
    options.marks = {true, true, true};
    options.time = "2026-01-31T12:00:00Z";
    const Picture picture = render_sandbox(earlier, calls, options).picture;
    std::set<std::uint32_t> colors;
    for (std::size_t i = 0; i < picture.rgb().size(); i += 3)
      colors.insert(picture.rgb()[i] | std::uint32_t{picture.rgb()[i + 1]} << 8U |
                    std::uint32_t{picture.rgb()[i + 2]} << 16U);
    EXPECT_LE(colors.size(), 256U) << size.width;
  }
}
}  // namespace
}  // namespace franz::capturer
