#pragma once
// The run folder, written by a thread of its own, so that nothing ever waits for a disk for long:
// neither the relay nor the loop nor the program's end. What the disk does not take is kept to be
// tried again, and past a limit given up; what was given up is known by its turns.
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>
#include "common/base/result.h"
#include "common/run/reply_marker_app.h"
#include "common/run/run_jobs.h"
#include "common/run/run_writer_app.h"
#include "common/run/turn_ranges.h"

namespace franz {
// What is not in the folder and never will be.
struct LostFiles {
  TurnRanges turns;  // with at least one file of each
  int files = 0, lines = 0;

  bool empty() const { return files + lines == 0; }
};

struct RunFolderOptions {
  std::string path;
  // Told on the writer's thread when writing begins to fail (the text says why), and when it goes
  // on (empty text).
  std::function<void(const std::string& text)> trouble;
  // Told on that thread too: what could not be done, or is lost, and keeps nothing else from being
  // written. False: nobody took it.
  std::function<bool(const std::string& text)> warning = {};
  // Told on that thread at each step of the seal: `done` files of `all` are listed with their
  // digests; while `all` is 0, their names are still being found.
  std::function<void(std::size_t done, std::size_t all)> sealing = {};
  // At the end a disk that finishes nothing in this time is not waited for. It is long enough for
  // one that has to start turning; a slow one finishes something.
  std::chrono::milliseconds patience{10000};
  // Nor is a slow one waited for without end: what it has not taken by then is lost. 64 MiB at
  // 1 MiB/s.
  std::chrono::milliseconds end_may_take{64000};
  // Called before each job, on the writer's thread: a test may be the disk that blocks.
  std::function<void()> before_job = {};
};

class RunFolder {
 public:
  explicit RunFolder(RunFolderOptions options);
  ~RunFolder();  // close(), without a seal
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  // As RunWriter::resume(), done when it returns: before any other program writes there.
  Status resume(int last, const std::function<bool()>& go_on = {});

  // A run begins, or goes on: room for the marks of replies is taken (reply_marker_app.h). Without
  // it there are none.
  void begin_marks() { marker_.begin(); }
  // Marked at once, before whatever waits for the disk.
  void reply_passed(const ReplyPassed& reply) { marker_.passed(reply); }

  // Each is queued, in order, and waits for nothing. What cannot be written is tried again with the
  // next one; past 64 MiB of them the oldest are lost (run.json never is), of which the warning
  // tells when the disk takes writes again.
  void save(SaveFile file);
  void stream(StreamPiece piece);
  void end_stream(StreamEnd end);
  void forget(ForgetFiles files);
  void save_batch(SaveBatch batch);
  void append(const std::string& name, std::string line);  // without its end; logs rotate
  void finish_turns(int up_to);                            // lists their files in SHA256SUMS
  // With all that is in them. One that a proxy writes stays; one that cannot be removed is warned
  // of.
  void remove_runs(std::vector<std::string> folders);

  // Waits while some megabytes are queued and the disk takes them: once at most two seconds for one
  // that takes nothing.
  void wait_for_room();
  // Waits until all that is queued was tried, within the same bounds.
  void wait_for_jobs();
  // From here on it waits no more, nor does who waits in it. Any thread.
  void hurry();
  // For the end: waits until all that is queued was tried once more, as long as `end_may_take`.
  // What is not written then is lost, so that lost() tells it before run.json is saved for the last
  // time.
  void settle();
  // What was lost so far.
  LostFiles lost() const;

  // Writes all that is queued, lists all files there are (each counts as something that the disk
  // finishes), and ends the thread. The seal: the
  // digest of SHA256SUMS, which stands for every byte of the folder. The marks go then, if run.json
  // was written, which tells what was lost. Failure: what could not be
  // written or read, or that the disk does not answer: then the thread is left behind with it, and
  // what it had not written is lost. Once.
  Result<std::string> close();
  // After close(): a thread was left behind, and may be in the middle of a write.
  bool abandoned() const;
  // After close(): what was given up on the way and never told of, and why; empty: nothing.
  std::string untold() const;

 private:
  struct Shared;
  Result<std::string> end(bool seal);
  std::shared_ptr<Shared> shared_;  // with the thread, which may outlive us
  ReplyMarker marker_;
  std::thread thread_;
};

// "turns 12-14 (7 files), 3 log lines"
std::string to_text(const LostFiles& lost);
}  // namespace franz
