#pragma once
// Writes a run's folder on its own thread: the files of an entry, then its line, each synced.
// Failed writes are retried until they succeed. What was written never changes.
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/log_entry.h"
#include "common/run/run_story.h"

namespace franz {
// A file that an entry lists and that must be written first.
struct NewFile {
  std::string name;
  std::shared_ptr<const std::string> bytes;  // null: they are in `spilled`
  std::string spilled = {};                  // name from spill(); empty: none
};

struct LogUnit {
  std::string time;
  RunEntry entry;
  std::vector<NewFile> files = {};
  // Called on the writer's thread when the line is synced. Called with false, from the writer's
  // thread or from put(), if the entry was dropped (may_be_lost).
  std::function<void(bool written)> done = {};
  // For clients that cannot be paused: after LogWriterOptions::trouble_after without success the
  // entry becomes `lost`, without files. An entry that arrives while the disk fails becomes `lost`
  // immediately, so at most one is held. If false, the entry is retried until it is written.
  bool may_be_lost = false;
};

struct LogWriterOptions {
  std::string folder;
  LogChain chain = {};    // of the log so far
  RunStory story = {};    // of the log so far
  std::uint64_t end = 0;  // length of run.jsonl; bytes after it are cut before the first line
  // On the writer's thread: writing has failed for `trouble_after` (the disk's message), or works
  // again (empty).
  std::function<void(const std::string& text)> trouble = [](const std::string&) {};
  std::function<void(const std::string& text)> warning = [](const std::string&) {};
  // On the writer's thread: each line as it is written, with its seq.
  std::function<void(const RunLine& line)> wrote = [](const RunLine&) {};
  // How long an entry may fail before that is reported or the entry is dropped.
  std::chrono::milliseconds trouble_after{5000};
  // At the end, give up on a disk that completes nothing in this time.
  std::chrono::milliseconds patience{10000};
  // Called on the writer's thread before each of its system calls: a test may simulate the disk.
  std::function<Status()> before_write = {};
};

class RunLogWriter {
 public:
  explicit RunLogWriter(LogWriterOptions options);
  ~RunLogWriter();  // calls stop(): no end line
  RunLogWriter(const RunLogWriter&) = delete;
  RunLogWriter& operator=(const RunLogWriter&) = delete;

  // These only queue, in order, and never block.
  void put(LogUnit unit);
  void append_log(const std::string& name, std::string line);  // without its line end; logs rotate
  void remove_runs(std::vector<std::string> folders);          // of old runs, with their contents

  // A message that is too long to be held is written to a temporary file piece by piece. Returns
  // the name for NewFile::spilled. If the disk rejects a piece, the whole message is dropped.
  std::string begin_spill();
  void spill(const std::string& spilled, std::string bytes);
  void drop_spill(const std::string& spilled);

  // Whether everything that was queued is written.
  bool is_empty() const;
  // Waits for that, at most this long. False: timed out.
  bool wait_empty(std::chrono::milliseconds at_most);

  // Writes everything that is queued, the last batch, SHA256SUMS and the end line; returns the
  // SHA-256 of the end line, the seal. Call once. Failure: what could not be written, or that the
  // disk does not answer.
  Result<std::string> end(std::optional<Finish> finish, std::string time);
  // Ends the thread without an end line: the run may be resumed later.
  Status stop();
  // Valid after either: the thread was abandoned and may still be writing.
  bool abandoned() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // shared with the thread, which may outlive this object
};
}  // namespace franz
