#include "proxy/run/private_screen_app.h"
#include <algorithm>
#include <chrono>
#include <thread>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/os/clock.h"
#include "common/os/secret_variables.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/run_state_app.h"
#include "common/tools/surface_facts.h"
#include "proxy/run/live_screen_app.h"

namespace franz::proxy {
using std::chrono::milliseconds;

static constexpr const char* kHolder = "private display";
// The picture of the screen that is looked at for a window.
static constexpr Size kLookSize{320, 180};
static constexpr milliseconds kWindowMayTake{5000}, kBetweenLooks{50};

static bool is_empty(const CaptureReply& picture) {
  return std::ranges::any_of(picture.warnings,
                             [](const Warning& each) { return each.code == "screen_empty"; });
}

// So that the first picture shows the program: until then the screen is empty. One that shows
// nothing by the end may be slow, or have no window.
static void wait_for_window(const LiveScreen& screen, SupervisorApp& supervisor) {
  const std::int64_t until = steady_time_ms() + kWindowMayTake.count();
  while (steady_time_ms() < until && !supervisor.stop_was_asked()) {
    const Result<CaptureReply> seen = capture(screen, {});
    // A failure is a window that has not been painted, too.
    if (seen.ok() && !is_empty(seen.value())) return;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

Result<std::unique_ptr<PrivateDisplay>> start_private_display(const Options& options,
                                                              const std::string& canvas,
                                                              Recorder& recorder,
                                                              SupervisorApp& supervisor) {
  PrivateDisplayOptions wanted;
  wanted.size = parse_size(canvas).value_or(Size{});
  wanted.show = options.show;
  wanted.program = options.program;
  wanted.secrets = key_variables(options.settings.settings.model.api_key_env);
  PrivateDisplayEvents events;
  events.told = [&recorder](bool as_usual, const std::string& text) {
    recorder.say(as_usual ? LogEntry::Level::info : LogEntry::Level::warning, text);
  };
  events.printed =
      [&recorder, name = printable(wanted.program.empty() ? "" : wanted.program.front())](
          const std::string& line) { recorder.say(LogEntry::Level::info, name + ": " + line); };
  events.lost = [&recorder, &supervisor](const std::string& text) {
    recorder.say(LogEntry::Level::warning,
                 "the private display is gone with all that was open there: " + text +
                     "; the run is paused. End it by Ctrl-C; proxy --resume starts the display and "
                     "its program anew");
    supervisor.command({ControlCommand::Kind::pause, ""}, [](const auto&) {});
  };
  auto display = PrivateDisplay::start(wanted, std::move(events));
  if (!display.ok()) return display.error();
  if (const std::string& why = display.value()->why_not_confined(); !why.empty())
    recorder.say(LogEntry::Level::warning,
                 "programs cannot be confined here, so the tool launch is off: " + why);
  if (!wanted.program.empty()) {
    LiveScreen screen = live_screen(options.settings.settings, display.value().get());
    screen.surface = kProgramSurface;  // all of it, whatever the run is bounded to
    screen.monitor = "all";
    screen.picture = {kLookSize};
    wait_for_window(screen, supervisor);
  }
  return display;
}

void tell_orchestrator(const PrivateDisplay& display, std::vector<FlagValue>& held,
                       std::vector<std::pair<std::string, std::string>>& environment) {
  held.push_back({kHolder, "surface", "display", display.name()});
  environment.emplace_back("XAUTHORITY", display.authority());
  environment.emplace_back("FRANZ_PRIVATE_DISPLAY", display.name());
  if (display.launch_prefix().empty()) {
    held.push_back({kHolder, "tools", "launch", "off"});
  } else {
    environment.emplace_back("FRANZ_LAUNCH_PREFIX", json_text_array(display.launch_prefix()));
  }
}

std::optional<TurnWarning> screen_warning(const std::string& folder, const RunFile& run) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return std::nullopt;
  const Result<LoopState> state = read_run_state(dir.value());
  if (!state.ok()) return std::nullopt;
  std::string told = "the screen was started anew";
  if (!run.program.empty()) told += ", and " + printable(run.program.front()) + " with it";
  told += "; what was open there before is gone, and what was done there may be.";
  return TurnWarning{state.value().turn + 1, {"display_restarted", told}};
}
}  // namespace franz::proxy
