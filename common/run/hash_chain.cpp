#include "common/run/hash_chain.h"
#include "common/base/sha256.h"

namespace franz {
void HashChain::take(std::string_view text) {
  ++seq_;
  previous_ = sha256_hex(text);
}

Status HashChain::check_follows(long long seq, const std::string& previous) const {
  if (seq != next_seq())
    return Error{"/seq: expected " + std::to_string(next_seq()) + ", got " + std::to_string(seq)};
  if (previous != previous_) return Error{"/previous: expected " + previous_ + ", got " + previous};
  return Done{};
}
}  // namespace franz
