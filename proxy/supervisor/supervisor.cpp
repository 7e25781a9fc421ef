#include "proxy/supervisor/supervisor.h"
#include <algorithm>
#include <utility>
#include "common/base/overload.h"

namespace franz::proxy {
static constexpr std::int64_t kLongestWaitMs = 60'000;
static constexpr std::int64_t kHealthyMs = 60'000;
// When asked to stop, the orchestrator cuts its turn within 1 s; otherwise it is killed. After
// Ctrl-C all must end within 2 s; the dashboard's stop allows more time for a slow disk.
static constexpr std::int64_t kTurnMayEndMs = 1300, kStopMayTakeMs = 5000;
// A killed process ends immediately, unless a disk that does not answer blocks it.
static constexpr std::int64_t kTakeoverCheckMs = 200;  // until an orchestrator may be started
static constexpr std::int64_t kKillMayTakeMs = 3000, kLastKillMayTakeMs = 300;  // Last: for Ctrl-C

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
      demo_backoff_(options.restart_delay_ms),
      last_note_(options.last_note) {}

std::vector<SupervisorCommand> Supervisor::step(const SupervisorEvent& event, std::int64_t now_ms,
                                                double chance) {
  Commands out;
  std::visit(
      Overload{
          [&](const Begun&) {
            demo_backoff_.started(now_ms);
            enter(Program::waiting_for_upstream, "asking the model server", now_ms);
            out.emplace_back(ProbeUpstream{});
          },
          [&](const Probed& answer) { probed(answer.verdict, now_ms, out); },
          [&](const OrchestratorSpoke&) {
            spoke_ = true;
            if (program_ == Program::starting) enter(Program::running, "", now_ms);
          },
          [&](const OrchestratorFinished& last) { finish_ = last.finish; },
          [&](const OrchestratorHalted& halted) {
            // Resumed without our command, by a key at the screen.
            if (!halted.still && halted_ && !takeover_.active()) paused_ = false;
            halted_ = halted.still;
          },
          [&](const OrchestratorGone& gone) { orchestrator_gone(gone.end, now_ms, chance, out); },
          [&](const DemoGone& gone) { demo_gone(gone.end, now_ms, chance, out); },
          [&](const Commanded& asked) { commanded(asked.command, now_ms, out); },
          [&](const NotesTaken& taken) {
            std::erase_if(notes_, [&](const Note& note) {
              return std::ranges::find(taken.numbers, note.number) != taken.numbers.end();
            });
          },
          [&](const TurnIsRecorded& recorded) {
            if (continued_) person_used_ = false;
            if (!alive_) return;
            ControlCommand command{ControlCommand::Kind::recorded};
            command.turn = recorded.turn;
            out.emplace_back(SendLine{to_json(command)});
          },
          [&](const TakeOverAsked& asked) { take_over(asked, now_ms, out); },
          [&](const OrchestratorYielded&) { person_step(takeover_.yielded(), out); },
          [&](const InputReady&) { person_step(takeover_.input_ready(now_ms), out); },
          [&](const InputEnded& ended) {
            person_step(takeover_.input_ended(ended.why, now_ms), out);
          },
          [&](const ScreenReleased& released) {
            if (!released.trouble.empty()) out.emplace_back(Say{true, released.trouble});
            person_step(takeover_.released(), out);
          },
          [&](const PersonSent& sent) {
            if (!takeover_.holds(sent.lease)) return;
            takeover_.sent(sent.events, now_ms);
            if (!sent.events.empty()) out.emplace_back(SendInput{to_json(sent.events)});
          },
          [&](const HandedBack& back) {
            if (takeover_.holds(back.lease)) person_step(takeover_.end("handed back"), out);
          },
          [&](const StopAsked&) { stop_asked(now_ms, out); },
          [&](const TimePassed&) { time_passed(now_ms, out); }},
      event);
  // The private display ends with the proxy, so nothing stays pressed.
  if (!out.empty() && std::holds_alternative<EndProxy>(out.back())) {
    SupervisorCommand end = std::move(out.back());
    out.pop_back();
    report_gave_back(out);
    out.push_back(std::move(end));
  }
  return out;
}

std::optional<std::int64_t> Supervisor::due_ms() const {
  std::optional<std::int64_t> due;
  for (const auto& at : {probe_at_, start_at_, kill_at_, give_up_at_, demo_at_, takeover_.due_ms()})
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
      out.emplace_back(Say{false, "no model server? --upstream demo uses the built-in one"});
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
  if (takeover_.active()) {
    start_at_ = now_ms + kTakeoverCheckMs;  // it could act before it knows
    return;
  }
  alive_ = true;
  finish_.reset();
  orchestrator_backoff_.started(now_ms);
  out.emplace_back(StartOrchestrator{});
  // Commands for the last orchestrator apply to this one too.
  using Kind = ControlCommand::Kind;
  if (person_used_) {
    out.emplace_back(SendLine{to_json(ControlCommand{Kind::hand_back})});
    if (continued_) out.emplace_back(SendLine{to_json(ControlCommand{Kind::resume})});
  }
  if (!model_.empty()) out.emplace_back(SendLine{to_json(ControlCommand{Kind::model, model_})});
  if (paused_ || halted_) out.emplace_back(SendLine{to_json(ControlCommand{Kind::pause})});
  if (std::exchange(step_, false))
    out.emplace_back(SendLine{to_json(ControlCommand{Kind::step, ""})});
  for (const Note& note : notes_) {
    ControlCommand command{Kind::note, note.text};
    command.number = note.number;
    out.emplace_back(SendLine{to_json(command)});
  }
}

// The run is over. Ends the program too if it was started only for this run.
void Supervisor::finish(const std::string& why, const std::string& message, std::int64_t now_ms,
                        Commands& out) {
  start_at_.reset();
  probe_at_.reset();
  person_step(takeover_.end("the run is over"), out);
  enter(Program::finished, why, now_ms);
  out.emplace_back(Say{false, options_.end_when_finished
                                  ? message
                                  : message + "; the dashboard stays until Ctrl-C"});
  if (options_.end_when_finished) out.emplace_back(EndProxy{exit_code_});
}

void Supervisor::orchestrator_gone(const ChildGone& end, std::int64_t now_ms, double chance,
                                   Commands& out) {
  if (!alive_) return;  // given up already
  alive_ = false;
  kill_at_.reset();
  give_up_at_.reset();
  if (finish_) exit_code_ = exit_code(finish_->reason);
  if (ending_) {
    out.emplace_back(EndProxy{exit_code_});
    return;
  }
  const bool exited = end.kind == ChildGone::Kind::exited;
  if (finish_) {
    const std::string message = exit_code_ == 0 ? "finished"
                                                : "ended: " + finish_->text + " (exit code " +
                                                      std::to_string(exit_code_) + ")";
    return finish(finish_->text, message, now_ms, out);
  }
  if (exited && end.code == 0)
    return finish("the orchestrator has finished", "finished", now_ms, out);
  if (program_ == Program::stopping)
    return finish("stopped; the orchestrator " + end.text, "stopped", now_ms, out);
  const bool settings = exited && end.code == 2;
  if (settings || end.kind == ChildGone::Kind::not_started) {
    person_step(takeover_.end("the run is over"), out);
    enter(
        Program::failed,
        "the orchestrator " + end.text + (settings ? ": its settings are wrong, see the log" : ""),
        now_ms);
    out.emplace_back(Say{true, why_});
    if (!spoke_ && !options_.stay) out.emplace_back(EndProxy{settings ? 2 : 3});
    return;
  }
  person_step(takeover_.yielded(), out);
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

// Whether the command makes a paused run continue.
static bool continues(ControlCommand::Kind kind) {
  using Kind = ControlCommand::Kind;
  return kind == Kind::resume || kind == Kind::step || kind == Kind::model;
}

std::optional<ControlRefusal> Supervisor::refusal(const ControlCommand& command) const {
  using Kind = ControlRefusal::Kind;
  if (command.kind == ControlCommand::Kind::recorded)
    return ControlRefusal{Kind::state, "only the recorder reports what is recorded"};
  if (command.kind == ControlCommand::Kind::take_over ||
      command.kind == ControlCommand::Kind::hand_back)
    return ControlRefusal{Kind::state, "the screen is taken over by /api/screen"};
  switch (program_) {
    case Program::finished:
    case Program::failed:
      return ControlRefusal{Kind::state, "the run is over: " + std::string(name_of(program_))};
    case Program::stopping:
      // It may still act for a second: the red button works until it has ended.
      if (command.kind == ControlCommand::Kind::panic) return std::nullopt;
      return ControlRefusal{Kind::state, "the run is being stopped"};
    case Program::waiting_for_upstream:
    case Program::restarting:
      if (command.kind == ControlCommand::Kind::step || is_decision(command.kind))
        return ControlRefusal{Kind::state, "the orchestrator is not running"};
      break;
    case Program::starting:
    case Program::running: break;
  }
  if (!options_.launch && command.kind != ControlCommand::Kind::stop)
    return ControlRefusal{Kind::state, "there is no orchestrator: --no-launch"};
  if (takeover_.active() && continues(command.kind))
    return ControlRefusal{Kind::state, "a person has the screen: hand the screen back first"};
  const bool has_note = command.kind == ControlCommand::Kind::note || is_decision(command.kind);
  if (command.text.empty() || !has_note) return std::nullopt;
  std::size_t bytes = command.text.size();
  for (const Note& note : notes_) bytes += note.text.size();
  if (notes_.size() < kMaxWaitingNotes && bytes <= kMaxWaitingNoteBytes) return std::nullopt;
  return ControlRefusal{Kind::too_many,
                        std::to_string(notes_.size()) +
                            " notes wait for a turn that takes them; there may be " +
                            std::to_string(kMaxWaitingNotes) + ", of " +
                            std::to_string(kMaxWaitingNoteBytes) + " bytes in all"};
}

void Supervisor::commanded(const ControlCommand& asked, std::int64_t now_ms, Commands& out) {
  if (refusal(asked)) return;
  ControlCommand command = asked;
  const auto keep_note = [&] {
    command.number = ++last_note_;
    notes_.push_back({command.number, command.text});
  };
  if (continues(command.kind)) continued_ = true;
  if (command.kind == ControlCommand::Kind::panic) person_step(takeover_.end("panic"), out);
  if (command.kind == ControlCommand::Kind::stop)
    person_step(takeover_.end("the run was stopped"), out);
  switch (command.kind) {
    case ControlCommand::Kind::pause:
    case ControlCommand::Kind::panic:
      paused_ = true;
      step_ = false;
      break;
    case ControlCommand::Kind::model: model_ = command.text; [[fallthrough]];
    case ControlCommand::Kind::resume: paused_ = halted_ = step_ = false; break;
    case ControlCommand::Kind::note: keep_note(); break;
    case ControlCommand::Kind::approve:
    case ControlCommand::Kind::refuse:
      if (!alive_) return;
      // The model gets the text like any note, even from the next orchestrator.
      if (!command.text.empty()) keep_note();
      break;
    case ControlCommand::Kind::recorded:
    case ControlCommand::Kind::take_over:
    case ControlCommand::Kind::hand_back: return;
    case ControlCommand::Kind::step:
      paused_ = true;  // after the step, even after a restart
      halted_ = false;
      step_ = !alive_;
      break;
    case ControlCommand::Kind::stop:
      if (!alive_) return finish("stopped", "stopped", now_ms, out);
      enter(Program::stopping, "asked to stop", now_ms);
      return stop_orchestrator(kStopMayTakeMs, now_ms, out);
  }
  if (alive_) out.emplace_back(SendLine{to_json(command)});
}

void Supervisor::stop_orchestrator(std::int64_t patience_ms, std::int64_t now_ms, Commands& out) {
  kill_at_ = now_ms + patience_ms;
  out.emplace_back(SendLine{to_json(ControlCommand{ControlCommand::Kind::stop, ""})});
}

void Supervisor::stop_asked(std::int64_t now_ms, Commands& out) {
  if (std::exchange(ending_, true)) return;
  person_step(takeover_.end("the run was stopped"), out);
  probe_at_.reset();
  start_at_.reset();
  demo_at_.reset();
  enter(Program::stopping, "asked to stop", now_ms);
  if (!alive_) {
    out.emplace_back(EndProxy{exit_code_});
  } else if (kill_at_) {  // the dashboard asked before; only shortens the time
    kill_at_ = std::min(*kill_at_, now_ms + kTurnMayEndMs);
  } else if (give_up_at_) {
    give_up_at_ = std::min(*give_up_at_, now_ms + kLastKillMayTakeMs);
  } else {
    stop_orchestrator(kTurnMayEndMs, now_ms, out);
  }
}

void Supervisor::given_up(std::int64_t now_ms, Commands& out) {
  alive_ = false;
  out.emplace_back(Say{true, "the orchestrator was killed and does not end: the system holds it"});
  if (ending_) {
    out.emplace_back(EndProxy{0});
  } else {
    finish("stopped; the orchestrator does not end", "stopped", now_ms, out);
  }
}

void Supervisor::time_passed(std::int64_t now_ms, Commands& out) {
  const auto due = [now_ms](std::optional<std::int64_t>& at) {
    if (!at || now_ms < *at) return false;
    at.reset();
    return true;
  };
  if (due(probe_at_)) out.emplace_back(ProbeUpstream{});
  if (due(start_at_)) launch(now_ms, out);
  if (due(give_up_at_)) given_up(now_ms, out);
  if (due(kill_at_)) {
    out.emplace_back(KillOrchestrator{});
    give_up_at_ = now_ms + (ending_ ? kLastKillMayTakeMs : kKillMayTakeMs);
  }
  person_step(takeover_.time_passed(now_ms), out);
  if (due(demo_at_)) {
    demo_backoff_.started(now_ms);
    out.emplace_back(StartDemo{});
  }
}
}  // namespace franz::proxy
