#pragma once
// Which files make a recorded run, what SHA256SUMS says of each, and which of them should be listed
// there and are not.
//
// A turn's files are listed when the next turn begins, everything else when the run ends. So where
// run.json is listed the run ended, and nothing may be unlisted; before that, the last two turns
// and the files that still change may be.
#include <map>
#include <string>
#include <vector>
#include "proxy/log/run_files.h"
#include "proxy/log/sums.h"
#include "proxy/verify/finding.h"

namespace franz::proxy {
struct IndexedFile {
  std::string name;
  RunFilePlace place;
  std::vector<std::string> sums;  // the digests that are listed for it; as a rule one, or none
  bool there = false;
};

struct RunIndex {
  // By turn, in the order of names; 0: files of the run as a whole. A batch is with its last turn.
  std::map<int, std::vector<IndexedFile>> turns;
  int last_turn = 0;   // the highest with a file that is there
  bool ended = false;  // SHA256SUMS lists run.json
};

// `names`: of all files in the folder, parts joined by /.
RunIndex index_run(const std::vector<std::string>& names, const std::vector<Sum>& sums);

// What is wrong with a file's listing, apart from its digest: listed and missing, or there and not
// listed although it should be.
std::vector<Finding> check_listing(const RunIndex& index, const IndexedFile& file);

// The bytes' digest against the file's line.
std::vector<Finding> check_digest(const IndexedFile& file, const std::string& sha256);
}  // namespace franz::proxy
