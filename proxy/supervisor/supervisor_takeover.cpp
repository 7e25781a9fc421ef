// The supervisor's part about a person who takes the screen over on the dashboard.
#include <utility>
#include "proxy/supervisor/supervisor.h"

namespace franz::proxy {
std::optional<ControlRefusal> Supervisor::takeover_refusal() const {
  using Kind = ControlRefusal::Kind;
  if (!options_.no_takeover.empty()) return ControlRefusal{Kind::state, options_.no_takeover};
  switch (program_) {
    case Program::finished:
    case Program::failed: return ControlRefusal{Kind::state, "the run is over"};
    case Program::stopping: return ControlRefusal{Kind::state, "the run is being stopped"};
    case Program::waiting_for_upstream:
    case Program::starting:
    case Program::restarting:
    case Program::running: break;
  }
  if (std::string why = takeover_.refusal(); !why.empty())
    return ControlRefusal{Kind::state, std::move(why)};
  return std::nullopt;
}

std::optional<ControlRefusal> Supervisor::input_refusal(const std::string& lease) const {
  if (takeover_.holds(lease)) return std::nullopt;
  return ControlRefusal{ControlRefusal::Kind::state,
                        "this page does not have the screen (any more): take it over first"};
}

void Supervisor::take_over(const TakeOverAsked& asked, std::int64_t now_ms, Commands& out) {
  if (takeover_refusal()) return;
  paused_ = true;
  step_ = continued_ = false;
  person_step(takeover_.ask(asked.lease, alive_, now_ms), out);
}

void Supervisor::report_gave_back(Commands& out) {
  if (std::exchange(gave_back_reported_, true)) return;
  const PersonCounts& counts = takeover_.counts();
  out.emplace_back(PersonReport{
      false, "the person gave the screen back: " + takeover_.why() + "; " + to_string(counts),
      counts});
}

void Supervisor::person_step(ScreenTakeover::Step step, Commands& out) {
  using Step = ScreenTakeover::Step;
  using Kind = ControlCommand::Kind;
  switch (step) {
    case Step::nothing: return;
    case Step::yield: out.emplace_back(SendLine{to_json(ControlCommand{Kind::take_over})}); return;
    case Step::start_input: out.emplace_back(StartInput{}); return;
    case Step::grant:
      person_used_ = true;
      gave_back_reported_ = false;
      out.emplace_back(PersonReport{true, "a person took the screen over on the dashboard"});
      out.emplace_back(AnswerTakeover{takeover_.lease(), ""});
      return;
    case Step::end_input: out.emplace_back(EndInput{}); return;
    case Step::release: out.emplace_back(ReleaseScreen{}); return;
    case Step::end_release: out.emplace_back(EndRelease{}); return;
    case Step::hand_back:
      if (!takeover_.was_granted())
        out.emplace_back(AnswerTakeover{takeover_.lease(), takeover_.why()});
      report_gave_back(out);
      if (alive_) {
        ControlCommand command{Kind::hand_back};
        command.used = takeover_.was_granted();
        out.emplace_back(SendLine{to_json(command)});
      }
      return;
  }
}
}  // namespace franz::proxy
