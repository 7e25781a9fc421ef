#include <signal.h>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>
#include "common/base/count_text.h"
#include "common/desktop/mounted_processes.h"
#include "common/os/clock.h"
#include "common/os/files.h"

namespace franz {
static constexpr std::chrono::milliseconds kLookAgain{5};

// Source: proc(5), /proc/PID/mountinfo.
static std::vector<pid_t> processes_with_mount(const std::string& folder) {
  std::vector<pid_t> found;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", code)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    // Another user's process, or one that has just ended, cannot be read.
    const Result<std::string> mounts = read_file(entry.path().string() + "/mountinfo");
    if (mounts.ok() && mounts.value().find(folder) != std::string::npos)
      found.push_back(static_cast<pid_t>(std::stol(name)));
  }
  return found;
}

Status end_processes_with_mount(const std::string& folder, int patience_ms) {
  const std::int64_t until = steady_time_ms() + patience_ms;
  for (;;) {
    const std::vector<pid_t> left = processes_with_mount(folder);
    if (left.empty()) return Done{};
    for (const pid_t process : left) ::kill(process, SIGKILL);
    if (steady_time_ms() > until)
      return Error{count_text(left.size(), "process", "processes") + " could not be ended"};
    std::this_thread::sleep_for(kLookAgain);
  }
}
}  // namespace franz
