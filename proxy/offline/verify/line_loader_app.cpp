#include "proxy/offline/verify/line_loader_app.h"
#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>
#include "common/base/sha256.h"
#include "common/run/stored_request_app.h"

namespace franz::proxy {
static constexpr std::size_t kLinesPerRead = 512;       // lines read from the log at a time
static constexpr std::size_t kLinesPerThread = 8;       // consecutive lines that a thread loads
static constexpr std::size_t kMaxWaiting = 16U << 20U;  // bytes that may wait for the check

std::optional<std::string> load_listed(const RunDir& dir, const LoggedFile& file, int turn,
                                       std::vector<Finding>& findings) {
  const auto unreadable = [&](const Error& error) {
    findings.push_back(bad(FindingCode::file, turn, file.name, "",
                           error.code == ErrorCode::missing
                               ? "it is missing"
                               : "it cannot be read: " + error.message));
    return std::nullopt;
  };
  const auto opened = dir.open_file(file.name);
  if (!opened.ok()) return unreadable(opened.error());
  if (const std::uint64_t bytes = opened.value()->size(); bytes != file.bytes) {
    findings.push_back(differs(FindingCode::file, turn, file.name, "bytes",
                               std::to_string(file.bytes), std::to_string(bytes)));
    return std::nullopt;
  }
  Result<std::string> bytes = opened.value()->read(0, static_cast<std::size_t>(file.bytes));
  if (!bytes.ok()) return unreadable(bytes.error());
  if (const std::string sha256 = sha256_hex(bytes.value()); sha256 != file.sha256)
    findings.push_back(differs(FindingCode::file, turn, file.name, "sha256", file.sha256, sha256));
  return std::move(bytes).value();
}

static std::size_t size_of(const std::optional<std::string>& file) {
  return file ? file->size() : 0;
}

static std::size_t size_of(const LoadedLine& line) {
  constexpr std::size_t kLine = 4096;  // in addition to its files
  std::size_t size = kLine + line.text.size();
  for (const std::optional<std::string>& file : line.files) size += size_of(file);
  if (!line.attempt) return size;
  const LoadedAttempt& attempt = *line.attempt;
  return size + size_of(attempt.picture) + size_of(attempt.plan) + size_of(attempt.request) +
         size_of(attempt.response);
}

LineLoader::LineLoader(const RunDir& dir, long long up_to, std::stop_token stop)
    : dir_(dir), up_to_(up_to), stop_(std::move(stop)) {
  constexpr unsigned kMostThreads = 4;  // the check cannot use more than these read
  working_ = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 2U, kMostThreads));
  for (int i = working_; i > 0; --i) threads_.emplace_back([this] { work(); });
}

LineLoader::~LineLoader() {
  {
    const std::lock_guard lock(mutex_);
    ended_.request_stop();
  }
  changed_.notify_all();
  for (std::thread& each : threads_) each.join();
}

// The next lines, without their files, and their index.
std::vector<LoadedLine> LineLoader::take_lines(std::size_t& row) {
  const std::lock_guard lock(log_mutex_);
  if (read_.empty() && !is_read_) {
    const Status read = log_.read(dir_, [this](const ReadRunLine& line) {
      const long long seq = line.line.seq;
      if (const auto* begin = std::get_if<BeginEntry>(&line.line.entry)) version_ = begin->version;
      if (const auto* more = std::get_if<ResumedEntry>(&line.line.entry)) version_ = more->version;
      LoadedLine loaded;
      loaded.line = line.line;
      loaded.text = line.text;
      loaded.end = line.offset + line.text.size() + 1;
      loaded.same_version = version_ == FRANZ_VERSION;
      read_.push_back(std::move(loaded));
      if (seq == up_to_) is_read_ = true;
      return !is_read_ && read_.size() < kLinesPerRead;
    });
    if (!read.ok()) failure_ = read;
    is_read_ = is_read_ || !read.ok() || read_.size() < kLinesPerRead;
  }
  std::vector<LoadedLine> lines;
  while (!read_.empty() && lines.size() < kLinesPerThread) {
    lines.push_back(std::move(read_.front()));
    read_.pop_front();
  }
  row = rows_++;
  return lines;
}

static int turn_of(const RunEntry& entry) {
  if (const auto* lost = std::get_if<LostEntry>(&entry)) return lost->turn;
  if (const auto* keyframe = std::get_if<KeyframeEntry>(&entry)) return keyframe->turn;
  return 0;
}

static void load_attempt(const RunDir& dir, const AttemptEntry& entry, LoadedLine& line) {
  using Kind = RunFilePlace::Kind;
  LoadedAttempt& attempt = line.attempt.emplace();
  attempt.entry = entry;
  line.findings = check_attempt_files(entry);
  if (!line.findings.empty()) return;
  std::optional<std::string> record;
  const LoggedFile* request = nullptr;
  for (const LoggedFile& file : entry.files) {
    std::optional<std::string> bytes = load_listed(dir, file, entry.turn, line.findings);
    switch (place_of(file.name).kind) {
      case Kind::record: record = std::move(bytes); break;
      case Kind::picture: attempt.picture = std::move(bytes); break;
      case Kind::plan: attempt.plan = std::move(bytes); break;
      case Kind::response: attempt.response = std::move(bytes); break;
      default: request = &file; attempt.request = std::move(bytes);
    }
  }
  if (record) append(line.findings, read_attempt(attempt, *record, line.same_version));
  if (!attempt.request || !attempt.record || attempt.record->cuts.bytes == 0) return;
  Result<std::string, RequestFailure> whole = make_whole(
      dir, request->name, *std::exchange(attempt.request, std::nullopt), attempt.record->cuts);
  if (whole.ok()) {
    attempt.request = std::move(whole).value();
  } else {
    line.findings.push_back(
        bad(FindingCode::request, entry.turn, whole.error().file, "",
            request->name + " cannot be put together: " + whole.error().error.message));
  }
}

void LineLoader::load(LoadedLine& line) const {
  if (const auto* attempt = std::get_if<AttemptEntry>(&line.line.entry))
    return load_attempt(dir_, *attempt, line);
  if (std::holds_alternative<EndEntry>(line.line.entry)) return;
  const int turn = turn_of(line.line.entry);
  for (const LoggedFile& file : files_of(line.line.entry)) {
    constexpr std::size_t kMostFiles = 2;  // of a keyframe
    if (line.files.size() == kMostFiles) break;
    line.files.push_back(load_listed(dir_, file, turn, line.findings));
  }
}

void LineLoader::work() {
  while (!is_stopped()) {
    std::size_t row = 0;
    std::vector<LoadedLine> lines = take_lines(row);
    if (lines.empty()) break;
    for (LoadedLine& line : lines) {
      if (is_stopped()) break;
      load(line);
      const std::size_t bytes = size_of(line);
      std::unique_lock lock(mutex_);
      // The thread that loads the next lines to be taken never waits.
      changed_.wait(lock, [&] { return held_ < kMaxWaiting || row == next_row_ || is_stopped(); });
      held_ += bytes;
      loading_[row].loaded.emplace_back(std::move(line), bytes);
      changed_.notify_all();
    }
    const std::lock_guard lock(mutex_);
    loading_[row].done = true;
    changed_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  --working_;
  changed_.notify_all();
}

std::optional<LoadedLine> LineLoader::next() {
  std::unique_lock lock(mutex_);
  while (true) {
    const auto row = loading_.find(next_row_);
    if (row != loading_.end() && !row->second.loaded.empty()) {
      auto [line, bytes] = std::move(row->second.loaded.front());
      row->second.loaded.pop_front();
      held_ -= bytes;
      changed_.notify_all();
      return std::move(line);
    }
    if (row != loading_.end() && row->second.done) {
      loading_.erase(row);
      ++next_row_;
      changed_.notify_all();
      continue;
    }
    if (working_ == 0 || stop_.stop_requested()) return std::nullopt;
    changed_.wait_for(lock, std::chrono::milliseconds(100));
  }
}
}  // namespace franz::proxy
