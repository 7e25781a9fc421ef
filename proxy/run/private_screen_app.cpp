#include "proxy/run/private_screen_app.h"
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/os/clock.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/run_state_app.h"
#include "common/tools/surface_facts.h"
#include "proxy/run/live_screen_app.h"

namespace franz::proxy {
using std::chrono::milliseconds;

static constexpr const char* kHolder = "private display";
// The size of the pictures in which a window is looked for.
static constexpr Size kLookSize{320, 180};
static constexpr milliseconds kWindowMayTake{5000}, kBetweenLooks{50};
static constexpr int kStillLooks = 2;  // consecutive looks that equal the one before

static bool is_empty(const CaptureReply& picture) {
  return std::ranges::any_of(picture.warnings,
                             [](const Warning& each) { return each.code == "screen_empty"; });
}

Result<bool> wait_for_window(const LiveScreen& screen, const std::function<std::string()>& ended,
                             const std::function<bool()>& stop_asked) {
  const std::int64_t until = steady_time_ms() + kWindowMayTake.count();
  LiveCapturer capturer(screen);
  std::string before;
  int same = 0;
  while (steady_time_ms() < until && !stop_asked()) {
    const std::string end = ended();
    const Result<CaptureReply> seen = capturer.capture(screen, {});
    const bool shown = seen.ok() && !is_empty(seen.value());
    if (!end.empty() && !shown)
      return Error{end +
                   "; it showed no window. Correct the command after --, or leave it out and "
                   "set [surface] kind = desktop: the model starts programs then"};
    if (shown) {
      same = seen.value().plain_sha256 == before ? same + 1 : 0;
      if (same == kStillLooks) return true;
      before = seen.value().plain_sha256;
    }
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return !before.empty() || stop_asked();
}

namespace {
// Holds back events until the start has succeeded: a failed start reports the same in its error.
class StartEvents {
 public:
  explicit StartEvents(Recorder& recorder) : recorder_(recorder) {}
  void say(LogMessage::Level level, const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (released_) return recorder_.say(level, text);
    held_.emplace_back(level, text);
  }
  void release() {
    const std::lock_guard lock(mutex_);
    released_ = true;
    for (auto& [level, text] : held_) recorder_.say(level, std::move(text));
    held_.clear();
  }

 private:
  Recorder& recorder_;
  std::mutex mutex_;
  bool released_ = false;
  std::vector<std::pair<LogMessage::Level, std::string>> held_;
};
}  // namespace

// A trial's model must see neither the task with its solution nor other trials.
static void hide_tasks(const Options& options, PrivateDisplayOptions& wanted) {
  if (!options.trial) return;
  wanted.in_home = true;
  wanted.emptied = {options.trial->folder, options.settings.settings.proxy.runs,
                    shipped_tasks_folder()};
}

Result<std::unique_ptr<PrivateDisplay>> start_private_display(
    const Options& options, const std::string& canvas, Recorder& recorder,
    SupervisorApp& supervisor, const std::function<void(const std::string& text)>& on_lost) {
  PrivateDisplayOptions wanted;
  wanted.size = parse_size(canvas).value_or(Size{});
  wanted.show = options.show;
  wanted.program = options.program;
  wanted.secrets = key_variables(options.settings.settings.model.api_key_env);
  hide_tasks(options, wanted);
  PrivateDisplayEvents events;
  const auto start_events = std::make_shared<StartEvents>(recorder);
  events.reported = [start_events](bool as_usual, const std::string& text) {
    start_events->say(as_usual ? LogMessage::Level::info : LogMessage::Level::warning, text);
  };
  events.printed =
      [&recorder, name = printable(wanted.program.empty() ? "" : wanted.program.front())](
          const std::string& line) { recorder.say(LogMessage::Level::info, name + ": " + line); };
  events.lost = [&recorder, &supervisor, on_lost](const std::string& text) {
    recorder.say(LogMessage::Level::warning,
                 "the private display is gone with everything that was open there: " + text +
                     "; the run is paused. Press Ctrl-C to end it; " + command_name() +
                     " --resume starts the display and its program again");
    supervisor.command({ControlCommand::Kind::pause, ""}, [](const auto&) {});
    if (on_lost) on_lost(text);
  };
  auto display = PrivateDisplay::start(wanted, std::move(events));
  if (!display.ok()) return display.error();
  if (const std::string& why = display.value()->why_not_confined(); !why.empty())
    recorder.say(LogMessage::Level::warning,
                 "programs cannot be confined here, so the tool launch is off: " + why);
  if (!wanted.program.empty()) {
    // Even if the run is bounded to a window.
    const LiveScreen screen =
        whole_screen(live_screen(options.settings.settings, display.value().get()), kLookSize);
    const Result<bool> shown = wait_for_window(
        screen, [&display] { return display.value()->program_end(); },
        [&supervisor] { return supervisor.stop_was_asked(); });
    if (!shown.ok()) return shown.error();
    if (!shown.value())
      recorder.say(LogMessage::Level::warning,
                   "the program " + printable(wanted.program.front()) +
                       " has not shown a window for 5 s; the run begins with an empty screen");
  }
  start_events->release();
  return display;
}

void hand_display_to_orchestrator(const PrivateDisplay& display, HandedSettings& settings,
                                  std::vector<std::pair<std::string, std::string>>& environment) {
  hold(settings, {kHolder, "surface", "display", display.name()});
  environment.emplace_back("XAUTHORITY", display.authority());
  environment.emplace_back("FRANZ_STARTED_DISPLAY", display.name());
  if (display.launch_prefix().empty()) {
    hold(settings, {kHolder, "tools", "launch", "off"});
  } else {
    environment.emplace_back("FRANZ_LAUNCH_PREFIX", json_text_array(display.launch_prefix()));
  }
}

// The turn that a resumed run makes first; nothing: the state cannot be read.
static std::optional<int> next_turn(const std::string& folder) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return std::nullopt;
  const Result<LoopState> state = read_run_state(dir.value());
  if (!state.ok()) return std::nullopt;
  return state.value().turn + 1;
}

std::optional<TurnWarning> changed_screen_warning(const std::string& folder) {
  const std::optional<int> turn = next_turn(folder);
  return turn ? std::optional(screen_changed(*turn)) : std::nullopt;
}

std::optional<TurnWarning> screen_warning(const std::string& folder, const RunFacts& run) {
  const std::optional<int> turn = next_turn(folder);
  if (!turn) return std::nullopt;
  std::string text = "the screen was started anew";
  if (!run.addresses.program.empty())
    text += ", and " + printable(run.addresses.program.front()) + " with it";
  text += "; what was open there before is gone, and what was done there may be.";
  return TurnWarning{*turn, {"display_restarted", text}};
}
}  // namespace franz::proxy
