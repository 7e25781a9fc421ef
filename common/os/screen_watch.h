#pragma once
// Keeps `executor --watch` running while FRANZ acts on a person's screen, and turns its reports
// into commands.
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
  // Receives a panic or a resume. If no program watches, it receives a panic with the cause
  // `unwatched`, and a resume with that cause when one watches again; the last of these two is the
  // current state. Called on other threads.
  std::function<void(ControlCommand)> command;
  std::function<void(const std::string&)> warn;  // for people; also called on other threads
};

class ScreenWatch {
 public:
  // Starts it, and waits at most some seconds until it watches; if it does not, a command reports
  // that. `api_key_env`: as for run_program().
  ScreenWatch(const std::string& display, const std::string& panic_key,
              const std::string& api_key_env, ScreenWatchPorts ports);
  // The same with the program that `command` starts, and that maximum wait.
  ScreenWatch(ChildCommand command, std::chrono::milliseconds may_start_in, ScreenWatchPorts ports);
  // Ends it, and waits; no port is called afterwards.
  ~ScreenWatch();
  ScreenWatch(const ScreenWatch&) = delete;
  ScreenWatch& operator=(const ScreenWatch&) = delete;

  // Asks the watch to release every pressed button and key, which is faster than starting a program
  // for it. Does nothing if the watch does not run. Any thread; does not wait.
  void release();

 private:
  void keep_running();
  // Runs it once until it ends; returns the reason.
  std::string run_once();
  void take(std::string_view line);
  // Reports whether the screen is watched, if the last report differs. One thread at a time,
  // without the lock: the reporting thread also reports changes that happen meanwhile, so an older
  // command never follows a newer one.
  void report(std::unique_lock<std::mutex>& lock);

  ChildCommand command_;
  ScreenWatchPorts ports_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<ChildProcess> child_;  // null: it does not run
  bool ready_ = false;                   // it watches
  std::string unwatched_;  // why nothing watches; empty: it watches, or that is not known yet
  bool reported_unwatched_ = false, reporting_ = false, stopping_ = false;
  std::thread thread_;  // last: it uses the others; children are tied to it
};
}  // namespace franz
