#include "common/http/http_headers.h"
#include <algorithm>
#include <array>
#include "common/base/ascii.h"

namespace franz {
static constexpr std::string_view kMask = "****";

std::optional<std::string_view> find_header(const std::vector<HttpHeader>& headers,
                                            std::string_view name) {
  for (const HttpHeader& header : headers) {
    if (equal_ignoring_case(header.name, name)) return header.value;
  }
  return std::nullopt;
}

bool is_secret_header(std::string_view name) {
  // A challenge (WWW-Authenticate) may repeat the request's credentials.
  static constexpr std::array<std::string_view, 10> kParts = {
      "authorization", "authenticat", "cookie",   "api-key",    "apikey",
      "token",         "secret",      "password", "credential", "-key"};
  const std::string small = ascii_lower(name);
  return std::any_of(kParts.begin(), kParts.end(),
                     [&](std::string_view part) { return small.find(part) != std::string::npos; });
}

// The start line with the values of secret query parameters masked.
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
        equals == std::string_view::npos ? "" : ascii_lower(pair.substr(1, equals - 1));
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
    } else if (line[0] == ' ' || line[0] == '\t') {  // a folded line continues its header
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
}  // namespace franz
