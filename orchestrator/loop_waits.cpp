#include "orchestrator/loop_waits.h"

namespace franz::orchestrator {
static constexpr int kHandsOffMs = 1000;
static constexpr int kRetryMs = 200;
static constexpr int kRecordPatienceMs = 5000;

void LoopWaits::take(const ControlCommand& command) {
  if (command.kind == ControlCommand::Kind::model) ports_.choose_model(command.text);
  control_.take(command);
  for (const std::string& why : control_.take_refusals())
    warn(ports_, "a command was refused: " + why);
}

void LoopWaits::take_waiting_commands() {
  while (const auto command = ports_.next_command(0)) take(*command);
}

bool LoopWaits::wait_until(double steady_ms,
                           const std::function<bool(const ControlCommand&)>& over) {
  while (!control_.interrupted()) {
    const double left = steady_ms - ports_.steady_ms();
    if (left <= 0) return true;
    const auto command = ports_.next_command(static_cast<int>(left) + 1);
    if (!command) continue;
    take(*command);
    if (over && over(*command)) return true;
  }
  return false;
}

bool LoopWaits::wait(int milliseconds, const std::string& state, const std::string& why) {
  if (!state.empty()) report_state(state, why, milliseconds);
  return wait_until(ports_.steady_ms() + milliseconds);
}

bool LoopWaits::count_down(const std::string& screen, int seconds) {
  // Each control names its own ways to begin at once and to hold.
  const std::string why = "the run begins on " + screen + " in " + std::to_string(seconds) + " s";
  ports_.log(LogLevel::info, "paused: " + why);
  report_state("paused", why, seconds * 1000, PauseCause::countdown);
  const auto begins = [](const ControlCommand& command) {
    return command.cause == PauseCause::other && (command.kind == ControlCommand::Kind::resume ||
                                                  command.kind == ControlCommand::Kind::step);
  };
  return wait_until(ports_.steady_ms() + seconds * 1000.0, begins) ||
         control_.cause() != PauseCause::unwatched;
}

std::optional<Decided> LoopWaits::wait_for_decision(double until) {
  wait_until(until, [this](const ControlCommand&) { return control_.decided().has_value(); });
  std::optional<Decided> decided = control_.decided();
  control_.stop_asking();
  if (control_.stopping()) decided.reset();
  return decided;
}

void LoopWaits::stay_paused(bool on_screen) {
  std::string reported;
  while (control_.paused() && !control_.stopping()) {
    if (reported != control_.why()) {
      reported = control_.why();
      ports_.log(control_.level(), "paused: " + reported);
      report_state("paused", reported, 0, control_.cause(), control_.problem());
    }
    if (const auto command = ports_.next_command(-1)) take(*command);
  }
  if (!on_screen || control_.interrupted()) return;
  report_state("paused", "hands off: the run goes on", kHandsOffMs, PauseCause::countdown);
  wait(kHandsOffMs, "", "");
}

// Waits until `trouble` returns an empty text. `over`: logged after a reported wait.
bool LoopWaits::wait_out(const std::function<std::string()>& trouble, int patience_ms,
                         PauseCause cause, const char* over) {
  const double since = ports_.steady_ms();
  std::string reported;
  for (;;) {
    const std::string why = trouble();
    if (why.empty()) break;
    if (control_.interrupted()) return false;
    if (why != reported && ports_.steady_ms() - since >= patience_ms) {
      reported = why;
      ports_.log(LogLevel::warning, "paused: " + why);
      report_state("paused", why, 0, cause);
    }
    if (const auto command = ports_.next_command(kRetryMs)) take(*command);
  }
  if (!reported.empty()) ports_.log(LogLevel::info, over);
  return true;
}

bool LoopWaits::wait_for_disk(const std::function<std::string()>& trouble, int patience_ms) {
  return wait_out(trouble, patience_ms, PauseCause::disk,
                  "the disk takes files again: the run goes on");
}

bool LoopWaits::wait_for_screen() {
  if (!ports_.screen_trouble) return true;
  return wait_out(ports_.screen_trouble, 0, PauseCause::screen,
                  "the screen is back: the run goes on");
}

bool LoopWaits::wait_until_recorded() {
  const auto trouble = [this]() -> std::string {
    take_waiting_commands();
    if (control_.recorded() >= unrecorded_) return "";
    return "turn " + std::to_string(unrecorded_) +
           " is not recorded yet; the run goes on by itself when it is";
  };
  if (!wait_for_disk(trouble, kRecordPatienceMs)) return false;
  unrecorded_ = 0;
  return true;
}

void LoopWaits::report_state(const std::string& state, const std::string& why, int until_ms,
                             PauseCause cause, const std::optional<ModelProblem>& problem) {
  LoopEvent event = loop_event(LoopEvent::Kind::state, progress_.next_turn());
  event.state = state;
  event.why = why;
  event.cause = cause;
  event.problem = problem;
  if (until_ms > 0) event.until = ports_.utc(ports_.unix_ms() + until_ms);
  ports_.emit(event);
}
}  // namespace franz::orchestrator
