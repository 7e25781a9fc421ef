#include "common/base/printable.h"
#include <algorithm>
#include "common/base/utf8.h"

namespace franz {
namespace {
struct CodeRange {
  char32_t first, last;
};
// Characters that with_hidden_shown() escapes in addition to control characters.
constexpr CodeRange kHidden[] = {
    {0xA0, 0xA0},       {0xAD, 0xAD},       {0x34F, 0x34F},     {0x115F, 0x1160},
    {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200D},
    {0x2028, 0x2029},   {0x202F, 0x202F},   {0x205F, 0x2065},   {0x2800, 0x2800},
    {0x3000, 0x3000},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x13430, 0x1345F}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool hides(char32_t code) {
  for (const CodeRange& range : kHidden)
    if (code >= range.first && code <= range.last) return true;
  return false;
}
}  // namespace

static bool steers(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool bidirectional = code == 0x061C || code == 0x200E || code == 0x200F ||
                             (code >= 0x202A && code <= 0x202E) ||
                             (code >= 0x2066 && code <= 0x2069);
  return control || bidirectional;
}

// Replaces each character in `which` by the result of `instead`.
template <typename Instead>
static std::string replace_characters(std::string_view text, const Instead& instead,
                                      bool (*which)(char32_t) = steers) {
  std::string shown;
  while (!text.empty()) {
    const DecodedCharacter character = decode_utf8(text);
    if (which(character.code)) {
      shown += instead(character.code);
    } else {
      append_utf8(shown, character.code);
    }
    text.remove_prefix(character.length);
  }
  return to_valid_utf8(shown);
}

std::string printable(std::string_view text) {
  return replace_characters(text, [](char32_t) { return ' '; });
}

std::string in_one_line(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first_end = text.find('\n');
  if (first_end == std::string_view::npos) return std::string(text);
  std::string joined(text.substr(0, text.find_last_not_of("\n \t\r", first_end) + 1));
  text.remove_prefix(first_end);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    line = line.substr(0, line.find_last_not_of(kBlanks) + 1);
    if (line.empty()) continue;
    if (!joined.empty()) {
      const bool has_end = std::string_view(".:;,!?").find(joined.back()) != std::string_view::npos;
      const bool begins = line.front() >= 'A' && line.front() <= 'Z';
      joined += has_end ? " " : begins ? ". " : "; ";
    }
    joined += line;
  }
  return joined;
}

std::string printable_lines(std::string_view text) {
  return replace_characters(text, [](char32_t code) { return code == '\n' ? '\n' : ' '; });
}

static std::string escaped(char32_t code) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string escape = "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) escape += kDigits[(code >> shift) & 0xFU];
  return escape;
}

std::string with_hidden_shown(std::string_view text) {
  const auto shown = [](char32_t code) {
    if (code <= 0xFFFF) return escaped(code);
    return "\\U" + escaped(code >> 16U).substr(2) + escaped(code & 0xFFFFU).substr(2);
  };
  return replace_characters(text, shown, [](char32_t code) { return steers(code) || hides(code); });
}

std::string printable_json(std::string_view json) {
  return replace_characters(
      json, [](char32_t code) { return code == '\n' ? std::string("\n") : escaped(code); });
}
}  // namespace franz
