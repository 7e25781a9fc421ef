#include "proxy/supervisor/supervisor.h"
#include <algorithm>
#include <utility>

namespace franz::proxy {
static constexpr std::int64_t kLongestWaitMs = 60'000;
static constexpr std::int64_t kHealthyMs = 60'000;
// After Ctrl-C the orchestrator cuts its turn within 1 s by itself; one that does not is ended.
static constexpr std::int64_t kTurnMayEndMs = 1300;

std::string_view name_of(Program program) {
  switch (program) {
    case Program::waiting_for_upstream: return "waiting_for_upstream";
    case Program::starting: return "starting";
    case Program::running: return "running";
    case Program::restarting: return "restarting";
    case Program::stopping: return "stopping";
    case Program::finished: return "finished";
    case Program::failed: return "failed";
  }
  return "";
}

std::int64_t Backoff::crashed(std::int64_t now_ms, double chance) {
  quick_failures_ = now_ms - started_ms_ >= kHealthyMs ? 1 : quick_failures_ + 1;
  std::int64_t wait = first_ms_;
  for (int i = 1; i < quick_failures_ && wait < kLongestWaitMs; ++i) wait *= 2;
  if (quick_failures_ > 1)
    wait += static_cast<std::int64_t>(0.1 * chance * static_cast<double>(wait));
  return std::min(wait, std::max(kLongestWaitMs, first_ms_));
}

Supervisor::Supervisor(const SupervisorOptions& options)
    : options_(options),
      orchestrator_backoff_(options.restart_delay_ms),
      demo_backoff_(options.restart_delay_ms) {}

std::vector<SupervisorCommand> Supervisor::step(const SupervisorEvent& event, std::int64_t now_ms,
                                                double chance) {
  Commands out;
  if (std::holds_alternative<Begun>(event)) {
    demo_backoff_.started(now_ms);
    enter(Program::waiting_for_upstream, "asking the model server", now_ms);
    out.emplace_back(ProbeUpstream{});
  } else if (const auto* answer = std::get_if<Probed>(&event)) {
    probed(answer->verdict, now_ms, out);
  } else if (std::holds_alternative<OrchestratorSpoke>(event)) {
    spoke_ = true;
    if (program_ == Program::starting) enter(Program::running, "", now_ms);
  } else if (const auto* gone = std::get_if<OrchestratorGone>(&event)) {
    orchestrator_gone(gone->end, now_ms, chance, out);
  } else if (const auto* demo = std::get_if<DemoGone>(&event)) {
    demo_gone(demo->end, now_ms, chance, out);
  } else if (const auto* asked = std::get_if<Commanded>(&event)) {
    commanded(asked->command, now_ms, out);
  } else if (const auto* recorded = std::get_if<NoteRecorded>(&event)) {
    note_recorded(recorded->note);
  } else if (std::holds_alternative<StopAsked>(event)) {
    stop_asked(now_ms, out);
  } else {
    time_passed(now_ms, out);
  }
  return out;
}

std::optional<std::int64_t> Supervisor::due_ms() const {
  std::optional<std::int64_t> due;
  for (const auto& at : {probe_at_, start_at_, kill_at_, demo_at_})
    if (at && (!due || *at < *due)) due = at;
  return due;
}

void Supervisor::enter(Program program, std::string why, std::int64_t now_ms) {
  if (program != program_ || since_ms_ == 0) since_ms_ = now_ms;
  program_ = program;
  why_ = std::move(why);
  until_ms_.reset();
}

void Supervisor::probed(const ProbeVerdict& verdict, std::int64_t now_ms, Commands& out) {
  if (program_ != Program::waiting_for_upstream) return;
  if (!verdict.ready) {
    probe_at_ = now_ms + options_.probe_every_ms;
    if (verdict.why == why_) return;
    enter(Program::waiting_for_upstream, verdict.why, now_ms);
    out.emplace_back(Say{true, "waiting for the model: " + verdict.why});
    if (!std::exchange(hinted_, true) && !options_.demo)
      out.emplace_back(Say{false, "no model at hand? proxy --upstream demo has one built in"});
    return;
  }
  if (!options_.launch) return enter(Program::running, "no orchestrator: --no-launch", now_ms);
  enter(Program::starting, "", now_ms);
  if (options_.launch_delay_ms > 0) {
    start_at_ = until_ms_ = now_ms + options_.launch_delay_ms;
  } else {
    launch(now_ms, out);
  }
}

void Supervisor::launch(std::int64_t now_ms, Commands& out) {
  start_at_.reset();
  enter(Program::starting, "", now_ms);
  alive_ = true;
  orchestrator_backoff_.started(now_ms);
  out.emplace_back(StartOrchestrator{});
  // What the operator said to the one before holds for this one too.
  if (paused_) out.emplace_back(SendLine{to_json(ControlCommand{ControlCommand::Kind::pause, ""})});
  for (const std::string& note : notes_)
    out.emplace_back(SendLine{to_json(ControlCommand{ControlCommand::Kind::note, note})});
}

void Supervisor::orchestrator_gone(const ChildGone& end, std::int64_t now_ms, double chance,
                                   Commands& out) {
  alive_ = false;
  kill_at_.reset();
  if (program_ == Program::stopping) {
    out.emplace_back(EndProxy{0});
    return;
  }
  const bool exited = end.kind == ChildGone::Kind::exited;
  if (exited && end.code == 0) {
    enter(Program::finished, "the orchestrator has finished", now_ms);
    out.emplace_back(Say{false, options_.end_when_finished
                                    ? "finished"
                                    : "finished; the dashboard stays until Ctrl-C"});
    if (options_.end_when_finished) out.emplace_back(EndProxy{0});
    return;
  }
  const bool settings = exited && end.code == 2;
  if (settings || end.kind == ChildGone::Kind::not_started) {
    enter(
        Program::failed,
        "the orchestrator " + end.text + (settings ? ": its settings are wrong, see the log" : ""),
        now_ms);
    out.emplace_back(Say{true, why_});
    if (!spoke_ && !options_.stay) out.emplace_back(EndProxy{settings ? 2 : 3});
    return;
  }
  const std::int64_t wait = orchestrator_backoff_.crashed(now_ms, chance);
  ++restarts_;
  enter(Program::restarting, "the orchestrator " + end.text, now_ms);
  start_at_ = until_ms_ = now_ms + wait;
  out.emplace_back(
      Say{true, why_ + "; it is started again in " + std::to_string((wait + 500) / 1000) + " s"});
}

void Supervisor::demo_gone(const ChildGone& end, std::int64_t now_ms, double chance,
                           Commands& out) {
  if (program_ == Program::stopping) return;
  const bool ended = end.kind == ChildGone::Kind::exited && (end.code == 0 || end.code == 2);
  if (ended || end.kind == ChildGone::Kind::not_started) {
    out.emplace_back(Say{true, "the demo model " + end.text + "; it is not started again"});
    return;
  }
  const std::int64_t wait = demo_backoff_.crashed(now_ms, chance);
  demo_at_ = now_ms + wait;
  out.emplace_back(Say{true, "the demo model " + end.text + "; it is started again in " +
                                 std::to_string((wait + 500) / 1000) + " s"});
}

std::optional<std::string> Supervisor::refusal(Program program, ControlCommand::Kind command) {
  if (program == Program::running || program == Program::starting) return std::nullopt;
  const bool ends =
      program == Program::finished || program == Program::failed || program == Program::stopping;
  if (ends) return "the run is over: " + std::string(name_of(program));
  if (command == ControlCommand::Kind::step) return "the orchestrator is not running";
  return std::nullopt;
}

void Supervisor::commanded(const ControlCommand& command, std::int64_t now_ms, Commands& out) {
  if (refusal(program_, command.kind)) return;
  switch (command.kind) {
    case ControlCommand::Kind::pause: paused_ = true; break;
    case ControlCommand::Kind::resume: paused_ = false; break;
    case ControlCommand::Kind::note: notes_.push_back(command.text); break;
    case ControlCommand::Kind::step: break;
    case ControlCommand::Kind::stop:
      if (alive_) break;
      start_at_.reset();
      probe_at_.reset();
      enter(Program::finished, "stopped", now_ms);
      return;
  }
  if (alive_) out.emplace_back(SendLine{to_json(command)});
}

// The orchestrator joins waiting notes by line ends: the recorded text tells how many it took.
void Supervisor::note_recorded(const std::string& note) {
  std::string joined;
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    joined += (i == 0 ? "" : "\n") + notes_[i];
    if (joined != note) continue;
    notes_.erase(notes_.begin(), notes_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return;
  }
}

void Supervisor::stop_asked(std::int64_t now_ms, Commands& out) {
  if (program_ == Program::stopping) return;
  probe_at_.reset();
  start_at_.reset();
  demo_at_.reset();
  enter(Program::stopping, "asked to stop", now_ms);
  if (!alive_) {
    out.emplace_back(EndProxy{0});
    return;
  }
  kill_at_ = now_ms + kTurnMayEndMs;
  out.emplace_back(SendLine{to_json(ControlCommand{ControlCommand::Kind::stop, ""})});
}

void Supervisor::time_passed(std::int64_t now_ms, Commands& out) {
  const auto due = [now_ms](std::optional<std::int64_t>& at) {
    if (!at || now_ms < *at) return false;
    at.reset();
    return true;
  };
  if (due(probe_at_)) out.emplace_back(ProbeUpstream{});
  if (due(start_at_)) launch(now_ms, out);
  if (due(kill_at_)) out.emplace_back(KillOrchestrator{});
  if (due(demo_at_)) {
    demo_backoff_.started(now_ms);
    out.emplace_back(StartDemo{});
  }
}
}  // namespace franz::proxy
