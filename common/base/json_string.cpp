#include "common/base/json_string.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include "common/base/byte_runs.h"
#include "common/base/utf8.h"

namespace franz {
static void append_escape(std::string& text, char32_t code) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  text += "\\u";
  for (unsigned shift = 16; shift > 0; shift -= 4) text += kDigits[code >> (shift - 4) & 15U];
}

std::string quote_json(std::string_view text) {
  std::string token = "\"";
  token.reserve(text.size() + 2);
  while (true) {
    const std::size_t plain = unescaped_ascii_length(text);
    token.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const DecodedCharacter character = decode_utf8(text);
    switch (character.code) {
      case '"': token += "\\\""; break;
      case '\\': token += "\\\\"; break;
      case '\b': token += "\\b"; break;
      case '\f': token += "\\f"; break;
      case '\n': token += "\\n"; break;
      case '\r': token += "\\r"; break;
      case '\t': token += "\\t"; break;
      default:
        if (character.code < 0x20 || (character.code >= 0xD800 && character.code <= 0xDFFF)) {
          append_escape(token, character.code);
        } else if (character.valid) {
          token.append(text.substr(0, character.length));
        } else {
          append_utf8(token, kReplacement);
        }
    }
    text.remove_prefix(character.length);
  }
  return token + "\"";
}

// The four hexadecimal digits of \uXXXX; `at` is the position of the backslash.
static std::optional<char32_t> unicode_escape(std::string_view token, std::size_t at) {
  if (token.size() - at < 6 || token[at] != '\\' || token[at + 1] != 'u') return std::nullopt;
  char32_t code = 0;
  for (const char digit : token.substr(at + 2, 4)) {
    code <<= 4U;
    if (digit >= '0' && digit <= '9') {
      code |= static_cast<char32_t>(digit - '0');
    } else if ((digit >= 'a' && digit <= 'f') || (digit >= 'A' && digit <= 'F')) {
      code |= static_cast<char32_t>((digit | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return code;
}

static char simple_escape(char letter) {
  switch (letter) {
    case '"':
    case '\\':
    case '/': return letter;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return '\0';
  }
}

std::string decode_json_string(std::string_view token) {
  if (token.size() >= 2 && token.front() == '"' && token.back() == '"')
    token = token.substr(1, token.size() - 2);
  std::string text;
  text.reserve(token.size());
  for (std::size_t at = 0; at < token.size();) {
    const std::size_t plain = unescaped_ascii_length(token.substr(at));
    text.append(token.substr(at, plain));
    at += plain;
    if (at >= token.size()) break;
    if (token[at] != '\\') {
      const DecodedCharacter character = decode_utf8(token.substr(at));
      append_utf8(text, character.code);
      at += character.length;
      continue;
    }
    if (const auto high = unicode_escape(token, at)) {
      at += 6;
      const auto low = *high >= 0xD800 && *high <= 0xDBFF && at < token.size()
                           ? unicode_escape(token, at)
                           : std::nullopt;
      if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
        append_utf8(text, 0x10000 + ((*high - 0xD800) << 10U) + (*low - 0xDC00));
        at += 6;
      } else {
        append_utf8(text, *high);
      }
      continue;
    }
    const char letter = at + 1 < token.size() ? simple_escape(token[at + 1]) : '\0';
    text += letter == '\0' ? '\\' : letter;
    at += letter == '\0' ? 1 : 2;
  }
  return text;
}

std::string json_array(std::span<const std::string> values) {
  std::string text = "[";
  for (const std::string& value : values) {
    if (text.size() > 1) text += ',';
    text += value;
  }
  return text + "]";
}

std::string json_text_array(std::span<const std::string> texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1) list += ',';
    list += quote_json(text);
  }
  return list + "]";
}

std::string with_first_member(std::string_view key, std::string_view value,
                              std::string_view object) {
  std::string json = "{" + quote_json(key) + ":";
  json.append(value).append(object == "{}" ? "" : ",").append(object.substr(1));
  return json;
}

std::string json_number(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

std::string pointer_segment(std::string_view key) {
  std::string segment;
  for (const char c : key) segment += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return segment;
}

std::string take_pointer_segment(std::string_view& pointer) {
  const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
  std::string segment(pointer.substr(1, end - 1));
  pointer.remove_prefix(end);
  for (std::size_t i = segment.find('~'); i < segment.size(); i = segment.find('~', i + 1))
    if (segment.substr(i + 1, 1) == "0" || segment.substr(i + 1, 1) == "1")
      segment.replace(i, 2, segment[i + 1] == '0' ? "~" : "/");
  return segment;
}
}  // namespace franz
