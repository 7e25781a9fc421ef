#pragma once
// Changes to recorded runs that proxy verify has to name.
#include <functional>
#include <string>
#include <vector>
#include "tests/process/recorded_run.h"

namespace franz {
struct Tampering {
  std::string what;
  std::function<void(const std::string& folder)> change;
  std::string named;  // in the line that comes first
};

// Makes the change in a copy of the run, and verifies it with `more` options.
void expect_named(const Recorded& recorded, const Tampering& row,
                  const std::vector<std::string>& more);

// The digest of a turn's request in its record, made anew as an editor does; the lists too.
void digest_again(const std::string& folder, int turn);

// Replaces `from` behind `after` in the body of a turn's request, and makes anew what tells of it.
void edit_request(const std::string& folder, int turn, const std::string& after,
                  const std::string& from, const std::string& to);
}  // namespace franz
