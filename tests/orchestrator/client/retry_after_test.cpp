#include "orchestrator/retry_after.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
TEST(RetryAfter, ReadsSecondsMillisecondsAndDates) {
  const std::int64_t now = 1'795'166'001'000;  // Fri, 20 Nov 2026 09:13:21 GMT
  const struct {
    std::string seconds, ms, date;
    std::int64_t expected;  // -1: nothing
  } cases[] = {
      {"", "", "", -1},
      {"7", "", "", 7000},
      {"0", "", "", 0},
      {"1.5", "", "", 1500},
      {"1", "150", "", 150},
      {"", "150", "", 150},
      {"1", "soon", "", 1000},
      {"-1", "", "", -1},
      {"soon", "", "", -1},
      {"999999999", "", "", 86'400'000},
      {"Fri, 20 Nov 2026 09:13:51 GMT", "", "", 30'000},
      {"Fri, 20 Nov 2026 09:13:51 GMT", "", "Fri, 20 Nov 2026 09:13:41 GMT", 10'000},
      {"Fri, 20 Nov 2026 09:13:51 GMT", "", "yesterday", 30'000},
      {"Fri, 20 Nov 2026 09:13:00 GMT", "", "", 0},
      {"Fri, 20 Nov 2027 09:13:00 GMT", "", "", 86'400'000},
      {"Fri, 20 Nix 2026 09:13:51 GMT", "", "", -1},
      {"Friday, 20-Nov-26 09:13:51 GMT", "", "", -1},
  };
  for (const auto& row : cases)
    EXPECT_EQ(retry_after_ms(row.seconds, row.ms, row.date, now).value_or(-1), row.expected)
        << row.seconds << " | " << row.ms << " | " << row.date;
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
}  // namespace franz::orchestrator
