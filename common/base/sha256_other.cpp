// Processors other than x86.
#include "common/base/sha256_blocks.h"

namespace franz {
bool has_sha_instructions() { return false; }

void sha256_blocks_fast(Sha256State& state, const unsigned char* bytes, std::size_t count) {
  sha256_blocks_portable(state, bytes, count);
}
}  // namespace franz
