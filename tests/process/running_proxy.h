#pragma once
// Programs under test: started, read line by line, and ended with the test.
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
// Generous for slow machines and sanitizers; a passing test never waits this long.
inline constexpr std::chrono::seconds kLongEnough{kSanitized ? 240 : 80};

class RunningProgram {
 public:
  RunningProgram(const std::string& program, std::vector<std::string> arguments,
                 std::vector<std::pair<std::string, std::string>> environment = {});

  // Waits for the first output line that contains `part` and returns it; "" on timeout or end.
  std::string wait_for(const std::string& part);
  // Waits for the end; returns nothing on timeout.
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
  std::unique_ptr<ChildProcess> child_;  // destroyed first
};

// A demo model without its usual delay, listening at `url`.
struct RunningDemo {
  explicit RunningDemo(int delay_ms = 0, std::vector<std::string> more_arguments = {});
  RunningProgram program;
  std::string url;
};

// A proxy on free ports whose runs go to a fresh folder of the test.
class RunningProxy : public RunningProgram {
 public:
  // `environment` is added to ours and overrides it. Crashed children are restarted after 0.1 s,
  // and there is no delay between turns.
  explicit RunningProxy(std::vector<std::string> arguments,
                        std::vector<std::pair<std::string, std::string>> environment = {});

  // The address of "dashboard" or "relay" in the greeting: "127.0.0.1:4711".
  std::string address(const std::string& what);
  std::string run_folder();
};

// The X-Franz-Turn of a client that requests each turn once and continues from the previous reply:
// "mine/7/0000000000000007/0000000000000006".
std::string turn_header(const std::string& run, int turn);

// A fresh folder for the running test.
std::string test_folder();

// The verdicts of a run's turns in order, each of the attempt from which the next turn continues:
// "first ok ok"; "lost": the turn could not be recorded.
std::string verdicts(const std::string& run_folder);
}  // namespace franz
