#include "proxy/relay/exchange.h"
#include <algorithm>
#include <charconv>
#include "common/base/ascii.h"
#include "common/wire/api/apis.h"

namespace franz::proxy {
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
    return (c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || c == '_' ||
           c == '-';
  });
  FranzTurn turn{std::string(run), count_of(value.substr(first + 1, last - first - 1)),
                 count_of(value.substr(last + 1))};
  if (run.empty() || run.size() > 64 || !plain || turn.turn == 0 || turn.attempt == 0) {
    return std::nullopt;
  }
  return turn;
}

bool TurnFilter::wants(const HttpRequest& request) {
  if (request.method != "POST" || request.may_be_a_pages() ||
      find_api_at(request.target) == nullptr)
    return false;
  if (!adopted_ && request.turn) {
    run_ = request.turn->run;
    adopted_ = true;
  }
  if (request.turn) return request.turn->run == run_;
  return !adopted_;
}
}  // namespace franz::proxy
