#include "common/http/retry_after.h"
#include <algorithm>
#include <array>
#include <charconv>

namespace franz {
static constexpr std::int64_t kDayMs = 86'400'000;
static constexpr std::size_t kShownValue = 60;  // bytes

static std::optional<double> number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (text.empty() || read.ec != std::errc() || read.ptr != end || value < 0) return std::nullopt;
  return value;
}

// Days from 1970-01-01. Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms",
// days_from_civil, for years from 1.
static std::int64_t days_from_civil(std::int64_t year, std::int64_t month, std::int64_t day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = year / 400, of_era = year % 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

std::optional<std::int64_t> parse_http_date(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (text.size() != 29 || text.substr(3, 2) != ", " || !text.ends_with(" GMT"))
    return std::nullopt;
  const auto digits = [text](std::size_t at, std::size_t length) {
    std::int64_t value = 0;
    for (const char c : text.substr(at, length))
      value = c >= '0' && c <= '9' && value >= 0 ? value * 10 + (c - '0') : -1;
    return value;
  };
  const auto month = std::ranges::find(kMonths, text.substr(8, 3));
  const std::int64_t day = digits(5, 2), year = digits(12, 4);
  const std::int64_t hour = digits(17, 2), minute = digits(20, 2), second = digits(23, 2);
  const auto within = [](std::int64_t value, std::int64_t low, std::int64_t high) {
    return value >= low && value <= high;
  };
  // A leap second is written as 60.
  if (month == kMonths.end() || !within(day, 1, 31) || year < 1 || !within(hour, 0, 23) ||
      !within(minute, 0, 59) || !within(second, 0, 60))
    return std::nullopt;
  const std::int64_t days = days_from_civil(year, month - kMonths.begin() + 1, day);
  return ((days * 24 + hour) * 60 + minute) * 60 + second;
}

// Untrusted text, for a log line.
static std::string describe_header(std::string_view name, std::string_view value) {
  std::string text(value.substr(0, kShownValue));
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  return std::string(name) + ": " + text + (value.size() > kShownValue ? "…" : "");
}

RetryAfter read_retry_after(std::string_view retry_after, std::string_view retry_after_ms,
                            std::string_view date, std::int64_t now_ms) {
  const auto sane = [](std::optional<double> ms) {
    return ms && *ms <= static_cast<double>(kDayMs) ? std::optional(static_cast<std::int64_t>(*ms))
                                                    : std::nullopt;
  };
  RetryAfter asked;
  if (!retry_after_ms.empty()) {
    asked.ms = sane(number(retry_after_ms));
    if (asked.ms) return asked;
    asked.ignored = describe_header("retry-after-ms", retry_after_ms);
  }
  if (retry_after.empty()) return asked;
  if (const auto seconds = number(retry_after)) {
    asked.ms = sane(*seconds * 1000);
  } else if (const auto until = parse_http_date(retry_after)) {
    const auto server_now = parse_http_date(date);
    const std::int64_t ms = *until * 1000 - (server_now ? *server_now * 1000 : now_ms);
    asked.ms = sane(static_cast<double>(std::max<std::int64_t>(ms, 0)));
  }
  if (!asked.ms) asked.ignored = describe_header("Retry-After", retry_after);
  return asked;
}
}  // namespace franz
