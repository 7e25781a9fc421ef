#include "proxy/tasks/picture_facts.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>
#include "common/base/json.h"
#include "common/picture/picture_pixels.h"

namespace franz::proxy {
static constexpr std::size_t kMostColors = 64;

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n"); }

static std::uint32_t color_at(const PicturePixels& picture, std::size_t pixel) {
  const unsigned char* const rgb = &picture.rgb[3 * pixel];
  return static_cast<std::uint32_t>(rgb[0] << 16U | rgb[1] << 8U | rgb[2]);
}

static std::string color_name(std::uint32_t color) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name = "#";
  for (int shift = 20; shift >= 0; shift -= 4) name += kDigits[(color >> shift) & 0xFU];
  return name;
}

// The pixels that do not have that colour; nothing: all have it.
static void add_box(JsonObject& facts, const PicturePixels& picture, std::uint32_t background) {
  int left = picture.width, top = picture.height, right = -1, bottom = -1;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const std::size_t pixel =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
          static_cast<std::size_t>(x);
      if (color_at(picture, pixel) == background) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  if (right < 0) return;
  const auto scaled = [](int at, int side) { return side > 1 ? 1000.0 * at / (side - 1) : 0.0; };
  facts.open("box");
  facts.number("left", scaled(left, picture.width)).number("top", scaled(top, picture.height));
  facts.number("right", scaled(right, picture.width));
  facts.number("bottom", scaled(bottom, picture.height)).close();
}

Result<std::string> picture_facts(std::string_view png) {
  const Result<PicturePixels> decoded = decode_png(png);
  if (!decoded.ok()) return within("the picture", decoded.error());
  const PicturePixels& picture = decoded.value();
  std::unordered_map<std::uint32_t, std::size_t> counts;
  const std::size_t pixels = picture.rgb.size() / 3;
  for (std::size_t i = 0; i < pixels; ++i) ++counts[color_at(picture, i)];
  std::vector<std::pair<std::uint32_t, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  JsonObject facts;
  facts.number("width", static_cast<long long>(picture.width));
  facts.number("height", static_cast<long long>(picture.height));
  facts.open("colors");
  for (std::size_t i = 0; i < std::min(sorted.size(), kMostColors); ++i)
    facts.number(color_name(sorted[i].first),
                 static_cast<double>(sorted[i].second) / static_cast<double>(pixels));
  facts.close();
  if (!sorted.empty()) add_box(facts, picture, sorted.front().first);
  return facts.finish();
}
}  // namespace franz::proxy
