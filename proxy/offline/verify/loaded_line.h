#pragma once
// A line of a run's log with the contents of its files.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include "common/run/log_entry.h"
#include "proxy/offline/verify/attempt_check.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
struct LoadedLine {
  RunLine line;
  std::string text;               // without its LF
  std::uint64_t end = 0;          // the position in the log after its LF
  bool same_version = false;      // this version of FRANZ wrote it
  std::vector<Finding> findings;  // about its files, and about an attempt by itself
  std::optional<LoadedAttempt> attempt;
  // For all other kinds except `end`: in the line's order; nothing: missing or unreadable.
  std::vector<std::optional<std::string>> files;
};
}  // namespace franz::proxy
