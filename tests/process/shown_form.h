#pragma once
// A form on a test's X display, for runs that fill it in.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include "common/os/child_process.h"
#include "tests/process/running_proxy.h"
#include "tests/support/virtual_display.h"

namespace franz {
inline const std::string kObjective = "Fill in the form: Name = Grace Hopper; Town = Zürich";
inline const std::string kFilled = "Grace Hopper|Zürich";  // printed when it is confirmed

// A form; captures what its program prints.
class ShownForm {
 public:
  explicit ShownForm(const VirtualDisplay& display) {
    ChildCommand command = display.command("zenity", {"--forms", "--title=Order", "--text=A form",
                                                      "--add-entry=Name", "--add-entry=Town"});
    command.environment.insert(
        command.environment.end(),
        {{"GDK_BACKEND", "x11"}, {"NO_AT_BRIDGE", "1"}, {"LC_ALL", "C.UTF-8"}});
    auto started = ChildProcess::start(command, {[this](std::string_view line) {
                                                   const std::lock_guard lock(mutex_);
                                                   printed_ += line;
                                                   changed_.notify_all();
                                                 },
                                                 [](std::string_view) {},
                                                 {}});
    if (started.ok()) child_ = std::move(started).value();
  }

  // Waits until the form is confirmed; returns what was printed.
  std::string printed() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLongEnough, [this] { return !printed_.empty(); });
    return printed_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string printed_;
  std::unique_ptr<ChildProcess> child_;  // destroyed first
};
}  // namespace franz
