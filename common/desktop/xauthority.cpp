#include "common/desktop/xauthority.h"
#include <cstdint>

namespace franz {
static void add_number(std::string& file, std::size_t number) {
  file += static_cast<char>((number >> 8U) & 0xFFU);
  file += static_cast<char>(number & 0xFFU);
}

static void add_text(std::string& file, std::string_view text) {
  add_number(file, text.size());
  file += text;
}

std::string xauthority_file(std::string_view cookie) {
  constexpr std::uint16_t kFamilyWild = 0xFFFF;
  std::string file;
  add_number(file, kFamilyWild);
  add_text(file, "");  // every host
  add_text(file, "");  // every display: its number is known once the server runs
  add_text(file, kCookieMethod);
  add_text(file, cookie);
  return file;
}
}  // namespace franz
