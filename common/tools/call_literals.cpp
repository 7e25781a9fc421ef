#include "common/tools/call_literals.h"
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include "common/base/utf8.h"

namespace franz {
static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

static std::optional<Argument> based_integer(std::string_view digits, unsigned bits) {
  Integer value;
  for (const char digit : digits) {
    if (value.magnitude >> (64 - bits) != 0) return std::nullopt;
    value.magnitude = value.magnitude << bits | static_cast<unsigned>(digit_value(digit));
  }
  return value;
}

// True if a decimal outside the range of floats is too large rather than too small: its first
// nonzero digit is before the decimal point after the exponent has moved it.
static bool is_large(std::string_view decimal) {
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  const std::string_view mantissa = decimal.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  const auto place = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  std::int64_t exponent = 0;
  if (e < decimal.size()) {
    const bool negative = decimal[e + 1] == '-';
    for (const char digit : decimal.substr(e + 1)) {
      // No mantissa has enough digits for a larger exponent to matter.
      if (digit != '+' && digit != '-' && exponent < (1LL << 40))
        exponent = exponent * 10 + (digit - '0');
    }
    if (negative) exponent = -exponent;
  }
  return place + exponent > 0;
}

static double float_value(std::string_view decimal) {
  double value = 0;
  const auto [end, error] = std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  if (error == std::errc{}) return value;
  return is_large(decimal) ? std::numeric_limits<double>::infinity() : 0.0;
}

std::optional<Argument> number_value(std::string_view token) {
  std::string plain(token);
  std::erase(plain, '_');
  if (plain.size() > 2 && plain[0] == '0') {
    const std::string_view digits = std::string_view(plain).substr(2);
    if (plain[1] == 'x' || plain[1] == 'X') return based_integer(digits, 4);
    if (plain[1] == 'o' || plain[1] == 'O') return based_integer(digits, 3);
    if (plain[1] == 'b' || plain[1] == 'B') return based_integer(digits, 1);
  }
  if (plain.find_first_of(".eE") == std::string::npos) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (error == std::errc{}) return Integer{false, static_cast<std::uint64_t>(value)};
  }
  return float_value(plain);
}

namespace {
// The hexadecimal digits of \x, \u or \U; nothing if there are too few.
std::optional<char32_t> hex_escape(std::string_view digits, std::size_t count) {
  if (digits.size() < count) return std::nullopt;
  char32_t code = 0;
  for (const char digit : digits.substr(0, count)) {
    if (digit_value(digit) > 15) return std::nullopt;
    code = code << 4U | static_cast<char32_t>(digit_value(digit));
  }
  return code;
}

// The character of escapes such as \n; nothing for letters without a meaning.
std::optional<char> simple_escape(char letter) {
  switch (letter) {
    case '\\':
    case '\'':
    case '"': return letter;
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return std::nullopt;
  }
}

// Appends the character of the escape at the front of `rest` (after the backslash) and returns the
// number of characters used, 0 if the backslash is literal. Nothing: an invalid literal.
std::optional<std::size_t> append_escape(std::string_view rest, Surrogates surrogates,
                                         std::string& text) {
  const char letter = rest.front();
  if (letter == '\n') return 1;
  if (const std::optional<char> simple = simple_escape(letter)) {
    text += *simple;
    return 1;
  }
  if (letter >= '0' && letter <= '7') {
    char32_t code = 0;
    std::size_t length = 0;
    while (length < 3 && length < rest.size() && rest[length] >= '0' && rest[length] <= '7') {
      code = code << 3U | static_cast<char32_t>(rest[length++] - '0');
    }
    append_utf8(text, code);
    return length;
  }
  if (letter == 'x' || letter == 'u' || letter == 'U') {
    const std::size_t count = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
    const std::optional<char32_t> code = hex_escape(rest.substr(1), count);
    if (!code || *code > 0x10FFFF) return std::nullopt;
    if (*code >= 0xD800 && *code <= 0xDFFF && surrogates == Surrogates::refused)
      return std::nullopt;
    append_utf8(text, *code);
    return 1 + count;
  }
  if (letter == 'N') return std::nullopt;
  text += '\\';
  return 0;
}
}  // namespace

bool append_string_value(std::string_view token, Surrogates surrogates, std::string& text) {
  const std::size_t prefix = token.find_first_of("'\"");
  bool raw = false;
  for (const char letter : token.substr(0, prefix)) {
    if (letter == 'b' || letter == 'B' || letter == 'f' || letter == 'F') return false;
    raw = raw || letter == 'r' || letter == 'R';
  }
  token.remove_prefix(prefix);
  const std::size_t quotes =
      token.size() >= 6 && token[1] == token[0] && token[2] == token[0] ? 3 : 1;
  token = token.substr(quotes, token.size() - 2 * quotes);
  if (raw) {
    text += token;
    return true;
  }
  while (!token.empty()) {
    const std::size_t plain = std::min(token.find('\\'), token.size());
    text += token.substr(0, plain);
    token.remove_prefix(plain);
    if (token.empty()) break;
    token.remove_prefix(1);
    const std::optional<std::size_t> taken = append_escape(token, surrogates, text);
    if (!taken) return false;
    token.remove_prefix(*taken);
  }
  return true;
}
}  // namespace franz
