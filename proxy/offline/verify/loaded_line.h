#pragma once
// A line of a run's log with what the files that it lists hold.
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
  std::uint64_t end = 0;          // in the log: the first byte after its LF
  bool same_version = false;      // this FRANZ wrote it
  std::vector<Finding> findings;  // of its files, and of an attempt by itself
  std::optional<LoadedAttempt> attempt;
  // Of other kinds but `end`: as the line lists them; nothing: missing, or not readable.
  std::vector<std::optional<std::string>> files;
};
}  // namespace franz::proxy
