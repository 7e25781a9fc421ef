#pragma once
// Changes to recorded runs that proxy verify must detect.
#include <functional>
#include <string>
#include <vector>
#include "tests/process/recorded_run.h"

namespace franz {
struct Tampering {
  std::string what;
  std::function<void(const std::string& folder)> change;
  std::string named;  // expected in the output of verify
};

// Changes a copy of the run and expects that verify with `more` options names the change.
void expect_named(const Recorded& recorded, const Tampering& row,
                  const std::vector<std::string>& more);

// An edit of a file after which all derived files are rebuilt (rewritten_log.h).
std::function<void(const std::string& folder)> edited(const std::string& name,
                                                      const std::string& after,
                                                      const std::string& from,
                                                      const std::string& to);
}  // namespace franz
