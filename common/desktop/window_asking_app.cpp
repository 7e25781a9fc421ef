#include "common/desktop/window_asking_app.h"
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>
#include "common/desktop/window_choice.h"
#include "common/os/clock.h"
#include "common/os/window_list.h"

namespace franz {
static constexpr int kNotOne = 2, kCannotList = 3;
static constexpr std::chrono::milliseconds kBetweenLooks{100};

Result<WindowTarget, NoWindow> ask_for_window(const WindowAsking& asking) {
  const std::int64_t until = steady_time_ms() + asking.wait_ms;
  bool is_announced = false;
  for (;;) {
    const Result<std::vector<ListedWindow>> windows =
        ask_for_windows(asking.display, asking.api_key_env, asking.authority);
    if (!windows.ok())
      return NoWindow{kCannotList, "the windows could not be listed: " + windows.error().message};
    const std::vector<ListedWindow> fitting = windows_that_fit(windows.value(), asking.query);
    if (fitting.size() == 1) return window_target(fitting.front());
    const bool may_come = fitting.empty() && steady_time_ms() < until;
    if (!may_come || (asking.go_on && !asking.go_on()))
      return NoWindow{kNotOne, why_no_window(asking.query, fitting, windows.value())};
    if (!is_announced && asking.waiting) asking.waiting();
    is_announced = true;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}
}  // namespace franz
