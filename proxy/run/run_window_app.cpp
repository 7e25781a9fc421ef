#include "proxy/run/run_window_app.h"
#include "common/base/printable.h"
#include "common/desktop/display_choice.h"

namespace franz::proxy {
static constexpr int kProgramTimeoutMs = 20'000;

Result<WindowTarget, NoWindow> choose_window(const Options& options, const PrivateDisplay* display,
                                             Console& console, const SupervisorApp& supervisor) {
  const Settings& settings = options.settings.settings;
  WindowAsking asking;
  asking.query = settings.surface.window;
  asking.api_key_env = settings.model.api_key_env;
  if (display != nullptr) {
    asking.display = display->name();
    asking.authority = display->authority();
    asking.wait_ms = kProgramTimeoutMs;
  } else {
    asking.display = screen_of_run(settings.surface, display_facts(true), "").display;
  }
  asking.waiting = [&] {
    console.line("window     waiting for \"" + printable(asking.query) + "\"");
  };
  asking.go_on = [&supervisor] { return !supervisor.stop_was_asked(); };
  return ask_for_window(asking);
}
}  // namespace franz::proxy
