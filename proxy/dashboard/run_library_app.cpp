#include "proxy/dashboard/run_library_app.h"
#include <algorithm>
#include <utility>
#include "common/base/path_parts.h"
#include "common/os/files.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_dir_app.h"

namespace franz::proxy {
static constexpr std::size_t kKeptRuns = 4;  // loaded, beside those that are watched
// In a run folder itself; ours have some 3100. Some 100 bytes of memory are taken for each.
static constexpr std::size_t kMostEntries = 100'000;
static constexpr int kPicturesTried = 30;  // back from the last turn; not each turn has one

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

void RunLibrary::read_about(const RunDir& dir, Counted& counted) {
  const std::optional<FileStamp> about = dir.folder().stamp(kRunFile);
  if (about && about == counted.about) return;
  counted.about = about;
  RunSummary& summary = counted.summary;
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

// What there is: three folders, and the last record. Failure: what keeps it from being looked
// through.
Status RunLibrary::list_files(const RunDir& dir, Counted& counted) {
  std::size_t entries = 0;
  const auto go_on = [&entries] { return ++entries <= kMostEntries; };
  const Result<std::vector<FolderEntry>> found = dir.folder().list("", go_on);
  const Result<int> last = found.ok() ? dir.last_recorded_turn(go_on) : found.error();
  if (!last.ok() && last.error().code == ErrorCode::too_large)
    return Error{"has more than " + std::to_string(kMostEntries) + " files"};
  if (!last.ok()) return Error{"cannot be listed"};
  std::vector<std::string> names;
  for (const FolderEntry& entry : found.value())
    if (entry.kind == EntryKind::file) names.push_back(entry.name);
  counted.size.set_files(names);
  counted.last_there = last.value();
  const Result<std::string> text = dir.read(record_file(counted.last_there));
  const Result<TurnRecord> record =
      text.ok() ? parse_turn_record(text.value()) : Result<TurnRecord>(text.error());
  if (!record.ok()) return Done{};  // it is told when the turns are counted
  counted.summary.last_turn = counted.last_there;
  counted.summary.last = record.value().time;
  return Done{};
}

void RunLibrary::find_picture(const RunDir& dir, RunSummary& summary) {
  const int last = summary.last_turn;
  for (int turn = last; turn > std::max(summary.thumbnail, last - kPicturesTried); --turn)
    if (dir.folder().has_file(picture_file(turn))) summary.thumbnail = turn;
}

// Brings up to date what costs little, however long the run is.
void RunLibrary::look_up(int id) {
  Counted& counted = counted_[id];
  RunSummary& summary = counted.summary;
  const bool is_live = live_ && id == own_id_;
  summary.writing = is_live;
  const Result<RunDir> dir = RunDir::open(folders_[id]);
  if (!dir.ok()) {
    summary.complete = true;
    return;
  }
  summary.writing = is_live || is_being_written(dir.value().folder());
  read_about(dir.value(), counted);
  // Before they are listed: what comes meanwhile is seen the next time.
  const RunDir::RecordStamps stamps = dir.value().record_stamps(counted.last_there);
  if (counted.listed != stamps) {
    const Status listed = list_files(dir.value(), counted);
    counted.listed = stamps;
    if (!listed.ok()) summary.problem = listed.error().message;
    summary.complete = !listed.ok();
  }
  if (is_live) {
    summary.turns = live_->turns;
    summary.last_turn = live_->last_turn;
    summary.last = live_->last;
    summary.verdict = live_->verdict;
    summary.complete = false;
  }
  find_picture(dir.value(), summary);
}

// False: there was no time for all.
bool RunLibrary::count_turns(const RunDir& dir, bool is_live, Counted& counted,
                             const std::function<bool()>& go_on) {
  RunSummary& summary = counted.summary;
  const Result<std::vector<int>> thousands =
      dir.thousands([entries = std::size_t{0}]() mutable { return ++entries <= kMostEntries; });
  if (!thousands.ok()) return true;  // list_files() said so
  // Each record is read once; what our own run has recorded is told.
  int turn = is_live ? counted.last_there + 1 : next_turn(thousands.value(), counted.counted_to);
  for (; turn <= counted.last_there; turn = next_turn(thousands.value(), turn)) {
    if (!go_on()) return false;
    counted.counted_to = turn;
    const Result<std::string> text = dir.read(record_file(turn));
    if (!text.ok() && text.error().code == ErrorCode::missing) continue;
    const Result<TurnRecord> record =
        text.ok() ? parse_turn_record(text.value()) : Result<TurnRecord>(text.error());
    if (record.ok()) {
      add_turn(summary, row_of(record.value()));
    } else {
      summary.problem = dir.problem_of(record_file(turn), record.error());
    }
  }
  const int last = is_live ? summary.last_turn : counted.last_there;
  const bool whole = counted.size.look(dir, thousands.value(), last, go_on);
  summary.bytes = counted.size.bytes();
  summary.thumbnail = std::max(summary.thumbnail, counted.size.last_picture());
  return whole;
}

void RunLibrary::count(int id, const std::function<bool()>& go_on) {
  Counted& counted = counted_[id];
  if (counted.summary.complete) return;
  const Result<RunDir> dir = RunDir::open(folders_[id]);
  counted.summary.complete =
      !dir.ok() || count_turns(dir.value(), live_ && id == own_id_, counted, go_on);
}

std::vector<int> RunLibrary::newest_first() const {
  std::map<std::string, int> by_name;
  for (const auto& [folder, id] : ids_)
    if (folder_exists(folder)) by_name[last_part(folder) + "/" + folder] = id;
  std::vector<int> ids;
  for (auto each = by_name.rbegin(); each != by_name.rend(); ++each) ids.push_back(each->second);
  return ids;
}

std::string RunLibrary::list(const std::optional<RunSummary>& live,
                             const std::function<bool()>& go_on) {
  find_runs();
  live_ = live;
  // What there is no time for is what is asked for least.
  const std::vector<int> ids = newest_first();
  for (const int id : ids) {
    if (go_on()) {
      look_up(id);
    } else if (!counted_[id].listed) {
      counted_[id].summary.complete = false;
    }
  }
  for (const int id : ids) count(id, go_on);
  std::string json = "[";
  for (auto each = ids.rbegin(); each != ids.rend(); ++each) {
    RunSummary summary = counted_[*each].summary;
    summary.id = *each;
    summary.name = last_part(folders_[*each]);
    summary.current = *each == own_id_;
    json += (json.size() > 1 ? "," : "") + to_json(summary);
  }
  return json + "]";
}

bool RunLibrary::count_on(const std::function<bool()>& go_on) {
  for (const int id : newest_first()) {
    if (counted_[id].summary.complete) continue;
    if (!go_on()) return false;
    if (!counted_[id].listed) look_up(id);
    count(id, go_on);
    if (!counted_[id].summary.complete) return false;
  }
  return true;
}
}  // namespace franz::proxy
