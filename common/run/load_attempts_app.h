#pragma once
// Reads the attempts of a resumed run from its folder.
#include <map>
#include <string>
#include "common/base/result.h"
#include "common/run/known_attempts.h"
#include "common/run/run_story.h"

namespace franz {
struct LoadedAttempts {
  KnownAttempts known;
  std::map<std::string, std::string> pictures;  // SHA-256 → newest file with it
  int last_note = 0;                            // highest note number
};
// `story`: of the folder's log. Reads the records that later requests are checked with: those of
// the last turns, or all if the memory needs all. Failure: a record cannot be read.
Result<LoadedAttempts> load_attempts(const std::string& folder, const RunStory& story,
                                     const Memory* memory);
}  // namespace franz
