#include "proxy/log/run_folder_app.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/os/files.h"

namespace franz::proxy {
static constexpr std::size_t kQueued = 256UL << 20U;  // past it the recorder waits, not the relay
static constexpr std::size_t kKeptFailures = 64UL << 20U;
static constexpr int kRepliesKept = 2;  // the last turn's, and one more for a turn begun twice

// The highest attempt per turn among the files of exchange/: "0007-2.request".
static void count_attempts(const std::string& folder, std::map<int, int>& attempts) {
  const std::string exchanges = join_path(folder, "exchange");
  for (const std::string& thousand : list_folder(exchanges)) {
    for (const std::string& name : list_folder(join_path(exchanges, thousand))) {
      int turn = 0, attempt = 0;
      const char* const end = name.data() + name.size();
      const auto first = std::from_chars(name.data(), end, turn);
      if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') continue;
      const auto second = std::from_chars(first.ptr + 1, end, attempt);
      if (second.ec != std::errc() || second.ptr == end || *second.ptr != '.') continue;
      int& highest = attempts[turn];
      highest = std::max(highest, attempt);
    }
  }
}

Result<LoadedRun> load_run(const std::string& folder) {
  const Result<std::string> text = read_file(join_path(folder, "run.json"), kMaxMessage);
  if (!text.ok()) return text.error();
  Result<RunFile> run = parse_run_file(text.value());
  if (!run.ok()) return within(join_path(folder, "run.json"), run.error());
  LoadedRun loaded;
  loaded.run = std::move(run).value();
  count_attempts(folder, loaded.known.attempts);
  for (const std::string& name : list_folder(folder)) {
    const std::optional<int> turn = turn_of_record_file(name);
    if (!turn) continue;
    const Result<std::string> record = read_file(join_path(folder, name), 4 * kMaxMessage);
    Result<TurnRecord> read =
        record.ok() ? parse_turn_record(record.value()) : Result<TurnRecord>(record.error());
    if (read.ok() && read.value().turn != *turn) read = Error{"/turn: not the file's"};
    if (!read.ok()) {
      loaded.problems.push_back(name + ": " + read.error().message);
      continue;
    }
    const TurnRecord& known = read.value();
    int& highest = loaded.known.attempts[*turn];
    highest = std::max(highest, known.attempt);
    loaded.known.last = std::max(loaded.known.last, *turn);
    if (known.response->text != "null") loaded.known.replies[*turn] = known.response->text;
    while (loaded.known.replies.size() > kRepliesKept)
      loaded.known.replies.erase(loaded.known.replies.begin());
    loaded.rows.push_back(row_of(known));
  }
  return loaded;
}

Result<std::string> find_run(const std::string& runs_folder, const std::string& name) {
  const auto is_run = [](const std::string& folder) {
    return file_exists(join_path(folder, "run.json"));
  };
  if (name == "latest") {
    std::vector<std::string> names = list_folder(runs_folder);
    for (auto each = names.rbegin(); each != names.rend(); ++each)
      if (each->starts_with("run_") && is_run(join_path(runs_folder, *each)))
        return join_path(runs_folder, *each);
    return Error{"there is no run in " + runs_folder};
  }
  std::string given = name;
  while (given.size() > 1 && given.ends_with('/')) given.pop_back();
  for (const std::string& folder : {given, join_path(runs_folder, given)})
    if (is_run(folder)) return folder;
  const std::string wanted = join_path(given, "run.json");
  return Error{"there is no run " + given + ": neither " + wanted + " nor " +
               join_path(runs_folder, wanted) + " exists"};
}

RunFolder::RunFolder(std::string path, Trouble trouble)
    : path_(std::move(path)), trouble_(std::move(trouble)), jobs_(kQueued) {
  thread_ = std::thread([this] { work(); });
}

RunFolder::~RunFolder() { close(); }

std::size_t RunFolder::size_of(const Job& job) {
  if (const auto* file = std::get_if<SaveFile>(&job)) return file->bytes->size() + 256;
  if (const auto* line = std::get_if<AppendLine>(&job)) return line->line.size() + 256;
  return 256;
}

void RunFolder::save(SaveFile file) {
  Job job(std::move(file));
  const std::size_t bytes = size_of(job);
  jobs_.push(std::move(job), bytes);
}

void RunFolder::save_batch(SaveBatch batch) { jobs_.push(batch, 256); }

void RunFolder::append(const std::string& name, std::string line) {
  Job job(AppendLine{name, std::move(line)});
  const std::size_t bytes = size_of(job);
  jobs_.push(std::move(job), bytes);
}

void RunFolder::close() {
  jobs_.close();
  if (thread_.joinable()) thread_.join();
}

void RunFolder::work() {
  while (std::optional<Job> job = jobs_.pop()) take(std::move(*job));
  retry();
}

void RunFolder::take(Job job) {
  retry();
  if (failed_.empty()) {
    const Status done = perform(job);
    if (done.ok()) return;
    trouble_(done.error().message);
  }
  // Order matters (a log's lines, a picture before its record): later jobs wait behind failed ones.
  failed_bytes_ += size_of(job);
  failed_.push_back(std::move(job));
  while (failed_bytes_ > kKeptFailures && failed_.size() > 1) {
    failed_bytes_ -= size_of(failed_.front());
    failed_.pop_front();
  }
}

void RunFolder::retry() {
  if (failed_.empty()) return;
  while (!failed_.empty() && perform(failed_.front()).ok()) {
    failed_bytes_ -= size_of(failed_.front());
    failed_.pop_front();
  }
  if (failed_.empty()) trouble_("");
}

Status RunFolder::perform(const Job& job) const {
  Status done = write(job);
  if (done.ok()) return done;
  // The folder may be missing: not made yet, or removed while we ran.
  const auto* file = std::get_if<SaveFile>(&job);
  const std::string name = file != nullptr ? file->name : "";
  const std::size_t slash = name.rfind('/');
  const std::string folder =
      slash == std::string::npos ? path_ : join_path(path_, name.substr(0, slash));
  if (folder_exists(folder) || !make_folders(folder).ok()) return done;
  return write(job);
}

Status RunFolder::write(const Job& job) const {
  if (const auto* file = std::get_if<SaveFile>(&job))
    return replace_file(join_path(path_, file->name), *file->bytes, Durability::buffered);
  if (const auto* line = std::get_if<AppendLine>(&job))
    return append_file(join_path(path_, line->name), line->line + "\n");
  return write_batch(std::get<SaveBatch>(job));
}

Status RunFolder::write_batch(const SaveBatch& batch) const {
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
  for (const std::string& other : list_folder(path_)) {
    if (!other.starts_with(stem) || other == name) continue;
    Status removed = remove_file(join_path(path_, other));
    if (!removed.ok()) return removed;
  }
  return done;
}
}  // namespace franz::proxy
