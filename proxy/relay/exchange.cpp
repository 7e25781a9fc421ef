#include "proxy/relay/exchange.h"
#include <algorithm>
#include <array>
#include <charconv>

namespace franz::proxy {
static constexpr std::string_view kMask = "****";

static char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

static std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

// 1..999999999 without sign or leading zeros; 0: anything else.
static int count_of(std::string_view digits) {
  int value = 0;
  if (digits.empty() || digits.size() > 9 || digits[0] == '0') return 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value);
  return read.ec == std::errc() && read.ptr == end && value > 0 ? value : 0;
}

std::optional<FranzTurn> parse_franz_turn(std::string_view value) {
  const std::size_t first = value.find('/');
  const std::size_t last = value.rfind('/');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  const std::string_view run = value.substr(0, first);
  const bool plain = std::all_of(run.begin(), run.end(), [](char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_' || c == '-';
  });
  FranzTurn turn{std::string(run), count_of(value.substr(first + 1, last - first - 1)),
                 count_of(value.substr(last + 1))};
  if (run.empty() || run.size() > 64 || !plain || turn.turn == 0 || turn.attempt == 0) {
    return std::nullopt;
  }
  return turn;
}

std::optional<std::string_view> find_header(const std::vector<HttpHeader>& headers,
                                            std::string_view name) {
  const std::string wanted = lowered(name);
  for (const HttpHeader& header : headers) {
    if (lowered(header.name) == wanted) return header.value;
  }
  return std::nullopt;
}

bool is_secret_header(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kParts = {
      "authorization", "cookie",   "api-key",    "apikey", "token",
      "secret",        "password", "credential", "-key"};
  const std::string small = lowered(name);
  return std::any_of(kParts.begin(), kParts.end(),
                     [&](std::string_view part) { return small.find(part) != std::string::npos; });
}

// The start line with the values of telling query parameters masked.
static std::string mask_query(std::string_view line) {
  static constexpr std::array<std::string_view, 9> kNames = {
      "key", "api_key", "api-key", "apikey", "token", "access_token", "auth", "password", "secret"};
  std::string result;
  std::size_t at = line.find('?');
  result += line.substr(0, at);
  while (at < line.size()) {  // at: a '?' or '&'
    const std::size_t end = std::min(line.find_first_of("& \r\n", at + 1), line.size());
    const std::string_view pair = line.substr(at, end - at);
    const std::size_t equals = pair.find('=');
    const std::string name =
        equals == std::string_view::npos ? "" : lowered(pair.substr(1, equals - 1));
    if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) {
      result.append(pair.substr(0, equals + 1)).append(kMask);
    } else {
      result += pair;
    }
    at = end;
    if (at < line.size() && line[at] != '&') {
      result += line.substr(at);
      break;
    }
  }
  return result;
}

std::string mask_secrets(std::string_view head) {
  std::string result;
  bool started = false, secret = false;
  while (!head.empty()) {
    const std::size_t newline = head.find('\n');
    const std::string_view line =
        newline == std::string_view::npos ? head : head.substr(0, newline + 1);
    head.remove_prefix(line.size());
    const std::size_t text_end = line.find_last_not_of("\r\n") + 1;  // 0: an empty line
    const std::size_t colon = line.find(':');
    if (text_end == 0) {
      result += line;
    } else if (!started) {
      started = true;
      result += mask_query(line);
    } else if (line[0] == ' ' || line[0] == '\t') {  // a folded line goes on with its header
      result.append(secret ? kMask : line.substr(0, text_end)).append(line.substr(text_end));
    } else {
      secret = is_secret_header(line.substr(0, colon));
      if (secret && colon != std::string_view::npos) {
        result.append(line.substr(0, colon + 1)).append(" ").append(kMask);
        result += line.substr(text_end);
      } else {
        result += line;
      }
    }
  }
  return result;
}
}  // namespace franz::proxy
