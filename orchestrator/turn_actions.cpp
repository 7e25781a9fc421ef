#include "orchestrator/turn_actions.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/tools/surface_facts.h"
#include "common/wire/turn_warning.h"
#include "orchestrator/model_asking.h"
#include "orchestrator/turn_request.h"

namespace franz::orchestrator {
static bool is_on_other_screen(const LoopParts& parts, int turn) {
  const std::optional<Warning> warning = parts.ports.warning(turn);
  return warning && warning->code == kScreenChanged;
}

Turn begin_turn(LoopParts& parts) {
  const Settings& settings = parts.settings.settings();
  const RunScreen& screen = parts.settings.screen();
  const LoopState state = parts.progress.with_reply();
  Turn turn{state.turn + 1, turn_request(state, settings, parts.run_dir,
                                         parts.ports.utc(parts.ports.unix_ms()), screen)};
  if (parts.ports.dump_file) turn.request.dump_file = parts.ports.dump_file(settings);
  std::optional<Approval> approval;
  if (state.acting && state.acting->turn == turn.number) {
    approval = state.acting->approval;
    Result<ExecutorRequest> again = repeated_request(state, settings, parts.run_dir, screen);
    if (again.ok()) {
      turn.request = std::move(again).value();
      turn.performed = performed_before(*state.acting);
    } else {
      warn(parts.ports, "state.json: " + again.error().message + "; the turn is begun afresh");
    }
  }
  // What the model decided on a screen that a person has used since, or on another one, is not
  // performed. What was performed before that keeps its request.
  const bool is_other = is_on_other_screen(parts, turn.number);
  if ((is_other || parts.waits.control().person_uses() > 0) && turn.request.reply &&
      !turn.performed && turn.request.mode == ActingMode::act &&
      !is_repeatable(turn.request.options.surface)) {
    turn.request.mode = ActingMode::overtaken;
    turn.request.consent = Consent{};
  }
  // The last turn of a run shows how it ended.
  const bool each = settings.agent.picture_after_action || state.finish;
  turn.request.picture = each ? PictureDue::always : parts.memory.picture;
  parts.progress.state().acting =
      Acting{turn.number, to_json_without_reply(turn.request), std::nullopt, approval};
  return turn;
}

void keep_off_other_screen(LoopParts& parts) {
  if (!is_on_other_screen(parts, parts.progress.next_turn())) return;
  const std::optional<Acting>& acting = parts.progress.state().acting;
  if (acting && acting->result) return;  // what was performed before is not repeated
  begin_turn(parts);
  if (const Status stored = parts.store(LoopPorts::Storing::safe); !stored.ok())
    warn(parts.ports, "state.json cannot be saved: " + stored.error().message);
}

// The operator's answer, or `expired`. Nothing: interrupted.
static std::optional<Approval> ask_operator(LoopParts& parts, const ExecutorReply& planned) {
  const LoopPorts& ports = parts.ports;
  LoopControl& control = parts.waits.control();
  Approval approval;
  std::optional<std::string> picture_sha256;
  if (!planned.screenshot_b64.empty()) picture_sha256 = picture_ref(planned.screenshot_b64).sha256;
  approval.plan = action_plan(parts.progress.next_turn(), planned, picture_sha256);
  approval.plan_sha256 = plan_digest(approval.plan);
  const std::string turn = "turn " + std::to_string(approval.plan.turn);
  control.ask({approval.plan.turn, approval.plan_sha256, items_to_approve(approval.plan)});
  const double wait_ms = parts.settings.settings().safety.approve_s * 1000;
  const double until = ports.steady_ms() + wait_ms;
  parts.waits.report_state("asking", "the operator's consent", static_cast<int>(wait_ms));
  LoopEvent asked = loop_event(LoopEvent::Kind::approval, approval.plan.turn);
  asked.plan = approval.plan;
  asked.plan_sha256 = approval.plan_sha256;
  asked.until = ports.utc(ports.unix_ms() + static_cast<std::int64_t>(wait_ms));
  asked.screenshot_b64 = planned.screenshot_b64;
  ports.emit(asked);
  ports.log(LogLevel::info,
            turn + " waits for the operator's consent to its plan " + approval.plan_sha256);
  const std::optional<Decided> decided = parts.waits.wait_for_decision(until);
  if (!decided && control.interrupted()) return std::nullopt;
  approval.time = ports.utc(ports.unix_ms());
  if (decided) {
    approval.decision = decided->items.empty() ? Decision::refused : Decision::approved;
    approval.items = decided->items;
    if (!decided->note.empty()) approval.note = decided->note;
  } else {
    warn(ports,
         "nobody agreed to the actions of " + turn + " in time: what needs consent is not done");
  }
  return approval;
}

// Plans the turn and asks the operator if an item needs consent. The approval is then in
// state.acting and in the request. False: interrupted.
static bool agree(LoopParts& parts, Turn& turn) {
  const Settings& settings = parts.settings.settings();
  std::optional<Acting>& acting = parts.progress.state().acting;
  const ExecutorRequest plan = plan_request(turn.request);
  // A plan performs nothing: a process that resumes here plans and asks again.
  acting = Acting{turn.number, to_json_without_reply(plan), std::nullopt};
  const Result<ExecutorReply, ChildFailure> planned =
      parts.ports.execute(plan, executor_deadline_ms(settings));
  parts.waits.take_waiting_commands();
  if (parts.waits.control().interrupted()) return false;
  if (!planned.ok()) {
    warn(parts.ports, "the actions could not be planned, so none is done: the executor " +
                          describe(planned.error()));
    ExecutorReply& none = turn.performed.emplace();
    none.feedback = "ERROR: the executor " + describe(planned.error()) +
                    " when the actions were only planned; none of them was done.";
    none.degraded = {"executor: " + planned.error().log};
    return true;
  }
  const auto needs_consent = [](const ActionItem& item) { return item.risk.has_value(); };
  if (std::ranges::any_of(planned.value().items, needs_consent)) {
    acting->approval = ask_operator(parts, planned.value());
    if (!acting->approval) return false;
    add_decision(turn.request.consent, *acting->approval);
    if (acting->approval->decision == Decision::expired)
      turn.request.consent.refusal =
          "the operator did not answer in " + json_number(settings.safety.approve_s) + " s";
  }
  acting->in = to_json_without_reply(turn.request);
  return true;
}

bool may_act(LoopParts& parts, Turn& turn) {
  if (!turn.performed && may_need_consent(turn.request) && !agree(parts, turn)) return false;
  std::optional<Acting>& acting = parts.progress.state().acting;
  if (turn.performed) acting->result = to_json_without_screenshot(*turn.performed);
  LoopControl& control = parts.waits.control();
  const bool acts = turn.request.reply && turn.request.mode == ActingMode::act && !acting->result;
  if (acts && !is_repeatable(turn.request.options.surface)) {
    parts.waits.take_waiting_commands();
    if (parts.settings.screen().facts().is_watched() && !control.watched())
      control.halt(control.why_unwatched(), PauseCause::unwatched);
  }
  const auto store = [&parts]() -> std::string {
    const Status stored = parts.store(LoopPorts::Storing::safe);
    if (stored.ok()) return "";
    return "state.json cannot be saved: " + stored.error().message +
           "; nothing is done before it is, since a crash would have it done twice. The run goes "
           "on by itself when there is room";
  };
  if (!(acts && control.halted()) && parts.waits.wait_for_disk(store, 0)) return true;
  if (acts) acting.reset();  // nothing of it is done, regardless of the file on the disk
  return false;
}

static ExecutorReply execute(LoopParts& parts, const ExecutorRequest& request) {
  Result<ExecutorReply, ChildFailure> reply =
      parts.ports.execute(request, executor_deadline_ms(parts.settings.settings()));
  if (reply.ok()) return std::move(reply).value();
  ExecutorReply none;
  parts.waits.take_waiting_commands();
  const LoopControl& control = parts.waits.control();
  if (control.halted()) {
    none.feedback = "WARNING: a person stopped all input.";
    none.degraded = {"executor: stopped: " + control.why()};
  } else {
    none.feedback = degraded_text("executor", reply.error());
    none.degraded = {"executor: " + reply.error().log};
  }
  if (request.reply && !is_repeatable(request.options.surface))
    none.feedback += "\nWARNING: the actions may be partly done; they are not repeated.";
  return none;
}

ExecutorReply act(LoopParts& parts, const Turn& turn) {
  if (turn.performed)
    return with_picture_of(execute(parts, picture_request(turn.request)), *turn.performed);
  ExecutorReply acted = execute(parts, turn.request);
  if (!is_repeatable(turn.request.options.surface)) {
    parts.progress.state().acting->result = to_json_without_screenshot(acted);
    // If this fails, nothing is done twice either: the next process only takes a picture.
    static_cast<void>(parts.store(LoopPorts::Storing::safe));
  }
  return acted;
}
}  // namespace franz::orchestrator
