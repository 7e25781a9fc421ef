#include "common/http/retry_after.h"
#include <gtest/gtest.h>

namespace franz {
TEST(RetryAfter, ReadsSecondsMillisecondsAndDates) {
  const std::int64_t now = 1'795'166'001'000;  // Fri, 20 Nov 2026 09:13:21 GMT
  const struct {
    std::string seconds, ms, date;
    std::int64_t expected;  // -1: nothing
    std::string ignored = {};
  } cases[] = {
      {"", "", "", -1},
      {"7", "", "", 7000},
      {"0", "", "", 0},
      {"1.5", "", "", 1500},
      {"86400", "", "", 86'400'000},
      {"1", "150", "", 150},
      {"", "150", "", 150},
      {"1", "soon", "", 1000, "retry-after-ms: soon"},
      {"-1", "", "", -1, "Retry-After: -1"},
      {"soon", "", "", -1, "Retry-After: soon"},
      {"1e3", "", "", -1, "Retry-After: 1e3"},
      {"0x10", "", "", -1, "Retry-After: 0x10"},
      {"nan", "", "", -1, "Retry-After: nan"},
      {"inf", "", "", -1, "Retry-After: inf"},
      {"7 s\x1b[2J", "", "", -1, "Retry-After: 7 s?[2J"},
      {"86401", "", "", -1, "Retry-After: 86401"},
      {"999999999", "", "", -1, "Retry-After: 999999999"},
      {std::string(400, '9'), "", "", -1, "Retry-After: " + std::string(60, '9') + "…"},
      {"", "86400001", "", -1, "retry-after-ms: 86400001"},
      {"Fri, 20 Nov 2026 09:13:51 GMT", "", "", 30'000},
      {"Fri, 20 Nov 2026 09:13:51 GMT", "", "Fri, 20 Nov 2026 09:13:41 GMT", 10'000},
      {"Fri, 20 Nov 2026 09:13:51 GMT", "", "yesterday", 30'000},
      {"Fri, 20 Nov 2026 09:13:00 GMT", "", "", 0},
      {"Fri, 20 Nov 2027 09:13:00 GMT", "", "", -1, "Retry-After: Fri, 20 Nov 2027 09:13:00 GMT"},
      {"Fri, 20 Nix 2026 09:13:51 GMT", "", "", -1, "Retry-After: Fri, 20 Nix 2026 09:13:51 GMT"},
      {"Fri, 20 Nov 2026 09:60:00 GMT", "", "", -1, "Retry-After: Fri, 20 Nov 2026 09:60:00 GMT"},
      {"Friday, 20-Nov-26 09:13:51 GMT", "", "", -1, "Retry-After: Friday, 20-Nov-26 09:13:51 GMT"},
  };
  for (const auto& row : cases) {
    const RetryAfter asked = read_retry_after(row.seconds, row.ms, row.date, now);
    EXPECT_EQ(asked.ms.value_or(-1), row.expected)
        << row.seconds << " | " << row.ms << " | " << row.date;
    EXPECT_EQ(asked.ignored, row.ignored);
  }
}

TEST(RetryAfter, KnowsTheCalendar) {
  const std::pair<std::string, std::int64_t> cases[] = {
      {"Thu, 01 Jan 1970 00:00:00 GMT", 0},
      {"Sun, 06 Nov 1994 08:49:37 GMT", 784'111'777},
      {"Thu, 29 Feb 2024 23:59:59 GMT", 1'709'251'199},
      {"Fri, 01 Mar 2024 00:00:00 GMT", 1'709'251'200},
      {"Fri, 31 Dec 1999 23:59:59 GMT", 946'684'799},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(parse_http_date(text), expected) << text;
}
}  // namespace franz
