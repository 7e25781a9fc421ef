#include "common/http/exchange.h"
#include <algorithm>
#include <array>
#include <charconv>
#include "common/base/ascii.h"

namespace franz {
// 1..999999999 without sign or leading zeros; 0: anything else.
static int turn_number(std::string_view digits) {
  int value = 0;
  if (digits.empty() || digits.size() > 9 || digits[0] == '0') return 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value);
  return read.ec == std::errc() && read.ptr == end && value > 0 ? value : 0;
}

static bool is_run_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || c == '_' ||
           c == '-';
  });
}

bool is_request_id(std::string_view text) {
  return text.size() == 16 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::optional<FranzTurn> parse_franz_turn(std::string_view value) {
  std::array<std::string_view, 4> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t end = value.find('/');
    const bool is_last = i + 1 == parts.size();
    if ((end == std::string_view::npos) != is_last) return std::nullopt;
    parts[i] = value.substr(0, end);
    value.remove_prefix(is_last ? 0 : end + 1);
  }
  const auto& [run, turn, request, after] = parts;
  if (!is_run_id(run) || turn_number(turn) == 0 || !is_request_id(request)) return std::nullopt;
  if (after != "-" && !is_request_id(after)) return std::nullopt;
  return FranzTurn{std::string(run), turn_number(turn), std::string(request),
                   after == "-" ? "" : std::string(after)};
}

std::string to_string(const FranzTurn& id) {
  return id.run + "/" + std::to_string(id.turn) + "/" + id.request + "/" +
         (id.after.empty() ? "-" : id.after);
}
}  // namespace franz
