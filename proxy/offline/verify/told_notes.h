#pragma once
// The operator's note of each turn against what run.json tells of it.
#include <map>
#include <string>
#include <vector>
#include "common/run/run_file.h"
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
class ToldNotes {
 public:
  explicit ToldNotes(const RunFile& run);

  // Of a turn that is told of, a note must be one of those that run.json tells for it: a turn that
  // is begun again may get more of them.
  std::vector<Finding> check(const TurnRecord& record) const;

 private:
  std::map<int, std::vector<std::string>> told_;  // turn -> SHA-256
  int told_from_ = 1;
};
}  // namespace franz::proxy
