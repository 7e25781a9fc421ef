#include "proxy/offline/calibrate/calibrate_app.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include "common/base/printable.h"
#include "common/desktop/private_display_app.h"
#include "common/geometry/screen_map.h"
#include "common/os/child_process.h"
#include "common/os/detached_thread.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/os/temporary_folder.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/calibrate/calibration.h"

namespace franz::proxy {
namespace {
using std::chrono::milliseconds;

constexpr int kCannotCalibrate = 3;
constexpr const char* kObjective = "Click every target.";
constexpr const char* kCardName = "calibration_card: ";  // the proxy's prefix for the card's lines
constexpr std::size_t kMaxCardLine = 64UL << 10U;
constexpr milliseconds kEndTimeout{2000};  // the time limit for ending a run; then it is killed
constexpr milliseconds kStopCheckInterval{200};  // between checks for a stop request

struct ScreenCase {
  Size monitor, picture;
  int monitors;
};
// Screen and picture of equal size, a larger screen, a much larger one, and a monitor that begins
// in the middle of the screen.
constexpr ScreenCase kScreenCases[] = {{{1280, 720}, {1280, 720}, 1},
                                       {{1920, 1080}, {1280, 720}, 1},
                                       {{3840, 2160}, {1536, 864}, 1},
                                       {{1600, 900}, {1280, 720}, 2}};
// Each dialect and each coordinate scale once.
constexpr std::pair<const char*, const char*> kProfiles[] = {
    {"pilot", "pixels"}, {"toolcall", "0-1000"}, {"narrative", "0-1000"}, {"franz", "0-1000"}};

// In X11's geometry format.
std::string geometry_of(const Screen& area) {
  return size_text(Size{area.width, area.height}) + "+" + std::to_string(area.origin_x) + "+" +
         std::to_string(area.origin_y);
}

// A run that shows the card, and the card's results.
class CardRun {
 public:
  // The card's output from another place. Any thread.
  void take_line(std::string_view report) {
    const std::lock_guard lock(mutex_);
    if (const Status taken = result_.take(report); !taken.ok()) failure_ = taken.error().message;
    changed_.notify_all();
  }
  void card_ended() {
    const std::lock_guard lock(mutex_);
    if (!result_.finished() && failure_.empty()) failure_ = "the card's lines ended";
    changed_.notify_all();
  }
  // Blocks until the card is shown or `stop` is asked. Failure: why it was not shown.
  Status wait_for_card(const CommandStop& stop) {
    std::unique_lock lock(mutex_);
    while (result_.targets() == 0 && failure_.empty()) {
      changed_.wait_for(lock, kStopCheckInterval);
      if (stop.is_asked()) failure_ = "stopped";
    }
    return failure_.empty() ? Status(Done{}) : Error{failure_};
  }

  // Blocks until the card is finished, the run ends, time runs out or `stop` is asked. Failure: why
  // the card was not finished.
  Status run(const ChildCommand& command, milliseconds limit, const CommandStop& stop) {
    ChildProcess::Handlers handlers;
    handlers.on_output_line = [this](std::string_view line) { read_card_line(line); };
    handlers.on_error_line = [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      if (!line.empty()) last_error_line_ = line;
    };
    handlers.on_end = [this](const ChildEnd& end) {
      const std::lock_guard lock(mutex_);
      ended_ = describe(end, milliseconds(0));
      changed_.notify_all();
    };
    auto child = ChildProcess::start(command, std::move(handlers));
    if (!child.ok()) return within("proxy", child.error());
    const auto until = std::chrono::steady_clock::now() + limit;
    std::unique_lock lock(mutex_);
    while (!result_.finished() && ended_.empty() && failure_.empty()) {
      changed_.wait_for(lock, kStopCheckInterval);
      if (stop.is_asked()) failure_ = "stopped";
      if (std::chrono::steady_clock::now() > until) failure_ = "it took too long";
    }
    lock.unlock();
    {
      const CommandStop::Making ending = stop.making();  // a second Ctrl-C waits for this
      child.value().reset();
    }
    if (result_.finished()) return Done{};
    if (!failure_.empty()) return Error{failure_};
    return Error{"the run " + ended_ + (last_error_line_.empty() ? "" : ": " + last_error_line_)};
  }

  // Until now.
  CalibrationResult result() {
    const std::lock_guard lock(mutex_);
    return result_;
  }

 private:
  void read_card_line(std::string_view line) {
    const std::size_t at = line.find(kCardName);
    if (at == std::string_view::npos) return;
    const std::string_view report = line.substr(at + std::string_view(kCardName).size());
    if (report.starts_with('{')) take_line(report);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  CalibrationResult result_;
  std::string ended_, failure_, last_error_line_;
};

// A run of the case, without what its screen needs.
ChildCommand command_of(const CalibrationCase& of, const Options& options,
                        const std::string& runs) {
  ChildCommand command{sibling_program("proxy"), {}, {}, ""};
  command.arguments = {"--profile",   of.profile,
                       "--listen",    "127.0.0.1:0",
                       "--dashboard", "127.0.0.1:0",
                       "--runs",      runs,
                       "--upstream",  options.demo ? "demo" : to_string(options.upstream)};
  if (!options.config.empty())
    command.arguments.insert(command.arguments.end(), {"--config", options.config});
  // No overlay may cover a target, and only the clicks may take time.
  command.environment = {{"FRANZ_SURFACE_PICTURE", size_text(of.picture)},
                         {"FRANZ_SURFACE_SLOW_PICTURE", size_text(of.picture)},
                         {"FRANZ_AGENT_MAX_STEPS", "0"},
                         {"FRANZ_AGENT_LOOP_DELAY_MS", "0"}};
  for (const char* const key : {"MARKS_CLASSIC", "MARKS_CURSOR", "MARKS_BADGE", "OVERLAYS_GRID",
                                "OVERLAYS_CROSSHAIR", "OVERLAYS_INSET", "OVERLAYS_BANNER"})
    command.environment.emplace_back("FRANZ_" + std::string(key), "off");
  command.end_patience = kEndTimeout;
  return command;
}

ChildCommand on_private_display(ChildCommand command, const CalibrationCase& of, int targets) {
  command.arguments.insert(command.arguments.end(),
                           {kObjective, "--", sibling_program("calibration_card"), "--linger-s",
                            "60", "--random", std::to_string(targets), "--divide",
                            std::to_string(of.monitors), "--area", geometry_of(card_area(of))});
  command.environment.emplace_back("FRANZ_SURFACE_CANVAS", size_text(screen_of(of)));
  command.environment.emplace_back("FRANZ_SURFACE_MONITOR", std::to_string(of.monitors));
  return command;
}

ChildCommand on_screen(ChildCommand command, const SurfaceSettings& surface) {
  command.arguments.insert(command.arguments.end(), {"--screen", surface.display, kObjective});
  command.environment.emplace_back("FRANZ_SURFACE_MONITOR", surface.monitor);
  command.environment.emplace_back("FRANZ_SURFACE_VNC_PASSWORD_FILE", surface.vnc_password_file);
  command.environment.emplace_back("FRANZ_SURFACE_VNC_CA", surface.vnc_ca);
  command.environment.emplace_back("FRANZ_SURFACE_VNC_INSECURE",
                                   surface.vnc_insecure ? "on" : "off");
  return command;
}

int report_stop() {
  print_error(command_name() + " calibrate: stopped before the end");
  return kStopped;
}

// One case on the screen of the settings. Returns the exit code.
int calibrate_screen(const Options& options, const std::string& runs, const CommandStop& stop) {
  const SurfaceSettings& surface = options.settings.settings.surface;
  CalibrationCase of{kProfiles[0].first, kProfiles[0].second, {}, kScreenCases[0].picture, 1};
  for (const auto& [profile, coordinates] : kProfiles)
    if (options.calibrated == profile) of = {profile, coordinates, {}, kScreenCases[0].picture, 1};
  // Shared with the thread, which outlives this function.
  const auto run = std::make_shared<CardRun>();
  print_error(command_name() + " calibrate: waiting for the lines of a calibration_card on " +
              surface.display +
              ": start it there, and pass them to standard input, as in `ssh HOST DISPLAY=:0 "
              "calibration_card | " +
              command_name() + " --screen " + surface.display + " calibrate`");
  start_detached_thread([run] {
    read_input_lines(kMaxCardLine, [&run](std::string_view line) { run->take_line(line); });
    run->card_ended();
  });  // blocks in read until the program ends
  Status done = run->wait_for_card(stop);
  if (done.ok()) {
    of.monitor = run->result().card();
    done = run->run(on_screen(command_of(of, options, runs), surface),
                    std::chrono::minutes(options.minutes), stop);
  }
  if (stop.is_asked()) return report_stop();
  const std::string failure = done.ok() ? "" : done.error().message;
  if (!print_line(calibration_line(of, run->result(), failure)).ok()) return 1;
  return done.ok() && is_exact(run->result(), of) ? 0 : 1;
}
}  // namespace

int run_calibrate(const Options& options) {
  const bool is_private = options.settings.settings.surface.display == kPrivateDisplay;
  const std::vector<std::string> missing =
      is_private ? missing_display_programs(false) : std::vector<std::string>();
  if (!missing.empty()) {
    print_error(command_name() + " calibrate: " + missing.front() +
                " is not installed: " + std::string(kDisplayPackages));
    return kCannotCalibrate;
  }
  const CommandStop stop(command_name() + " calibrate");
  const auto runs = TemporaryFolder::make("calibrate");
  if (!runs.ok()) {
    print_error(command_name() + " calibrate: " + runs.error().message);
    return kCannotCalibrate;
  }
  bool all_exact = true;
  if (!print_line(calibration_head()).ok()) return 1;
  if (!is_private) return calibrate_screen(options, runs.value()->path(), stop);
  StatusLine waiting;
  for (const auto& [profile, coordinates] : kProfiles) {
    if (!options.calibrated.empty() && options.calibrated != profile) continue;
    for (const ScreenCase& screen_case : kScreenCases) {
      const CalibrationCase of{profile, coordinates, screen_case.monitor, screen_case.picture,
                               screen_case.monitors};
      waiting.show("  " + of.profile + " on " + size_text(screen_of(of)) + " …");
      CardRun run;
      const Status done = run.run(
          on_private_display(command_of(of, options, runs.value()->path()), of, options.targets),
          std::chrono::minutes(options.minutes), stop);
      waiting.clear();
      if (stop.is_asked()) return report_stop();
      const std::string failure = done.ok() ? "" : done.error().message;
      if (!print_line(calibration_line(of, run.result(), failure)).ok()) return 1;
      all_exact = all_exact && done.ok() && is_exact(run.result(), of);
    }
  }
  return all_exact ? 0 : 1;
}
}  // namespace franz::proxy
