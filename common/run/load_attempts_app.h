#pragma once
// The attempts of a run that goes on, read from its folder.
#include <map>
#include <string>
#include "common/base/result.h"
#include "common/run/known_attempts.h"
#include "common/run/run_story.h"

namespace franz {
struct LoadedAttempts {
  KnownAttempts known;
  std::map<std::string, std::string> pictures;  // SHA-256 → the newest file with it
  int last_note = 0;                            // the highest number of a note
};
// `story`: of the folder's log. Records are read where requests to come are checked with them: of
// the last turns, or of all where the memory needs all. Failure: one cannot be read.
Result<LoadedAttempts> load_attempts(const std::string& folder, const RunStory& story,
                                     const Memory* memory);
}  // namespace franz
