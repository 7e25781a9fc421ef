#pragma once
// Slices: parts of a score that are measured on several machines at once, and the files in which
// each of their processes writes its results. A process writes a file of its own, because a process
// that its scheduler believes to be dead may still be writing. The lines are chained like the
// ledger's:
//   slice    the plan's digest and the slice's trials; always the first line
//   ended    the result of a try, with the folder of its run
// Pure; docs/scores.md describes the members.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/run/hash_chain.h"
#include "proxy/offline/score/ledger.h"

namespace franz::proxy {
// A process that measures a slice.
struct SliceProcess {
  int slice = 0;       // from 0
  int restart = 0;     // how often the scheduler began the slice again
  std::string random;  // six hexadecimal digits: two processes with the same numbers differ
  friend auto operator<=>(const SliceProcess&, const SliceProcess&) = default;
};
// "3-0-5fd1c9", and the file in the bundle: "ledger/3-0-5fd1c9.jsonl".
std::string slice_name(const SliceProcess& process);
std::string slice_file(const SliceProcess& process);
// Reads a file's name without its folder. Nothing: slice_file() would not write it so.
std::optional<SliceProcess> read_slice_file(std::string_view name);
// The folder of a run: "zenity-form.2.1-s3-0-5fd1c9"; further tries have their number at the end.
std::string slice_run_folder(const SliceProcess& process, const std::string& trial, int attempt);

// Trials in the order of all_trials(), so many in a slice; the last slice may have fewer.
std::size_t slice_count(std::size_t trials, int per_slice);
std::vector<Trial> slice_trials(const std::vector<Trial>& trials, int slice, int per_slice);

// The first line of a file.
struct SliceHead {
  std::string plan_sha256;
  SliceProcess process;
  int per_slice = 1;
  std::string host;  // the machine's name
  friend bool operator==(const SliceHead&, const SliceHead&) = default;
};
struct SliceEnd {
  std::string trial;
  int attempt = 1;     // of this process, from 1
  std::string folder;  // of the run in runs/; empty: there is no run
  TrialEnd end;
  long long line = 0;  // its "seq"
};

// A file as read so far, and its next line.
class SliceLog {
 public:
  // The text of the next line, without its LF.
  std::string line(const std::string& time, const SliceHead& head) const;
  std::string line(const std::string& time, const SliceEnd& end) const;
  // Adds the next line. Failure: it is malformed or does not follow; the log is then unchanged.
  Status take(std::string_view text);

  const std::optional<SliceHead>& head() const { return head_; }
  const std::vector<SliceEnd>& ends() const { return ends_; }

 private:
  HashChain chain_;
  std::optional<SliceHead> head_;
  std::vector<SliceEnd> ends_;
};
}  // namespace franz::proxy
