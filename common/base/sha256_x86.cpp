// Compiled with the SHA and SSE4.1 instructions enabled. Call only if has_sha_instructions().
#include <immintrin.h>
#include "common/base/sha256_blocks.h"

namespace franz {
// Source: Intel, "Intel SHA Extensions" (2013): sha256rnds2 does two rounds on the state held as
// ABEF and CDGH; sha256msg1 and sha256msg2 make the next four words of the message schedule.
void sha256_blocks_fast(Sha256State& state, const unsigned char* bytes, std::size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const auto load = [](const void* at) { return _mm_loadu_si128(static_cast<const __m128i*>(at)); };
  const __m128i cdab = _mm_shuffle_epi32(load(state.data()), 0xB1);
  const __m128i efgh = _mm_shuffle_epi32(load(state.data() + 4), 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);

  for (; count > 0; --count, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];  // the last sixteen of the schedule
    for (std::size_t i = 0; i < 16; ++i) {
      __m128i& next = words[i % 4];
      if (i < 4) {
        next = _mm_shuffle_epi8(load(bytes + 16 * i), big_endian);
      } else {
        const __m128i last = words[(i + 3) % 4], before = words[(i + 2) % 4];
        const __m128i seven_back = _mm_alignr_epi8(last, before, 4);
        const __m128i sum =
            _mm_add_epi32(_mm_sha256msg1_epu32(next, words[(i + 1) % 4]), seven_back);
        next = _mm_sha256msg2_epu32(sum, last);
      }
      const __m128i rounds = _mm_add_epi32(next, load(kSha256Rounds.data() + 4 * i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, rounds);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(rounds, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}
}  // namespace franz
