#include <windows.h>
// bcrypt.h needs the line above
#include <bcrypt.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include "common/os/clock.h"

namespace franz {
static constexpr std::int64_t kTicksPerMs = 10'000;                // of a FILETIME, 100 ns each
static constexpr std::int64_t kUnixEpoch_ms = 11'644'473'600'000;  // in ms since 1601

std::int64_t unix_time_ms() {
  FILETIME now{};
  ::GetSystemTimePreciseAsFileTime(&now);
  const auto ticks = static_cast<std::int64_t>(
      static_cast<std::uint64_t>(now.dwHighDateTime) << 32U | now.dwLowDateTime);
  return ticks / kTicksPerMs - kUnixEpoch_ms;
}

double steady_time_exact_ms() {
  static const double per_ms = [] {
    LARGE_INTEGER per_second{};
    ::QueryPerformanceFrequency(&per_second);
    return static_cast<double>(per_second.QuadPart) / 1000;
  }();
  LARGE_INTEGER now{};
  ::QueryPerformanceCounter(&now);
  return static_cast<double>(now.QuadPart) / per_ms;
}

std::int64_t steady_time_ms() { return static_cast<std::int64_t>(steady_time_exact_ms()); }

static SYSTEMTIME utc_parts(std::int64_t unix_ms) {
  const auto ticks = static_cast<std::uint64_t>((unix_ms + kUnixEpoch_ms) * kTicksPerMs);
  FILETIME time{};
  time.dwLowDateTime = static_cast<DWORD>(ticks);
  time.dwHighDateTime = static_cast<DWORD>(ticks >> 32U);
  SYSTEMTIME parts{};
  ::FileTimeToSystemTime(&time, &parts);
  return parts;
}

static std::string format(const char* pattern, const SYSTEMTIME& at) {
  std::array<char, 64> text{};
  const int size = std::snprintf(text.data(), text.size(), pattern, at.wYear, at.wMonth, at.wDay,
                                 at.wHour, at.wMinute, at.wSecond);
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string utc_time(std::int64_t unix_ms) {
  return format("%04d-%02d-%02dT%02d:%02d:%02dZ", utc_parts(unix_ms));
}

std::string utc_now() { return utc_time(unix_time_ms()); }

std::string utc_stamp(std::int64_t unix_ms) {
  return format("%04d%02d%02d_%02d%02d%02d", utc_parts(unix_ms));
}

std::string random_hex(std::size_t digits) {
  std::string text(digits, '\0');
  const NTSTATUS status =
      ::BCryptGenRandom(nullptr, reinterpret_cast<PUCHAR>(text.data()),
                        static_cast<ULONG>(text.size()), BCRYPT_USE_SYSTEM_PREFERRED_RNG);
  if (status != 0) std::abort();  // a system without a random number generator
  for (char& c : text) c = "0123456789abcdef"[c & 15];
  return text;
}
}  // namespace franz
