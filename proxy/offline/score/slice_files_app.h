#pragma once
// The slices' files of a bundle on the disk.
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/os/folder.h"
#include "proxy/offline/score/ledger_file_app.h"
#include "proxy/offline/score/slice_log.h"

namespace franz::proxy {
// A slice's file as read so far.
struct ReadSlice {
  SliceLog log;
  std::uint64_t bytes = 0;  // that were read: whole lines
  std::string problem;      // why nothing after them is read; empty: nothing is wrong
};

// By process: slices in their order, and within a slice the earlier restarts first.
using ReadSlices = std::map<SliceProcess, ReadSlice>;

// Reads what was appended since the last call to the slices' files of the bundle. `slice`: only
// that slice's; -1: all. An interrupted last line is read when it is whole. Failure: the folder
// cannot be listed; a file that cannot be read has a `problem`.
Status read_slices(const Folder& bundle, int slice, ReadSlices& slices);

// Takes the slices' results into the ledger. The first valid result of a trial counts, in the order
// of ReadSlices within one call; others become `superseded`. A result is valid if its run is in
// the bundle and has the same result.
class Collector {
 public:
  using Report = std::function<void(const std::string& trial, int attempt, const TrialEnd& end)>;
  // Both must outlive this object. `report`: a result that the ledger has now.
  Collector(LedgerFile& file, Report report) : file_(file), report_(std::move(report)) {}

  // Takes what the slices wrote since the last call. Failure: the ledger cannot be written.
  Status collect();
  // What is wrong with a slice's file or a result, in the order in which it was found.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  Status take(const SliceProcess& process, const SliceEnd& end);
  Status check_run(const SliceEnd& end) const;

  LedgerFile& file_;
  Report report_;
  ReadSlices slices_;
  std::map<SliceProcess, std::size_t> taken_;  // ends that were looked at
  std::vector<std::string> problems_;
};
}  // namespace franz::proxy
