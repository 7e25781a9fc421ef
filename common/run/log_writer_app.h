#pragma once
// Writes a run's folder, on a thread of its own: the files of an entry, then its line, each synced.
// What the disk does not take is tried again until it does; nothing that was written changes.
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
// A file that an entry lists and that is to be written first.
struct NewFile {
  std::string name;
  std::shared_ptr<const std::string> bytes;  // null: they are in `spilled`
  std::string spilled = {};                  // spill()'s name; empty: none
};

struct LogUnit {
  std::string time;
  RunEntry entry;
  std::vector<NewFile> files = {};
  // Called on the writer's thread when the line is synced; false: it was given up (may_be_lost), on
  // the writer's thread or by put().
  std::function<void(bool written)> done = {};
  // After LogWriterOptions::trouble_after without success its entry becomes `lost`, without files:
  // for clients that cannot be paused. One that comes while the disk takes nothing becomes so at
  // once, so no more than one is held. Else it is tried until it is written.
  bool may_be_lost = false;
};

struct LogWriterOptions {
  std::string folder;
  LogChain chain = {};    // of the log so far
  RunStory story = {};    // likewise
  std::uint64_t end = 0;  // bytes of run.jsonl; anything after them is cut before the first line
  // On the writer's thread: writing has failed for `trouble_after` (the disk's words), and that it
  // goes on (empty).
  std::function<void(const std::string& text)> trouble = [](const std::string&) {};
  std::function<void(const std::string& text)> warning = [](const std::string&) {};
  // On the writer's thread: each line as it is written, with its seq.
  std::function<void(const RunLine& line)> wrote = [](const RunLine&) {};
  // How long an entry may fail before that is told, or it is given up.
  std::chrono::milliseconds trouble_after{5000};
  // At the end a disk that finishes nothing in this time is not waited for.
  std::chrono::milliseconds patience{10000};
  // Before each system call of the writer, on its thread: a test may be the disk.
  std::function<Status()> before_write = {};
};

class RunLogWriter {
 public:
  explicit RunLogWriter(LogWriterOptions options);
  ~RunLogWriter();  // end() without an end line
  RunLogWriter(const RunLogWriter&) = delete;
  RunLogWriter& operator=(const RunLogWriter&) = delete;

  // Each is queued, in order, and waits for nothing.
  void put(LogUnit unit);
  void append_log(const std::string& name, std::string line);  // without its end; logs rotate
  void remove_runs(std::vector<std::string> folders);          // of old runs, with all in them

  // A message that is too long to be held goes to a temporary file, piece by piece. The name for
  // NewFile::spilled; pieces that the disk does not take break it, and it is left out.
  std::string begin_spill();
  void spill(const std::string& spilled, std::string bytes);
  void drop_spill(const std::string& spilled);

  // Whether all that was put is written.
  bool is_empty() const;
  // Waits for that, at most so long. False: it is not.
  bool wait_empty(std::chrono::milliseconds at_most);

  // Writes all that is queued, the last batch, SHA256SUMS and the end line, whose SHA-256 is the
  // seal. Failure: what could not be written, or that the disk does not answer. Once.
  Result<std::string> end(std::optional<Finish> finish, std::string time);
  // Ends the thread without an end line: the run may go on later.
  Status stop();
  // After either: a thread was left behind, and may be in the middle of a write.
  bool abandoned() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the thread, which may outlive us
};
}  // namespace franz
