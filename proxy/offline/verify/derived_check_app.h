#pragma once
// Compares derived files of a run with their sources: batches of records, and SHA256SUMS.
#include <map>
#include <set>
#include <string>
#include <vector>
#include "common/base/sha256.h"
#include "common/run/log_entry.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_story.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
class DerivedCheck {
 public:
  // `dir` outlives this object.
  explicit DerivedCheck(const RunDir& dir) : dir_(dir) {}

  // The log's next line; `story`: the run's story including it.
  void take(const RunEntry& entry, const RunStory& story);

  // Call after the last line. `ended`: the last line if it is an `end`; null: it is not, and files
  // written at the end may be missing.
  std::vector<Finding> finish(const RunStory& story, const EndEntry* ended);

  // The files that the log lists, and the derived ones.
  bool is_listed(const std::string& name) const { return listed_.contains(name); }

 private:
  bool is_right(const RunStory& story, int first, int last);
  void check_batches(const RunStory& story, bool ended, std::vector<Finding>& findings);

  const RunDir& dir_;
  std::set<std::string, std::less<>> listed_;
  Sha256 sums_;
  std::set<int> right_;  // correct full batches, by their first turn
};
}  // namespace franz::proxy
