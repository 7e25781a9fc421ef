#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include "common/os/paths.h"
#include "common/os/test_hook.h"

namespace franz {
namespace {
struct CountedSteps {
  int file = -1;     // one byte per step of all processes; -1: steps are not counted
  long kill_at = 0;  // 0: never
};

CountedSteps steps_by_environment() {
  CountedSteps steps;
  const char* const program = std::getenv("FRANZ_TEST_KILL_PROGRAM");
  const char* const count = std::getenv("FRANZ_TEST_KILL_COUNT");
  if (program == nullptr || count == nullptr ||
      std::filesystem::path(executable_path()).filename() != program)
    return steps;
  steps.file = ::open(count, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (const char* const at = std::getenv("FRANZ_TEST_KILL_AT")) steps.kill_at = std::atol(at);
  return steps;
}

const CountedSteps& counted_steps() {
  static const CountedSteps steps = steps_by_environment();
  return steps;
}
}  // namespace

void before_disk_step() {
  const CountedSteps& steps = counted_steps();
  if (steps.file < 0) return;
  // A write with O_APPEND leaves the offset after its own byte, even if another process writes at
  // the same time (open(2)); the threads of a process share the offset.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  if (::write(steps.file, ".", 1) != 1) return;
  const off_t step = ::lseek(steps.file, 0, SEEK_CUR);
  if (step != steps.kill_at) return;
  ::kill(::getpid(), SIGKILL);
  while (true) ::pause();
}

std::size_t first_piece_of_write(std::size_t bytes) {
  return counted_steps().file < 0 ? 0 : bytes / 2;
}
}  // namespace franz
