#include "proxy/log/run_folder_app.h"
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "proxy/log/load_run_app.h"
#include "proxy/log/run_claim_app.h"

namespace franz::proxy {
static constexpr std::size_t kQueued = 256UL << 20U;  // past it the recorder waits, not the relay
static constexpr std::size_t kKeptFailures = 64UL << 20U;

RunFolder::RunFolder(std::string path, Trouble trouble, Warning warning)
    : path_(std::move(path)),
      trouble_(std::move(trouble)),
      warning_(std::move(warning)),
      jobs_(kQueued) {
  thread_ = std::thread([this] { work(); });
}

RunFolder::~RunFolder() {
  jobs_.close();
  if (thread_.joinable()) thread_.join();
}

std::size_t RunFolder::size_of(const Job& job) {
  if (const auto* file = std::get_if<SaveFile>(&job)) return file->bytes->size() + 256;
  if (const auto* line = std::get_if<AppendLine>(&job)) return line->line.size() + 256;
  return 256;
}

void RunFolder::queue(Job job) {
  const std::size_t bytes = size_of(job);
  jobs_.push(std::move(job), bytes);
}

void RunFolder::save(SaveFile file) { queue(std::move(file)); }
void RunFolder::save_batch(SaveBatch batch) { queue(batch); }
void RunFolder::append(const std::string& name, std::string line) {
  queue(AppendLine{name, std::move(line)});
}
void RunFolder::finish_turns(int up_to) { queue(TurnsFinished{up_to}); }
void RunFolder::resume(int last) { queue(Resume{last}); }
void RunFolder::remove_runs(std::vector<std::string> folders) {
  queue(RemoveRuns{std::move(folders)});
}

Result<std::string> RunFolder::close() {
  sealing_ = true;
  jobs_.close();
  if (thread_.joinable()) thread_.join();
  return seal_;
}

void RunFolder::work() {
  while (std::optional<Job> job = jobs_.pop()) take(std::move(*job));
  retry();
  if (!sealing_) return;
  if (!failed_.empty()) {
    seal_ = Error{"not all files could be written"};
  } else if (about_.bytes) {  // else the run never began
    seal_ = seal();
  }
}

void RunFolder::take(Job job) {
  retry();
  if (failed_.empty()) {
    const Status done = perform(job);
    if (done.ok()) return;
    trouble_(done.error().message);
  }
  // Order matters (a log's lines, a picture before its record): later jobs wait behind failed ones.
  if (take_place_of_waiting(job)) return;
  failed_bytes_ += size_of(job);
  failed_.push_back(std::move(job));
  while (failed_bytes_ > kKeptFailures && give_up_oldest()) {
  }
}

static bool is_about(const SaveFile& file) { return file.name == "run.json"; }

// run.json is never given up: only its newest state waits.
bool RunFolder::take_place_of_waiting(const Job& job) {
  const auto* about = std::get_if<SaveFile>(&job);
  if (about == nullptr || !is_about(*about)) return false;
  for (Job& each : failed_) {
    auto* waiting = std::get_if<SaveFile>(&each);
    if (waiting == nullptr || !is_about(*waiting)) continue;
    failed_bytes_ -= size_of(each);
    *waiting = *about;
    failed_bytes_ += size_of(each);
    return true;
  }
  return false;
}

// Of the files and lines that wait for the disk the oldest is lost. False: there is none but the
// newest. The other jobs are small, and SHA256SUMS depends on them.
bool RunFolder::give_up_oldest() {
  const auto may_be_lost = [](const Job& job) {
    const auto* file = std::get_if<SaveFile>(&job);
    return file != nullptr ? !is_about(*file) : std::holds_alternative<AppendLine>(job);
  };
  const auto end = failed_.empty() ? failed_.end() : std::prev(failed_.end());
  const auto oldest = std::find_if(failed_.begin(), end, may_be_lost);
  if (oldest == end) return false;
  if (const auto* file = std::get_if<SaveFile>(&*oldest)) {
    last_lost_ = file->name;
    if (lost_files_++ == 0) first_lost_ = last_lost_;
  } else {
    ++lost_lines_;
  }
  failed_bytes_ -= size_of(*oldest);
  failed_.erase(oldest);
  return true;
}

std::string RunFolder::lost() const {
  if (lost_files_ + lost_lines_ == 0) return "";
  const std::string names = lost_files_ == 0 ? "" : " (" + first_lost_ + " to " + last_lost_ + ")";
  return "lost, because more than 64 MiB waited for the disk: files: " +
         std::to_string(lost_files_) + names + ", log lines: " + std::to_string(lost_lines_);
}

void RunFolder::retry() {
  if (failed_.empty()) return;
  while (!failed_.empty() && perform(failed_.front()).ok()) {
    failed_bytes_ -= size_of(failed_.front());
    failed_.pop_front();
  }
  if (!failed_.empty()) return;
  trouble_("");
  const std::string text = lost();
  if (!text.empty() && warning_ && warning_(text)) lost_files_ = lost_lines_ = 0;
}

Status RunFolder::perform(const Job& job) {
  Status done = write(job);
  if (done.ok()) return done;
  // The folder may be missing: not made yet, or removed while we ran.
  const auto* file = std::get_if<SaveFile>(&job);
  const std::string name = file != nullptr ? file->name : "";
  const std::size_t slash = name.rfind('/');
  const std::string folder =
      slash == std::string::npos ? path_ : join_path(path_, name.substr(0, slash));
  if (folder_exists(folder)) return done;
  const bool whole_run_is_gone = !folder_exists(path_);
  if (!make_folders(folder).ok()) return done;
  if (whole_run_is_gone && about_.bytes) {
    log_bytes_.clear();
    if (Status known = write_file(about_); !known.ok()) return known;
  }
  return write(job);
}

Status RunFolder::write(const Job& job) {
  if (const auto* file = std::get_if<SaveFile>(&job)) return write_file(*file);
  if (const auto* line = std::get_if<AppendLine>(&job)) return write_line(*line);
  if (const auto* batch = std::get_if<SaveBatch>(&job)) return write_batch(*batch);
  if (const auto* finished = std::get_if<TurnsFinished>(&job)) return finish(finished->turn);
  if (const auto* resumed = std::get_if<Resume>(&job)) return resume_sums(resumed->last);
  remove_now(std::get<RemoveRuns>(job).folders);
  return Done{};
}

// No failure: this run must not wait, unrecorded, for an old one that nobody can remove.
void RunFolder::remove_now(const std::vector<std::string>& folders) const {
  for (const std::string& folder : folders) {
    if (is_being_written(folder)) continue;  // resumed since it was chosen
    const Status removed = remove_folder(folder);
    if (!removed.ok() && warning_)
      warning_("[proxy] keep_runs: an old run could not be removed: " + removed.error().message);
  }
}

Status RunFolder::write_file(const SaveFile& file) {
  Status done = replace_file(join_path(path_, file.name), *file.bytes, Durability::buffered);
  if (!done.ok()) return done;
  if (file.name == "run.json") about_ = file;
  const std::optional<int> turn = turn_of_file(file.name);
  return turn ? written(*turn, {sha256_hex(*file.bytes), file.name}) : done;
}

Status RunFolder::write_batch(const SaveBatch& batch) {
  std::string array = "[";
  for (int turn = batch.first; turn <= batch.last; ++turn) {
    const Result<std::string> record = read_file(join_path(path_, record_file(turn)));
    if (!record.ok()) continue;  // a turn that was never recorded
    if (array.size() > 1) array += ",\n";
    array += record.value();
  }
  array += "]\n";
  const std::string name = batch_file(batch.first, batch.last);
  Status done = replace_file(join_path(path_, name), array, Durability::buffered);
  if (!done.ok()) return done;
  // A shorter one, left at a clean end before the run was resumed, is superseded.
  const std::string stem = name.substr(0, name.rfind('_') + 1);
  const Result<std::vector<std::string>> others = list_folder(path_);
  if (!others.ok()) return others.error();
  for (const std::string& other : others.value()) {
    if (!other.starts_with(stem) || other == name) continue;
    Status removed = remove_file(join_path(path_, other));
    if (!removed.ok()) return removed;
  }
  if (!is_full_batch(name)) return done;
  return written(batch.last, {sha256_hex(array), name});
}

Status RunFolder::write_line(const AppendLine& line) {
  const auto known = log_bytes_.find(line.name);
  std::uint64_t& bytes = known != log_bytes_.end() ? known->second : log_bytes_[line.name];
  if (known == log_bytes_.end()) bytes = file_size(join_path(path_, line.name));
  if (bytes > 0 && bytes + line.line.size() > kMaxLog) {
    if (Status rotated = rotate(line.name); !rotated.ok()) return rotated;
    bytes = 0;
  }
  Status done = append_file(join_path(path_, line.name), line.line + "\n");
  if (done.ok()) bytes += line.line.size() + 1;
  return done;
}

// proxy.log becomes proxy.log.1, and so on; the oldest goes.
Status RunFolder::rotate(const std::string& name) const {
  const std::string path = join_path(path_, name);
  for (int i = kOldLogs - 1; i >= 0; --i) {
    const std::string from = i == 0 ? path : path + "." + std::to_string(i);
    if (!file_exists(from)) continue;
    if (Status moved = rename_file(from, path + "." + std::to_string(i + 1)); !moved.ok())
      return moved;
  }
  return Done{};
}

// ---- SHA256SUMS

static Result<std::vector<Sum>> read_sums(const std::string& folder) {
  const std::string path = join_path(folder, kSumsFile);
  if (!file_exists(path)) return std::vector<Sum>{};
  const Result<std::string> text = read_file(path);
  if (!text.ok()) return text.error();
  Result<std::vector<Sum>> sums = parse_sums(text.value());
  if (!sums.ok()) return within(path, sums.error());
  return sums;
}

static Status replace_sums(const std::string& folder, const std::vector<Sum>& sums,
                           Durability durability) {
  std::string text;
  for (const Sum& sum : sums) text += to_line(sum);
  return replace_file(join_path(folder, kSumsFile), text, durability);
}

Status RunFolder::append_sums(const std::vector<Sum>& sums) const {
  std::string text;
  for (const Sum& sum : sums) text += to_line(sum);
  return text.empty() ? Status(Done{}) : append_file(join_path(path_, kSumsFile), text);
}

// A file of a turn is on the disk. Its line waits for the turn's end; that of a turn which is over
// already takes the place of an older one.
Status RunFolder::written(int turn, Sum sum) {
  if (turn > finished_) {
    open_[turn][sum.name] = std::move(sum.sha256);
    return Done{};
  }
  Result<std::vector<Sum>> sums = read_sums(path_);
  if (!sums.ok()) return sums.error();
  std::vector<Sum>& lines = sums.value();
  const auto same = std::find_if(lines.begin(), lines.end(),
                                 [&](const Sum& each) { return each.name == sum.name; });
  if (same == lines.end()) return append_sums({sum});
  *same = std::move(sum);
  return replace_sums(path_, lines, Durability::buffered);
}

Status RunFolder::finish(int up_to) {
  std::vector<Sum> sums;
  const auto end = open_.upper_bound(up_to);
  for (auto turn = open_.begin(); turn != end; ++turn)
    for (const auto& [name, sha256] : turn->second) sums.push_back({sha256, name});
  if (Status done = append_sums(sums); !done.ok()) return done;
  open_.erase(open_.begin(), end);
  finished_ = std::max(finished_, up_to);
  return Done{};
}

// All files, without what killed programs left in the middle of a write: that is removed.
static Result<std::vector<std::string>> list_whole_files(const std::string& root) {
  Result<std::vector<std::string>> found = list_run_files(root);
  if (!found.ok()) return found;
  std::vector<std::string> names = std::move(found).value();
  for (const std::string& name : names) {
    if (!is_leftover(name)) continue;
    if (Status removed = remove_file(join_path(root, name)); !removed.ok()) return removed.error();
  }
  std::erase_if(names, [](const std::string& name) { return is_leftover(name); });
  return names;
}

static Result<Sum> sum_of(const std::string& root, const std::string& name) {
  const Result<std::string> bytes = read_file(join_path(root, name));
  if (!bytes.ok()) return bytes.error();
  return Sum{sha256_hex(bytes.value()), name};
}

static std::set<std::string> names_of(const std::vector<Sum>& sums) {
  std::set<std::string> names;
  for (const Sum& sum : sums) names.insert(sum.name);
  return names;
}

Status RunFolder::resume_sums(int last) {
  const Result<std::vector<std::string>> files = list_whole_files(path_);
  if (!files.ok()) return files.error();
  Result<std::vector<Sum>> read = read_sums(path_);
  if (!read.ok()) return read.error();
  std::vector<Sum> sums = std::move(read).value();
  // State, canvas, logs, run.json and a partial batch are written on.
  std::erase_if(sums,
                [](const Sum& sum) { return !turn_of_file(sum.name) && !is_full_batch(sum.name); });
  const std::set<std::string> listed = names_of(sums);
  open_.clear();
  finished_ = listed.contains(record_file(last)) ? last : last - 1;
  for (const std::string& name : files.value()) {
    const std::optional<int> turn = turn_of_file(name);
    if (listed.contains(name) || (!turn && !is_full_batch(name))) continue;
    Result<Sum> sum = sum_of(path_, name);
    if (!sum.ok()) return sum.error();
    if (turn && *turn > finished_) {
      open_[*turn][name] = sum.value().sha256;
    } else {
      sums.push_back(std::move(sum).value());
    }
  }
  return replace_sums(path_, sums, Durability::buffered);
}

Result<std::string> RunFolder::seal() {
  const Result<std::vector<std::string>> files = list_whole_files(path_);
  if (!files.ok()) return files.error();
  Result<std::vector<Sum>> read = read_sums(path_);
  if (!read.ok()) return read.error();
  std::vector<Sum> sums = std::move(read).value();
  for (const auto& [turn, digests] : open_)
    for (const auto& [name, sha256] : digests) sums.push_back({sha256, name});
  const std::set<std::string> listed = names_of(sums);
  for (const std::string& name : files.value()) {
    if (listed.contains(name)) continue;
    Result<Sum> sum = sum_of(path_, name);
    if (!sum.ok()) return sum.error();
    sums.push_back(std::move(sum).value());
  }
  if (Status done = replace_sums(path_, sums, Durability::synced); !done.ok()) return done.error();
  const Result<Sum> sealed = sum_of(path_, kSumsFile);
  if (!sealed.ok()) return sealed.error();
  return sealed.value().sha256;
}
}  // namespace franz::proxy
