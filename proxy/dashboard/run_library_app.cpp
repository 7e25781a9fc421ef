#include "proxy/dashboard/run_library_app.h"
#include <algorithm>
#include <utility>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/wire/raw_json.h"
#include "proxy/log/run_claim_app.h"

namespace franz::proxy {
static constexpr std::size_t kKeptRuns = 4;    // loaded, beside those that are watched
static constexpr std::int64_t kListMs = 1500;  // for reading records in one list
static constexpr std::size_t kMaxRecord = 4 * kMaxMessage;

static std::string last_part(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

RunLibrary::RunLibrary(std::string runs_folder, std::string own,
                       std::shared_ptr<RecordedRun> replayed)
    : runs_folder_(std::move(runs_folder)), own_folder_(std::move(own)) {
  find_runs();
  own_id_ = id_of(own_folder_);
  if (!replayed) return;
  loaded_[own_id_].run = std::move(replayed);
  pin(own_id_);
}

int RunLibrary::id_of(const std::string& folder) {
  const auto [at, fresh] = ids_.emplace(folder, static_cast<int>(ids_.size()) + 1);
  if (fresh) folders_[at->second] = folder;
  return at->second;
}

// Names begin with their time: the list is in the order of the runs' beginnings.
void RunLibrary::find_runs() {
  const Result<std::vector<std::string>> names = list_folder(runs_folder_);
  if (!names.ok()) return;  // its own run is shown all the same, and those found before
  for (const std::string& name : names.value()) {
    const std::string folder = join_path(runs_folder_, name);
    if (file_exists(join_path(folder, "run.json"))) id_of(folder);
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

// Brings a run's sums up to date. Records that were counted are not read again.
void RunLibrary::count(const std::string& folder, Counted& counted, bool records,
                       const std::function<bool()>& go_on) {
  RunSummary& summary = counted.summary;
  const std::string about = join_path(folder, "run.json");
  const std::optional<FileStamp> about_stamp = file_stamp(about), stamp = file_stamp(folder);
  if (about_stamp != counted.about) {
    counted.about = about_stamp;
    summary.problem.clear();
    const Result<std::string> text = read_file(about, kMaxMessage);
    const Result<RunFile> run =
        text.ok() ? parse_run_file(text.value()) : Result<RunFile>(text.error());
    if (run.ok()) {
      summary.run = run.value().run;
      summary.started = run.value().started;
      summary.profile = run.value().profile;
    } else {
      summary.problem = "run.json: " + run.error().message;
    }
  }
  if (stamp == counted.measured && summary.complete) return;
  counted.measured = stamp;
  summary.bytes = bytes_below(folder);
  summary.complete = true;
  std::vector<int> turns;
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) {  // counted again at the next look
    counted.measured.reset();
    summary.complete = false;
    return;
  }
  for (const std::string& name : names.value()) {
    if (const std::optional<int> turn = turn_of_record_file(name)) {
      if (*turn > counted.counted_to) turns.push_back(*turn);
    } else if (name.ends_with(".png") && name.starts_with("turn_")) {
      const auto picture = turn_of_record_file(name.substr(0, name.size() - 4) + ".json");
      if (picture) summary.thumbnail = std::max(summary.thumbnail, *picture);
    }
  }
  if (!records) return;
  std::sort(turns.begin(), turns.end());
  for (const int turn : turns) {
    if (!go_on()) {
      summary.complete = false;
      return;
    }
    counted.counted_to = turn;
    const Result<std::string> text = read_file(join_path(folder, record_file(turn)), kMaxRecord);
    const Result<TurnRecord> record =
        text.ok() ? parse_turn_record(text.value()) : Result<TurnRecord>(text.error());
    if (record.ok()) {
      add_turn(summary, row_of(record.value()));
    } else {
      summary.problem = record_file(turn) + ": " + record.error().message;
    }
  }
}

std::string RunLibrary::list(const std::optional<RunSummary>& live,
                             const std::function<bool()>& wanted) {
  find_runs();
  const std::int64_t end_ms = steady_time_ms() + kListMs;
  const auto go_on = [&] { return wanted() && steady_time_ms() < end_ms; };
  std::map<std::string, int> by_name;  // of those that are still there
  for (const auto& [folder, id] : ids_)
    if (folder_exists(folder)) by_name[last_part(folder) + "/" + folder] = id;
  // The newest first: what there is no time for is what is asked for least.
  for (auto each = by_name.rbegin(); each != by_name.rend(); ++each) {
    const int id = each->second;
    const bool is_live = live && id == own_id_;
    Counted& counted = counted_[id];
    count(folders_[id], counted, !is_live, go_on);
    if (!is_live) continue;
    RunSummary& summary = counted.summary;
    summary.turns = live->turns;
    summary.last_turn = live->last_turn;
    summary.last = live->last;
    summary.verdict = live->verdict;
  }
  std::string json = "[";
  for (const auto& [name, id] : by_name) {
    RunSummary summary = counted_[id].summary;
    summary.id = id;
    summary.name = last_part(folders_[id]);
    summary.current = id == own_id_;
    summary.writing = (live && summary.current) || is_being_written(folders_[id]);
    json += (json.size() > 1 ? "," : "") + to_json(summary);
  }
  return json + "]";
}
}  // namespace franz::proxy
