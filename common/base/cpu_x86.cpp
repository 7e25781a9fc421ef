#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#include "common/base/sha256_blocks.h"

namespace franz {
namespace {
struct Registers {
  unsigned a = 0, b = 0, c = 0, d = 0;
};

Registers cpuid(unsigned leaf) {
  Registers r;
#ifdef _MSC_VER
  int values[4];
  __cpuidex(values, static_cast<int>(leaf), 0);
  r = {static_cast<unsigned>(values[0]), static_cast<unsigned>(values[1]),
       static_cast<unsigned>(values[2]), static_cast<unsigned>(values[3])};
#else
  __cpuid_count(leaf, 0, r.a, r.b, r.c, r.d);
#endif
  return r;
}
}  // namespace

// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, CPUID: leaf 1 ECX bit 9
// (SSSE3) and 19 (SSE4.1), leaf 7 EBX bit 29 (SHA).
bool has_sha_instructions() {
  static const bool has = [] {
    constexpr unsigned kSsse3 = 1U << 9U, kSse41 = 1U << 19U, kSha = 1U << 29U;
    if (cpuid(0).a < 7) return false;
    const unsigned sse = cpuid(1).c;
    return (sse & kSsse3) != 0 && (sse & kSse41) != 0 && (cpuid(7).b & kSha) != 0;
  }();
  return has;
}
}  // namespace franz
