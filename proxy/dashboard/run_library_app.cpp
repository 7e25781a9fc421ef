#include "proxy/dashboard/run_library_app.h"
#include <algorithm>
#include <utility>
#include "common/base/path_parts.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"

namespace franz::proxy {
static constexpr std::size_t kKeptRuns = 4;    // loaded, beside those that are watched
static constexpr std::int64_t kListMs = 1500;  // for looking at files in one list
// A week of turns, four files each, has 600,000. Some 100 bytes of memory are taken for each.
static constexpr std::size_t kMostEntries = 1'000'000;

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
    const std::string path = join_path(runs_folder_, name);
    const Result<Folder> folder = Folder::open(path);
    if (folder.ok() && folder.value().kind(kRunFile)) id_of(path);
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

// The sizes of its files; those that vanish meanwhile do not count. False: there was no time for
// all.
bool RunLibrary::sum_bytes(const RunDir& dir, const std::vector<std::string>& files,
                           Counted& counted, const std::function<bool()>& go_on) {
  for (; counted.summed < files.size(); ++counted.summed) {
    if (!go_on()) return false;
    const std::optional<FileStamp> stamp = dir.folder().stamp(files[counted.summed]);
    if (stamp) counted.bytes += stamp->bytes;
  }
  counted.summary.bytes = counted.bytes;
  return true;
}

// Nothing: it cannot be listed, or has too many files, which is a problem and done with.
std::optional<RunListing> RunLibrary::list_files(const RunDir& dir, Counted& counted) {
  std::size_t entries = 0;
  RunListing listing = dir.files([&entries] { return ++entries <= kMostEntries; });
  if (!listing.whole) {
    counted.summary.complete = true;
    counted.summary.problem = "has more than " + std::to_string(kMostEntries) + " files";
    return std::nullopt;
  }
  if (!listing.problems.empty() && listing.problems.front().name.empty()) {  // nothing is listed
    counted.measured.reset();
    return std::nullopt;
  }
  return listing;
}

void RunLibrary::count_live(const RunDir& dir, Counted& counted, int last_turn,
                            const std::function<bool()>& go_on) {
  RunSummary& summary = counted.summary;
  if (!counted.live.has_begun()) {
    summary.complete = false;
    if (!go_on()) return;
    std::optional<RunListing> listing = list_files(dir, counted);
    if (!listing) return;
    counted.live.begin(std::move(listing->files), last_turn);
  }
  summary.complete = counted.live.look(dir, last_turn, go_on);
  if (!summary.complete) return;
  summary.bytes = counted.live.bytes();
  summary.thumbnail = counted.live.last_picture();
}

// Brings a run's sums up to date. Records that were counted are not read again. `live`: our own
// run, of which no record is read.
void RunLibrary::count(const RunDir& dir, Counted& counted, const std::optional<RunSummary>& live,
                       const std::function<bool()>& go_on) {
  RunSummary& summary = counted.summary;
  const std::optional<FileStamp> about = dir.folder().stamp(kRunFile),
                                 stamp = dir.folder().stamp("");
  if (!about || about != counted.about) {
    counted.about = about;
    summary.problem.clear();
    const Result<std::string> text = dir.read(kRunFile);
    const Result<RunFile> run =
        text.ok() ? parse_run_file(text.value()) : Result<RunFile>(text.error());
    if (run.ok()) {
      summary.run = run.value().run;
      summary.started = run.value().started;
      summary.profile = run.value().profile;
    } else {
      summary.problem = dir.problem_of(kRunFile, run.error());
    }
  }
  if (live && live->writing) return count_live(dir, counted, live->last_turn, go_on);
  if (counted.live.has_begun()) {  // it is over: everything is looked at again
    counted.live = {};
    counted.measured.reset();
  }
  if (stamp == counted.measured && summary.complete) return;
  summary.complete = false;  // counted again at the next look
  if (!go_on()) return;
  const std::optional<RunListing> listing = list_files(dir, counted);
  if (!listing) {
    if (summary.complete) counted.measured = stamp;
    return;
  }
  if (stamp != counted.measured) counted.summed = counted.bytes = 0;
  counted.measured = stamp;
  std::vector<int> turns;
  const auto look_at = [&](const std::string& name, bool is_file) {
    const RunFilePlace place = place_of(name);
    if (place.kind == RunFilePlace::Kind::record && place.turn > counted.counted_to)
      turns.push_back(place.turn);
    if (place.kind == RunFilePlace::Kind::picture && is_file)
      summary.thumbnail = std::max(summary.thumbnail, place.turn);
  };
  for (const std::string& name : listing->files) look_at(name, true);
  for (const RunFolderProblem& problem : listing->problems) look_at(problem.name, false);
  const bool summed = sum_bytes(dir, listing->files, counted, go_on);
  summary.complete = summed;
  if (live) return;
  std::sort(turns.begin(), turns.end());
  for (const int turn : turns) {
    if (!go_on()) {
      summary.complete = false;
      return;
    }
    counted.counted_to = turn;
    const Result<std::string> text = dir.read(record_file(turn));
    const Result<TurnRecord> record =
        text.ok() ? parse_turn_record(text.value()) : Result<TurnRecord>(text.error());
    if (record.ok()) {
      add_turn(summary, row_of(record.value()));
    } else {
      summary.problem = dir.problem_of(record_file(turn), record.error());
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
    RunSummary& summary = counted.summary;
    summary.writing = is_live;
    if (const Result<RunDir> dir = RunDir::open(folders_[id]); dir.ok()) {
      count(dir.value(), counted, is_live ? live : std::nullopt, go_on);
      summary.writing = is_live || is_being_written(dir.value().folder());
    }
    if (!is_live) continue;
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
    json += (json.size() > 1 ? "," : "") + to_json(summary);
  }
  return json + "]";
}
}  // namespace franz::proxy
