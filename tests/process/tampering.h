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

// The change of a file, after which everything that is made of it is made again
// (rewritten_log.h).
std::function<void(const std::string& folder)> edited(const std::string& name,
                                                      const std::string& after,
                                                      const std::string& from,
                                                      const std::string& to);
}  // namespace franz
