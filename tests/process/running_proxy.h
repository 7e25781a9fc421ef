#pragma once
// Programs under test: started, listened to line by line, and gone at the end of the test.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>
#include "common/os/child_process.h"
#include "tests/support/sanitized.h"

namespace franz {
// A machine may be slow, and under a sanitizer anything is; no test waits it out.
inline constexpr std::chrono::seconds kLongEnough{kSanitized ? 240 : 80};

class RunningProgram {
 public:
  RunningProgram(const std::string& program, std::vector<std::string> arguments,
                 std::vector<std::pair<std::string, std::string>> environment = {});

  // The first line of its output that holds `part`, now or later; "" if none comes.
  std::string wait_for(const std::string& part);
  // How it ended; nothing if it does not.
  std::optional<ChildEnd> wait_for_end();
  std::string output();  // so far
  std::string errors();
  long long pid() const { return child_->pid(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  std::string errors_;
  std::optional<ChildEnd> end_;
  std::unique_ptr<ChildProcess> child_;  // first to go
};

// A demo model without its delay; `url` is where it listens.
struct RunningDemo {
  explicit RunningDemo(int delay_ms = 0, std::vector<std::string> more_arguments = {});
  RunningProgram program;
  std::string url;
};

// A proxy on free ports whose runs are in a fresh folder of the test.
class RunningProxy : public RunningProgram {
 public:
  // `environment`: beside or over ours; crashed children are started again after 0.1 s, and no
  // profile rests between turns.
  explicit RunningProxy(std::vector<std::string> arguments,
                        std::vector<std::pair<std::string, std::string>> environment = {});

  // The address behind a word of its greeting, "dashboard" or "relay": "127.0.0.1:4711".
  std::string address(const std::string& what);
  std::string run_folder();
};

// The X-Franz-Turn of a client that asks for each turn once: its request goes on from the reply to
// the turn before. "mine/7/0000000000000007/0000000000000006".
std::string turn_header(const std::string& run, int turn);

// A fresh folder for the running test.
std::string test_folder();

// The verdicts of a run's turns, in order, each of the attempt that the next turn goes on from:
// "first ok ok"; "lost": the turn could not be recorded.
std::string verdicts(const std::string& run_folder);
}  // namespace franz
