#pragma once
// The only clocks. Cores receive times as values.
#include <cstdint>
#include <string>

namespace franz {
std::int64_t unix_time_ms();                 // wall clock
std::int64_t steady_time_ms();               // never goes back
double steady_time_exact_ms();               // with fractions, for timings
std::string utc_time(std::int64_t unix_ms);  // 2026-01-31T12:00:00Z
std::string utc_now();
// The same in the form of run folder names, so that they agree with all other times:
// 20260131_120000.
std::string utc_stamp(std::int64_t unix_ms);

// `digits` random hexadecimal digits from the system's generator.
std::string random_hex(std::size_t digits);
}  // namespace franz
