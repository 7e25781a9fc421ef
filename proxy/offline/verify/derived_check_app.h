#pragma once
// The files of a run that are made of others, against what they are made of: batches of records,
// and SHA256SUMS.
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
  // `dir` outlives it.
  explicit DerivedCheck(const RunDir& dir) : dir_(dir) {}

  // The log's next line; `story`: with it.
  void take(const RunEntry& entry, const RunStory& story);

  // After the last line. `ended`: the last line, where it is an end; null: it is none, and what an
  // end writes may be missing.
  std::vector<Finding> finish(const RunStory& story, const EndEntry* ended);

  // The files that the log lists, and those that are made of them.
  bool is_listed(const std::string& name) const { return listed_.contains(name); }

 private:
  bool is_right(const RunStory& story, int first, int last);
  void check_batches(const RunStory& story, bool ended, std::vector<Finding>& findings);

  const RunDir& dir_;
  std::set<std::string, std::less<>> listed_;
  Sha256 sums_;
  std::set<int> right_;  // full batches that were what their records make, by their first turn
};
}  // namespace franz::proxy
