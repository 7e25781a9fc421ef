#pragma once
// What an earlier proxy left in a run folder, as far as one that goes on with it has to know.
#include <map>
#include <string>

namespace franz {
// What an earlier proxy left in the run folder (--resume).
struct KnownTurns {
  std::map<int, int> attempts;         // turn → the highest attempt there is
  std::map<int, std::string> replies;  // turn → the content token; the last few suffice
  // Turn → the SHA-256 of that token, of all replies: a memory may need all steps.
  std::map<int, std::string> reply_sha256;
  int last = 0;  // the last recorded turn
};
}  // namespace franz
