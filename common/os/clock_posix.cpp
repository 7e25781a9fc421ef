#include <sys/random.h>
#include <time.h>
#include <array>
#include <cerrno>
#include "common/os/clock.h"

namespace franz {
static double now_ms(clockid_t clock) {
  timespec at{};
  ::clock_gettime(clock, &at);
  return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
}

std::int64_t unix_time_ms() { return static_cast<std::int64_t>(now_ms(CLOCK_REALTIME)); }
std::int64_t steady_time_ms() { return static_cast<std::int64_t>(now_ms(CLOCK_MONOTONIC)); }
double steady_time_exact_ms() { return now_ms(CLOCK_MONOTONIC); }

static std::string format(const tm& parts, const char* pattern) {
  std::array<char, 64> text{};
  return {text.data(), ::strftime(text.data(), text.size(), pattern, &parts)};
}

static tm utc_parts(std::int64_t unix_ms) {
  const time_t seconds = unix_ms / 1000;
  tm parts{};
  ::gmtime_r(&seconds, &parts);
  return parts;
}

std::string utc_time(std::int64_t unix_ms) {
  return format(utc_parts(unix_ms), "%Y-%m-%dT%H:%M:%SZ");
}

std::string utc_now() { return utc_time(unix_time_ms()); }

std::string utc_stamp(std::int64_t unix_ms) { return format(utc_parts(unix_ms), "%Y%m%d_%H%M%S"); }

std::string random_hex(std::size_t digits) {
  std::string text;
  while (text.size() < digits) {
    unsigned char byte = 0;
    if (::getrandom(&byte, 1, 0) != 1) continue;  // EINTR only: one byte is never short
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}
}  // namespace franz
