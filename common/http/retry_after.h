#pragma once
// How long a server asks clients to wait.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace franz {
// Seconds since 1970 of an IMF-fixdate: "Fri, 20 Nov 2026 09:13:21 GMT". Nothing: not in this form.
// Source: RFC 9110 §5.6.7.
std::optional<std::int64_t> parse_http_date(std::string_view text);

struct RetryAfter {
  std::optional<std::int64_t> ms;  // to wait, 0 to a day; nothing: absent or ignored
  std::string ignored;             // the invalid header line, printable and short; empty: none
};

// From the raw header values (empty: absent). `retry-after-ms` is finer and takes precedence
// (OpenAI). `Retry-After` is in seconds or a date (RFC 9110 §10.2.3), which is compared with the
// server's own `Date`, or with `now_ms` (unix time) if there is none. A date in the past is 0.
// Anything else, or longer than a day, is ignored.
RetryAfter read_retry_after(std::string_view retry_after, std::string_view retry_after_ms,
                            std::string_view date, std::int64_t now_ms);
}  // namespace franz
