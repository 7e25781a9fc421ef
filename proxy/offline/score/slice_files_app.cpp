#include "proxy/offline/score/slice_files_app.h"
#include <algorithm>
#include <utility>
#include "common/os/files.h"
#include "common/run/run_dir_app.h"
#include "proxy/offline/score/trial_end_app.h"

namespace franz::proxy {
static void read_lines(std::string_view text, ReadSlice& read) {
  std::string_view left = text.substr(std::min<std::size_t>(read.bytes, text.size()));
  for (std::size_t end = left.find('\n'); end != std::string_view::npos; end = left.find('\n')) {
    const Status taken = read.log.take(left.substr(0, end));
    if (!taken.ok()) {
      read.problem = taken.error().message;
      return;
    }
    read.bytes += end + 1;
    left.remove_prefix(end + 1);
  }
}

Status read_slices(const Folder& bundle, int slice, ReadSlices& slices) {
  const Result<std::vector<FolderEntry>> entries = bundle.list(kSliceFolder);
  if (!entries.ok())
    return entries.error().code == ErrorCode::missing ? Status(Done{}) : entries.error();
  std::uint64_t bytes = 0;  // of all files
  for (const FolderEntry& entry : entries.value()) {
    const auto process = read_slice_file(entry.name);
    if (!process || (slice >= 0 && process->slice != slice)) continue;
    ReadSlice& read = slices[*process];
    const std::string name = slice_file(*process);
    const auto stamp = bundle.stamp(name);
    bytes += stamp ? stamp->bytes : 0;
    if (bytes > kMaxSlices)
      return Error{std::string(kSliceFolder) + "/: its files are larger than " +
                   std::to_string(kMaxSlices >> 20U) + " MiB"};
    if (!read.problem.empty() || !stamp || stamp->bytes == read.bytes) continue;
    const Result<std::string> text = bundle.read(name, kMaxSlices);
    if (text.ok()) read_lines(text.value(), read);
  }
  return Done{};
}

Status Collector::collect() {
  if (const Status read = read_slices(file_.bundle(), -1, slices_); !read.ok()) return read;
  for (const auto& [process, slice] : slices_) {
    const std::string name = slice_file(process);
    if (!slice.problem.empty()) warn(name + ": " + slice.problem);
    if (!slice.log.head()) continue;
    if (!slice.belongs_to(process, file_.ledger().plan_sha256())) {
      warn(name + ": it is of another process or plan");
      continue;
    }
    std::size_t& taken = taken_[process];
    for (; taken < slice.log.ends().size(); ++taken)
      if (const Status done = take(process, slice.log.ends()[taken]); !done.ok()) return done;
  }
  return Done{};
}

void Collector::warn(const std::string& problem) {
  if (warned_.insert(problem).second) warn_(problem);
}

Status check_slice_end(const Folder& bundle, const SliceEnd& end) {
  if (end.folder.empty()) {
    if (end.end.outcome == TrialOutcome::measured || !end.end.run_seal.empty())
      return Error{"a result without a run"};
    return Done{};
  }
  const std::string path = join_path(join_path(bundle.path(), kBundleRuns), end.folder);
  const Result<RunDir> run = RunDir::open(path);
  if (!run.ok()) return run.error();
  if (to_json(read_trial_end(run.value())) != to_json(end.end))
    return Error{end.folder + ": its run has another result"};
  return Done{};
}

Status Collector::take(const SliceProcess& process, const SliceEnd& end) {
  const SlicePlace place{slice_file(process), end.line};
  const Ledger& ledger = file_.ledger();
  const auto found = ledger.trials().find(end.trial);
  if (ledger.has(place)) return Done{};
  Status valid = check_slice_end(file_.bundle(), end);
  if (found == ledger.trials().end()) valid = Error{end.trial + ": not in the plan"};
  if (!valid.ok()) {
    warn(place.file + ": line " + std::to_string(place.line) + ": " + valid.error().message);
    return Done{};
  }
  const TrialState& state = found->second;
  // A folder is named by the ledger even if there is no run.
  const std::string folder =
      end.folder.empty() ? slice_run_folder(process, end.trial, end.attempt) : end.folder;
  if (state.counts() && ledger.ended()) return Done{};
  if (state.counts()) return file_.add(SupersededLine{end.trial, place, folder, end.end.run_seal});
  if (state.running)
    if (const Status resumed = file_.add(ResumedLine{}); !resumed.ok()) return resumed;
  const int attempt = state.tries + 1;
  if (const Status begun = file_.add(StartedLine{end.trial, attempt, place, folder}); !begun.ok())
    return begun;
  if (const Status ended = file_.add(EndedLine{end.trial, attempt, end.end}); !ended.ok())
    return ended;
  report_(end.trial, attempt, end.end);
  return Done{};
}
}  // namespace franz::proxy
