#pragma once
// The slices' files of a bundle on the disk.
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
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
  // Whether its first line is that of this process and plan; a copied file's is not.
  bool belongs_to(const SliceProcess& process, const std::string& plan_sha256) const {
    return log.head() && log.head()->process == process && log.head()->plan_sha256 == plan_sha256;
  }
};

// By process: slices in their order, and within a slice the earlier restarts first.
using ReadSlices = std::map<SliceProcess, ReadSlice>;

// Reads what was appended since the last call to the slices' files of the bundle. `slice`: only
// that slice's; -1: all. An interrupted last line, and a file that cannot be read now, are read by
// a later call. Failure: the folder cannot be listed, or its files are larger than kMaxSlices.
Status read_slices(const Folder& bundle, int slice, ReadSlices& slices);
inline constexpr std::uint64_t kMaxSlices = 256ULL << 20U;  // bytes; 100,000 results take 60 MiB

// Whether the run of a slice's result is in the bundle and has that result. A run whose files are
// missing or incomplete, or another run, is no result.
Status check_slice_end(const Folder& bundle, const SliceEnd& end);

// Takes the slices' results into the ledger. The first valid result of a trial counts, in the order
// of ReadSlices within one call; others become `superseded`, unless the score has ended: its seal
// stays. A result is valid as check_slice_end() says.
class Collector {
 public:
  using Report = std::function<void(const std::string& trial, int attempt, const TrialEnd& end)>;
  using Warn = std::function<void(const std::string& problem)>;
  // `file` must outlive this object. `report`: a result that the ledger has now. `warn`: a problem
  // of a slice's file or result, each once.
  Collector(LedgerFile& file, Report report, Warn warn)
      : file_(file), report_(std::move(report)), warn_(std::move(warn)) {}

  // Takes what the slices wrote since the last call. Failure: the ledger cannot be written.
  Status collect();

 private:
  Status take(const SliceProcess& process, const SliceEnd& end);
  void warn(const std::string& problem);

  LedgerFile& file_;
  Report report_;
  Warn warn_;
  ReadSlices slices_;
  std::map<SliceProcess, std::size_t> taken_;  // ends that were looked at
  std::set<std::string> warned_;
};
}  // namespace franz::proxy
