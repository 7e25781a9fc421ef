#include "orchestrator/turn_loop.h"
#include <utility>
#include "orchestrator/run_limits.h"

namespace franz::orchestrator {
static constexpr const char* kPersonUsedScreen = "A person used the screen; look again.";
// A screen that is connected and gives no picture has another problem, which is reported to the
// model.
static constexpr int kLostPictures = 3;
static constexpr int kLongDelayMs = 1000;  // a shorter one is not worth an event

TurnLoop::TurnLoop(LoopPorts ports, const Memory& memory, const Api& api, LoopState state,
                   std::string run_dir, std::vector<Step> steps)
    : parts_(std::move(ports), memory, api, std::move(state), std::move(steps),
             std::move(run_dir)) {}

Finish TurnLoop::run() {
  LoopEvent last = loop_event(LoopEvent::Kind::finished);
  last.finish = run_turns();
  if (const Status stored = parts_.store(LoopPorts::Storing::safe); !stored.ok())
    parts_.ports.log(LogLevel::error, "state.json cannot be saved: " + stored.error().message);
  parts_.ports.emit(last);
  return last.finish;
}

Finish TurnLoop::run_turns() {
  const double started_ms = parts_.ports.steady_ms();
  LoopWaits& waits = parts_.waits;
  LoopControl& control = waits.control();
  const LoopState& state = parts_.progress.state();
  const Settings& settings = parts_.settings.settings();
  const RunScreen& screen = parts_.settings.screen();
  bool counted_down = false;
  asking_.read_settings();
  keep_off_other_screen(parts_);
  for (;;) {
    waits.take_waiting_commands();
    if (control.stopping()) return {FinishReason::stopped, "stopped"};
    if (control.paused()) {
      waits.stay_paused(screen.person);
      watch_.begin_again();
      continue;
    }
    if (!counted_down) {
      const int seconds = screen.person ? settings.safety.countdown_s : 0;
      counted_down =
          seconds == 0 ||
          waits.count_down(shown_screen(screen.display, settings.surface.display), seconds);
      continue;
    }
    // A turn that ends the run and has begun is made regardless of the limits.
    const Spent spent{(parts_.ports.steady_ms() - started_ms) / 60000, tokens_};
    const auto limit = state.finish       ? std::nullopt
                       : control.finish() ? control.finish()
                                          : limit_reached(settings.limits, state.turn, spent);
    if (limit && !waits.wait_until_recorded()) continue;
    if (limit) return *limit;
    const TurnEnd end = turn();
    if (end == TurnEnd::closed) return *state.finish;
    if (end == TurnEnd::finished) control.turn_made();
  }
}

TurnLoop::TurnEnd TurnLoop::turn() {
  const LoopPorts& ports = parts_.ports;
  Progress& progress = parts_.progress;
  LoopControl& control = parts_.waits.control();
  if (!parts_.waits.wait_for_screen()) return TurnEnd::interrupted;
  const double began_ms = ports.steady_ms();
  asking_.begin_turn();
  const AgentSettings& agent = parts_.settings.settings().agent;
  if (!progress.keep_objective(agent.objective))
    warn(ports,
         "[agent] objective: the run keeps the one that it began with; another one needs "
         "a run of its own");
  std::optional<Finish>& finish = progress.state().finish;
  if (!finish)
    finish = steps_used_up(agent.max_steps, progress.turn(), parts_.memory, progress.reply());
  Turn turn = begin_turn(parts_);
  if (!may_act(parts_, turn) || control.halted()) return TurnEnd::interrupted;
  if (!finish) parts_.settings.report_system(ports, turn.number);
  const int person_uses = control.person_uses();
  const ExecutorReply acted = act_with_warnings(turn);
  if (is_interrupted_after(turn, acted)) return TurnEnd::interrupted;
  look_for_stop(turn, acted);
  if (finish) return close(acted);

  const std::size_t notes = control.count_notes();
  TurnQuestion question = asking_.prepare(turn.request, acted, control.notes());
  report_acted(acted, &question);
  const double acted_ms = ports.steady_ms() - began_ms;
  std::optional<ModelAnswer> answer = asking_.ask(question);
  if (!answer) return TurnEnd::interrupted;
  LoopEvent finished = loop_event(LoopEvent::Kind::turn_finished, turn.number);
  JsonObject timings;
  timings.number("executor", acted_ms).number("first_byte", answer->first_byte_ms);
  timings.number("model", answer->total_ms);
  accept(*std::move(answer), acted, question.now);
  finished.timings_ms = timings.number("turn", ports.steady_ms() - began_ms).finish();
  ports.emit(finished);
  // Notes that arrived while the model was thinking belong to the next turn.
  control.sent(notes);
  control.saw_person_uses(person_uses);

  const int delay = agent.loop_delay_ms;
  if (delay > 0 && control.running())
    parts_.waits.wait(delay, delay >= kLongDelayMs ? "waiting" : "", "loop delay");
  return TurnEnd::finished;
}

ExecutorReply TurnLoop::act_with_warnings(const Turn& turn) {
  LoopEvent started = loop_event(LoopEvent::Kind::turn_started, turn.number);
  started.executor_in = parts_.progress.state().acting->in;
  parts_.ports.emit(started);
  parts_.waits.report_state("acting");
  ExecutorReply acted = act(parts_, turn);
  std::optional<Warning> person;
  if (parts_.waits.control().person_uses() > 0)
    person = Warning{std::string(kPersonUsed), kPersonUsedScreen};
  for (const std::optional<Warning>& warning :
       {parts_.ports.warning(turn.number), person, asking_.lost_reply()}) {
    if (!warning) continue;
    acted.feedback += (acted.feedback.empty() ? "WARNING: " : "\nWARNING: ") + warning->text;
    acted.warnings.push_back(*warning);
  }
  return acted;
}

bool TurnLoop::is_interrupted_after(const Turn& turn, const ExecutorReply& acted) {
  parts_.waits.take_waiting_commands();
  LoopControl& control = parts_.waits.control();
  if (acted.takeover && !turn.performed && !control.halted())
    control.halt(
        "the person at the screen took over; what was still to be done was not. Resume when the "
        "run may go on",
        PauseCause::takeover);
  return control.stopping() || control.halted() || needs_picture_again(acted);
}

// What was done is stored and not repeated; the turn begins again for its picture, once the screen
// can be reached.
bool TurnLoop::needs_picture_again(const ExecutorReply& acted) {
  const bool is_missing = acted.screenshot_b64.empty() && !acted.degraded.empty();
  if (!parts_.ports.screen_trouble || !is_missing) lost_pictures_ = 0;
  return parts_.ports.screen_trouble && is_missing && ++lost_pictures_ <= kLostPictures;
}

void TurnLoop::look_for_stop(const Turn& turn, const ExecutorReply& acted) {
  std::optional<Finish>& finish = parts_.progress.state().finish;
  // A stop in the last reply that max_steps allows counts, not the limit.
  if (finish && finish->reason != FinishReason::limit) return;
  auto stop = stops_.turn_acted(turn.number, acted, parts_.settings.settings().agent);
  if (!stop) return;
  finish = std::move(stop);
  static_cast<void>(parts_.store(LoopPorts::Storing::safe));
}

void TurnLoop::report_acted(const ExecutorReply& acted, const TurnQuestion* question) {
  LoopEvent event = loop_event(LoopEvent::Kind::turn_acted, parts_.progress.next_turn());
  event.executor_out = to_json_without_screenshot(acted);
  event.degraded = acted.degraded;
  event.approval = parts_.progress.state().acting->approval;
  if (question != nullptr) {
    event.note = question->now.note;
    event.notes = parts_.waits.control().note_numbers();
    event.memory = question->memory;
  }
  parts_.ports.emit(event);
  for (const std::string& what : acted.degraded) parts_.ports.log(LogLevel::warning, what);
}

// Ends the turn that sends no request.
TurnLoop::TurnEnd TurnLoop::close(const ExecutorReply& acted) {
  report_acted(acted, nullptr);
  LoopEvent closed = loop_event(LoopEvent::Kind::turn_closed, parts_.progress.next_turn());
  closed.finish = *parts_.progress.state().finish;
  closed.screenshot_b64 = acted.screenshot_b64;
  parts_.ports.emit(closed);
  return TurnEnd::closed;
}

void TurnLoop::accept(ModelAnswer answer, const ExecutorReply& acted, const Now& now) {
  Progress& progress = parts_.progress;
  LoopState& state = progress.state();
  const Settings& settings = parts_.settings.settings();
  const std::string ended = answer.reply.finish_reason.value_or("");
  const TokenUsage usage = answer.reply.usage.value_or(TokenUsage{});
  tokens_ += usage.prompt_tokens + usage.completion_tokens;
  Step step{progress.next_turn(), reply_of(answer.reply), now.items,
            now.answers,          now.feedback,           now.note,
            now.picture};
  const RunWatch::Finding finding =
      watch_.turn_over({progress.reply(), state.finish_reason == kEndedAtLimit, acted, step.reply,
                        ended == kEndedAtLimit},
                       {settings.limits.pause_after_failures, settings.limits.pause_after_repeats,
                        settings.model.max_tokens});
  state.asked_back = acted.error && acted.error->kind == kAskedBack;
  if (!acted.screenshot_b64.empty()) {
    state.seen = Seen{acted.screen, now.facts.picture, acted.tiles};
    parts_.settings.saw_screen(acted.screen);
  }
  if (acted.pointer) state.pointer = acted.pointer;
  progress.accept(std::move(step), answer.request, ended);
  parts_.waits.expect_record_of(progress.turn());
  // If the disk refuses it, no action is performed until it takes the next one.
  static_cast<void>(parts_.store(LoopPorts::Storing::kept));
  for (const std::string& warning : finding.warnings) warn(parts_.ports, warning);
  if (finding.pause.empty()) return;
  if (settings.limits.unattended) {
    parts_.waits.control().end({finding.reason, finding.pause});
  } else {
    parts_.waits.control().pause(finding.pause);
  }
}
}  // namespace franz::orchestrator
