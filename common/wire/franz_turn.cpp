#include "common/wire/franz_turn.h"
#include <algorithm>
#include <array>
#include <charconv>
#include "common/base/ascii.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr std::string_view kNoRequest = "-";

// 1..kMaxTurn without sign or leading zeros; 0: anything else.
static int turn_of(std::string_view digits) {
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
  return text.size() == kRequestDigits && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string read_request_id(MessageFields& fields, const std::string& pointer) {
  std::string id = fields.text(pointer);
  if (is_request_id(id)) return id;
  fields.fail(pointer, "16 hexadecimal digits");
  return "";
}

std::optional<FranzTurn> parse_franz_turn(std::string_view value) {
  std::array<std::string_view, 4> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t end = value.find('/');
    const bool is_last = i + 1 == parts.size();
    if ((end == std::string_view::npos) != is_last) return std::nullopt;
    parts[i] = value.substr(0, end);
    if (!is_last) value.remove_prefix(end + 1);
  }
  const auto& [run, turn, request, after] = parts;
  FranzTurn read{std::string(run), turn_of(turn), std::string(request),
                 after == kNoRequest ? "" : std::string(after)};
  if (!is_run_id(run) || read.turn == 0 || !is_request_id(request)) return std::nullopt;
  if (after != kNoRequest && !is_request_id(after)) return std::nullopt;
  return read;
}

std::string to_string(const FranzTurn& turn) {
  return turn.run + "/" + std::to_string(turn.turn) + "/" + turn.request + "/" +
         (turn.after.empty() ? std::string(kNoRequest) : turn.after);
}
}  // namespace franz
