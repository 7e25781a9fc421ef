#pragma once
// The end of a file of JSON lines in which each line has its number and the digest of the line
// before: "seq" and "previous". A changed, removed or inserted line breaks the chain.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
class HashChain {
 public:
  // Advances past the next line. `text`: the line without its LF.
  void take(std::string_view text);
  // Whether a line with these members is the next one. Failure: names the wrong member.
  Status check_follows(long long seq, const std::string& previous) const;

  long long next_seq() const { return seq_ + 1; }
  // SHA-256 of the last line; 64 zeros before the first.
  const std::string& last_sha256() const { return previous_; }

 private:
  long long seq_ = 0;
  std::string previous_ = std::string(64, '0');
};
}  // namespace franz
