#include "proxy/dashboard/run_library_app.h"
#include <algorithm>
#include <utility>
#include "common/base/path_parts.h"
#include "common/os/files.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/start_run_app.h"

namespace franz::proxy {
static constexpr std::size_t kKeptRuns = 4;  // loaded runs, in addition to watched ones
static constexpr int kFirstLines = 30;
static constexpr std::size_t kMostEntries = 100'000;  // of a run folder; ours have about 3100

RunLibrary::RunLibrary(std::string runs_folder, std::string own,
                       std::shared_ptr<RecordedRun> replayed)
    : runs_folder_(std::move(runs_folder)), own_folder_(std::move(own)) {
  find_runs();
  if (!own_folder_.empty()) own_id_ = id_of(own_folder_);
  if (!replayed) return;
  loaded_[own_id_].run = std::move(replayed);
  pin(own_id_);
}

int RunLibrary::id_of(const std::string& folder) {
  const auto [at, fresh] = ids_.emplace(folder, static_cast<int>(ids_.size()) + 1);
  if (fresh) folders_[at->second] = folder;
  return at->second;
}

// Names start with the time, so the list is in the order of the runs' starts.
void RunLibrary::find_runs() {
  const Result<std::vector<std::string>> names = list_folder(runs_folder_);
  if (!names.ok()) return;  // the own run and those found earlier are still shown
  for (const std::string& name : names.value()) {
    const std::string path = join_path(runs_folder_, name);
    const Result<Folder> folder = Folder::open(path);
    if (!folder.ok()) continue;
    if (folder.value().kind(kRunLog) || folder.value().kind(kOldRunFile)) id_of(path);
  }
}

bool RunLibrary::is_own(int run) { return run == 0 || run == own_id_; }

RecordedRun* RunLibrary::open(int run, const std::function<bool()>& wanted) {
  if (run == 0) run = own_id_;
  if (!folders_.contains(run)) find_runs();
  const auto folder = folders_.find(run);
  if (folder == folders_.end()) return nullptr;
  Loaded& loaded = loaded_[run];
  if (!loaded.run) loaded.run = std::make_shared<RecordedRun>(folder->second);
  loaded.used = ++calls_;
  for (std::string& event : loaded.run->refresh(wanted))
    events_.emplace_back(run, std::move(event));
  if (!folder_exists(folder->second)) {
    if (loaded.pins == 0) loaded_.erase(run);
    return nullptr;
  }
  drop_unused();
  return loaded_[run].run.get();
}

std::string RunLibrary::folder_of(int run) {
  if (!folders_.contains(run)) find_runs();
  const auto folder = folders_.find(run);
  return folder == folders_.end() ? "" : folder->second;
}

void RunLibrary::drop_unused() {
  for (;;) {
    auto oldest = loaded_.end();
    std::size_t unpinned = 0;
    for (auto each = loaded_.begin(); each != loaded_.end(); ++each) {
      if (each->second.pins > 0) continue;
      ++unpinned;
      if (oldest == loaded_.end() || each->second.used < oldest->second.used) oldest = each;
    }
    if (unpinned <= kKeptRuns) return;
    loaded_.erase(oldest);
  }
}

void RunLibrary::pin(int run) { ++loaded_[run].pins; }

void RunLibrary::unpin(int run) {
  const auto found = loaded_.find(run);
  if (found == loaded_.end() || --found->second.pins > 0) return;
  drop_unused();
}

void RunLibrary::follow(const std::function<bool()>& wanted) {
  for (auto& [id, loaded] : loaded_) {
    if (loaded.pins == 0 || !loaded.run) continue;
    for (std::string& event : loaded.run->refresh(wanted)) events_.emplace_back(id, event);
  }
}

std::vector<std::pair<int, std::string>> RunLibrary::take_events() {
  return std::exchange(events_, {});
}

// A missing file counts 0 bytes.
static std::uint64_t size_of_file(const RunDir& dir, const std::string& name) {
  const std::optional<FileStamp> stamp = dir.folder().stamp(name);
  return stamp ? stamp->bytes : 0;
}

// The batch files, and files in the run folder that are no evidence, whose size no log line
// contains.
static std::uint64_t size_of_working_files(const RunDir& dir, int last_turn) {
  std::uint64_t bytes = 0;
  const auto found = dir.folder().list("", [left = kMostEntries]() mutable { return left-- > 0; });
  for (const FolderEntry& entry : found.ok() ? found.value() : std::vector<FolderEntry>()) {
    const RunFilePlace::Kind kind = place_of(entry.name).kind;
    if (is_evidence(kind) || kind == RunFilePlace::Kind::log || kind == RunFilePlace::Kind::batch)
      continue;
    if (entry.kind == EntryKind::file) bytes += size_of_file(dir, entry.name);
  }
  for (int first = 1; first <= last_turn; first += kBatchTurns)
    bytes += size_of_file(dir, batch_file(first, std::min(first + kBatchTurns - 1, last_turn)));
  return bytes;
}

// Continues reading at the end of the last call.
void RunLibrary::read(int id, Tallied& tallied, const std::function<bool()>& go_on) {
  const Result<RunDir> dir = RunDir::open(folders_[id]);
  tallied.complete = true;
  if (!dir.ok()) return;
  const Status read = tallied.reader.read(dir.value(), [&](const ReadRunLine& line) {
    tallied.tally.take(line.line, line.text.size() + 1);
    return tallied.complete = go_on();
  });
  tallied.problem.clear();
  if (!read.ok()) {
    const bool old = read.error().code == ErrorCode::other_version;
    tallied.problem = dir.value().problem_of(old ? kOldRunFile : kRunLog, read.error());
  }
  if (tallied.complete)
    tallied.working = size_of_working_files(dir.value(), tallied.tally.summary().last_turn);
}

std::vector<int> RunLibrary::newest_first() const {
  std::map<std::string, int> by_name;
  for (const auto& [folder, id] : ids_)
    if (folder_exists(folder)) by_name[last_part(folder) + "/" + folder] = id;
  std::vector<int> ids;
  for (auto each = by_name.rbegin(); each != by_name.rend(); ++each) ids.push_back(each->second);
  return ids;
}

RunSummary RunLibrary::summary_of(int id) const {
  const Tallied& tallied = tallied_.at(id);
  RunSummary summary = tallied.tally.summary();
  summary.bytes += tallied.working;
  summary.complete = tallied.complete;
  summary.problem = tallied.problem;
  const bool is_live = live_ && id == own_id_;
  if (is_live) {
    summary.turns = live_->turns;
    summary.last_turn = live_->last_turn;
    summary.last = live_->last;
    summary.verdict = live_->verdict;
    summary.finish = live_->finish;
  }
  const std::string& path = folders_.at(id);
  const Result<Folder> folder = Folder::open(path);
  summary.writing = is_live ? live_->writing : folder.ok() && is_being_written(folder.value());
  summary.id = id;
  summary.name = last_part(path);
  summary.current = id == own_id_;
  if (summary.current && summary.problem.empty()) summary.problem = labels_problem_;
  if (const auto found = labels_.find(summary.name); found != labels_.end())
    summary.label = found->second;
  return summary;
}

Status RunLibrary::label(int run, const RunLabel& label) {
  const auto folder = folders_.find(run);
  if (folder == folders_.end())
    return Error{"there is no run " + std::to_string(run), ErrorCode::missing};
  Result<RunLabels> labels = load_labels(runs_folder_);
  if (!labels.ok()) return labels.error();
  labels.value()[last_part(folder->second)] = label;
  return replace_file(join_path(runs_folder_, kLabelsFile), to_json(labels.value()) + "\n",
                      Durability::synced);
}

std::string RunLibrary::list(const std::optional<RunSummary>& live,
                             const std::function<bool()>& go_on) {
  find_runs();
  live_ = live;
  Result<RunLabels> labels = load_labels(runs_folder_);
  labels_problem_ = labels.ok() ? "" : labels.error().message;
  labels_ = labels.ok() ? std::move(labels).value() : RunLabels();
  const std::vector<int> ids = newest_first();
  // The start of each log is read before the rest of long ones and before new lines of others.
  for (const int id : ids) {
    Tallied& tallied = tallied_[id];  // a new entry is not complete
    int left = kFirstLines;
    if (!tallied.complete && go_on()) read(id, tallied, [&] { return --left > 0 && go_on(); });
  }
  for (const int id : ids)
    if (go_on()) read(id, tallied_[id], go_on);
  std::string json = "[";
  for (auto each = ids.rbegin(); each != ids.rend(); ++each)
    json += (json.size() > 1 ? "," : "") + to_json(summary_of(*each));
  return json + "]";
}

bool RunLibrary::read_on(const std::function<bool()>& go_on) {
  for (const int id : newest_first()) {
    Tallied& tallied = tallied_[id];
    if (tallied.complete) continue;
    if (!go_on()) return false;
    read(id, tallied, go_on);
    if (!tallied.complete) return false;
  }
  return true;
}
}  // namespace franz::proxy
