#pragma once
// Keeps `executor --watch` running while somebody acts on a person's screen, and makes commands of
// what it tells.
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include "common/os/child_process.h"
#include "common/wire/control_messages.h"
#include "common/wire/watch_messages.h"

namespace franz {
struct ScreenWatchPorts {
  // A panic, a resume; a panic of the cause `unwatched` when nothing watches, and a resume of that
  // cause when something does again; the last of these two is how it is. Called on other threads.
  std::function<void(ControlCommand)> command;
  std::function<void(const std::string&)> warn;  // for people; likewise
};

class ScreenWatch {
 public:
  // Starts it, and waits until it watches, some seconds at most; told as a command where it does
  // not. `api_key_env`: as run_program() has it.
  ScreenWatch(const std::string& display, const std::string& panic_key,
              const std::string& api_key_env, ScreenWatchPorts ports);
  // Likewise with the program that `command` starts, and so long a wait.
  ScreenWatch(ChildCommand command, std::chrono::milliseconds may_start_in, ScreenWatchPorts ports);
  // Ends it, and waits; no port is called any more.
  ~ScreenWatch();
  ScreenWatch(const ScreenWatch&) = delete;
  ScreenWatch& operator=(const ScreenWatch&) = delete;

  // Has it release every button and key that is down: it is there already, which a program that is
  // started for that is not. Where it does not run, nothing happens. Any thread; does not wait.
  void release();

 private:
  void keep_running();
  // One of it, to its end; why that came.
  std::string run_once();
  void take(std::string_view line);
  // Tells whether it is watched where that was told otherwise last. One thread at a time, without
  // the lock: what changes meanwhile is told by the one that tells already, so that a command that
  // is on its way never comes behind a newer one.
  void tell(std::unique_lock<std::mutex>& lock);

  ChildCommand command_;
  ScreenWatchPorts ports_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<ChildProcess> child_;  // null: it does not run
  bool ready_ = false;                   // it watches
  std::string unwatched_;  // why nothing does; empty: it watches, or that is not known yet
  bool told_unwatched_ = false, telling_ = false, stopping_ = false;
  std::thread thread_;  // last: it uses the others; children are tied to it
};
}  // namespace franz
