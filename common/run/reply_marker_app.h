#pragma once
// Keeps reply_marks.txt of a run that is being written, on a thread of its own: who tells of a
// reply waits for no disk, and a disk that takes no more files takes a mark all the same.
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include "common/run/run_jobs.h"

namespace franz {
class ReplyMarker {
 public:
  // `warning`: told on the marker's thread when marks cannot be written any more, and why. Once,
  // until they can.
  ReplyMarker(std::string folder, std::function<void(const std::string& text)> warning);
  ~ReplyMarker();  // end(), and the file stays
  ReplyMarker(const ReplyMarker&) = delete;
  ReplyMarker& operator=(const ReplyMarker&) = delete;

  // The run begins, or goes on with the marks that there are: takes the room. Before it, nothing is
  // written.
  void begin();
  // Written within microseconds, as a rule; in the order of the calls. Any thread.
  void passed(const ReplyPassed& reply);

  // Writes what is told and ends the thread. `remove`: and the file goes, for run.json tells all.
  // False: the disk has not answered for `patience`, and the thread is left behind with it. Once.
  bool end(bool remove, std::chrono::milliseconds patience);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the thread, which may outlive us
  std::thread thread_;              // from begin() on
};
}  // namespace franz
