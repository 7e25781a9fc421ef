#include "orchestrator/picture_dump.h"
#include <algorithm>
#include <charconv>
#include <string_view>

namespace franz::orchestrator {
static std::string screen_file(int number) {
  std::string digits = std::to_string(number);
  if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
  return "screen_" + digits + ".png";
}

std::string next_screen_file(const std::vector<std::string>& names) {
  constexpr std::string_view kStart = "screen_";
  constexpr int kHighest = 999'999'999;
  int highest = 0;
  for (const std::string& name : names) {
    int number = 0;
    if (!name.starts_with(kStart)) continue;
    std::from_chars(name.data() + kStart.size(), name.data() + name.size(), number);
    if (number > 0 && number < kHighest && name == screen_file(number))
      highest = std::max(highest, number);
  }
  return screen_file(highest + 1);
}
}  // namespace franz::orchestrator
