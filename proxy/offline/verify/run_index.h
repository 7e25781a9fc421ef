#pragma once
// Which files make a recorded run, what SHA256SUMS says of each, and which of them should be listed
// there and are not.
//
// A turn's files are listed when the next turn begins, everything else when the run ends. So where
// run.json is listed the run ended, and nothing may be unlisted; before that, the last two turns
// and the files that still change may be, and turns that are made again, as where state.json is
// older than the records.
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/run_files.h"
#include "common/run/sums.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
struct IndexedFile {
  std::string name;
  RunFilePlace place;
  // The digests that are listed for it; as a rule one, or none. Of several the first two that
  // differ: one of them is wrong.
  std::vector<std::string> sums;
  bool there = false;
};

struct RunIndex {
  // By turn, in the order of names; 0: files of the run as a whole. A batch is with its last turn.
  std::map<int, std::vector<IndexedFile>> turns;
  int last_turn = 0;              // the highest with a file that is there
  bool ended = false;             // SHA256SUMS lists run.json
  std::optional<int> state_turn;  // state.json's, from before the names were read; nothing: none
  // Files that are listed and missing beyond the first kMostMissing, which are in `turns`.
  std::size_t missing_left_out = 0;
  static constexpr std::size_t kMostMissing = 100'000;
};

// Takes the names first, then the lines.
class RunIndexBuilder {
 public:
  void add_file(const std::string& name);  // parts joined by /
  void add_sum(Sum sum);
  RunIndex finish();

 private:
  std::map<std::string, IndexedFile, std::less<>> files_;
  std::size_t missing_ = 0;
  RunIndex index_;
};

// What is wrong with a file's listing, apart from its digest: listed and missing, or there and not
// listed although it should be.
std::vector<Finding> check_listing(const RunIndex& index, const IndexedFile& file);

// The bytes' digest against the file's line.
std::vector<Finding> check_digest(const IndexedFile& file, const std::string& sha256);
}  // namespace franz::proxy
