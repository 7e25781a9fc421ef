#pragma once
// The batches of a run against the records that they join.
#include <map>
#include <optional>
#include <string>
#include <vector>
#include "proxy/verify/finding.h"

namespace franz::proxy {
// The records of the last turns, as the files hold them, kept for the batch that joins them.
class RecentRecords {
 public:
  void add(int turn, std::string record);

  // `bytes` of the batch of the turns first..last, whose records were added. Names the first record
  // that differs in it.
  std::vector<Finding> check_batch(int first, int last, const std::string& bytes) const;

 private:
  std::map<int, std::string> records_;
};
}  // namespace franz::proxy
