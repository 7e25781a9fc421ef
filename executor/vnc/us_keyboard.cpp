#include "executor/vnc/us_keyboard.h"
#include <algorithm>
#include <iterator>

namespace franz::executor {
namespace {
struct NamedCode {
  std::string_view name;
  std::uint32_t code;
};
constexpr NamedCode kNamedCodes[] = {
    {"enter", 0x1C},     {"tab", 0x0F},      {"escape", 0x01},      {"space", 0x39},
    {"backspace", 0x0E}, {"delete", 0xD3},   {"insert", 0xD2},      {"home", 0xC7},
    {"end", 0xCF},       {"page_up", 0xC9},  {"page_down", 0xD1},   {"left", 0xCB},
    {"up", 0xC8},        {"right", 0xCD},    {"down", 0xD0},        {"ctrl", 0x1D},
    {"alt", 0x38},       {"altgr", 0xB8},    {"shift", 0x2A},       {"win", 0xDB},
    {"caps_lock", 0x3A}, {"num_lock", 0x45}, {"scroll_lock", 0x46}, {"print_screen", 0xB7},
    {"pause", 0xC6},     {"menu", 0xDD},     {"f1", 0x3B},          {"f2", 0x3C},
    {"f3", 0x3D},        {"f4", 0x3E},       {"f5", 0x3F},          {"f6", 0x40},
    {"f7", 0x41},        {"f8", 0x42},       {"f9", 0x43},          {"f10", 0x44},
    {"f11", 0x57},       {"f12", 0x58},
};

// Rows of keys with consecutive codes: their characters without and with Shift.
struct KeyRow {
  std::uint32_t first;
  std::u32string_view plain, shifted;
};
constexpr KeyRow kKeyRows[] = {
    {0x02, U"1234567890-=", U"!@#$%^&*()_+"},
    {0x10, U"qwertyuiop[]\n", U"QWERTYUIOP{}"},
    {0x1E, U"asdfghjkl;'`", U"ASDFGHJKL:\"~"},
    {0x2B, U"\\zxcvbnm,./", U"|ZXCVBNM<>?"},
    {0x39, U" ", U""},
    {0x0F, U"\t", U""},
};
}  // namespace

std::optional<UsKey> us_key_of(char32_t character) {
  for (const KeyRow& row : kKeyRows) {
    if (const std::size_t at = row.plain.find(character); at != std::u32string_view::npos)
      return UsKey{row.first + static_cast<std::uint32_t>(at), false};
    if (const std::size_t at = row.shifted.find(character); at != std::u32string_view::npos)
      return UsKey{row.first + static_cast<std::uint32_t>(at), true};
  }
  return {};
}

std::optional<UsKey> us_key(std::string_view name) {
  const auto* const found = std::ranges::find(kNamedCodes, name, &NamedCode::name);
  if (found != std::end(kNamedCodes)) return UsKey{found->code, false};
  if (name.size() != 1) return {};
  return us_key_of(static_cast<unsigned char>(name[0]));
}
}  // namespace franz::executor
