#include "orchestrator/turn_loop.h"
#include <algorithm>
#include <utility>
#include "common/base/base64.h"
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/run/step_json.h"
#include "common/tools/surface_facts.h"
#include "common/wire/api/apis.h"
#include "common/wire/function_tools.h"
#include "common/wire/limits.h"
#include "orchestrator/system_message.h"
#include "orchestrator/turn_request.h"

namespace franz::orchestrator {
static constexpr int kLongDelayMs = 1000;  // a shorter one is not worth an event
// Who resumes a run has the hand on the mouse or on a key: moving it away is no takeover.
static constexpr int kHandsOffMs = 1000;
static constexpr int kDiskRetryMs = 200;
static constexpr int kRecordPatienceMs = 5000;  // a run pauses whose turn is not recorded by then

// What is no base64 is sent as it is, as nobody's picture: the server says what it makes of it.
static PictureRef picture_ref(std::string_view base64) {
  const Result<std::string> png = base64_decode(base64);
  return {png.ok() ? sha256_hex(png.value()) : ""};
}

TurnLoop::TurnLoop(LoopPorts ports, const Memory& memory, const Api& api, LoopState state,
                   std::string run_dir, std::vector<Step> steps)
    : ports_(std::move(ports)),
      memory_(memory),
      api_(api),
      policy_(api),
      state_(std::move(state)),
      steps_(std::move(steps)),
      run_dir_(std::move(run_dir)) {
  if (state_.reply && steps_.empty()) {
    Step last;
    last.turn = state_.turn;
    last.reply = *state_.reply;
    keep_step(steps_, std::move(last), memory_.need);
  }
}

Finish TurnLoop::run() {
  started_ms_ = ports_.steady_ms();
  read_settings();
  LoopEvent last = loop_event(LoopEvent::Kind::finished);
  for (;;) {
    take_waiting_commands();
    if (control_.stopping()) {
      last.finish = {FinishReason::stopped, "stopped"};
      break;
    }
    if (control_.paused()) {
      stay_paused();
      continue;
    }
    if (!counted_down_) {
      count_down();
      continue;
    }
    if (const auto limit = limit_reached()) {
      if (!turn_before_is_recorded()) continue;  // a person stops it meanwhile
      last.finish = *limit;
      break;
    }
    const TurnEnd end = turn();
    if (end == TurnEnd::closed) {
      last.finish = *state_.finish;
      break;
    }
    if (end == TurnEnd::finished) control_.turn_made();
  }
  if (const Status stored = ports_.store(state_, LoopPorts::Storing::safe); !stored.ok())
    ports_.log(LogLevel::error, "state.json cannot be saved: " + stored.error().message);
  ports_.emit(last);
  return last.finish;
}

void TurnLoop::count_down() {
  counted_down_ = true;  // whoever pauses it now knows that it begins
  const int seconds = now_.settings.safety.countdown_s;
  if (!now_.screen.person || seconds == 0) return;
  const std::string why = "the run begins on your screen " + now_.screen.display + " in " +
                          std::to_string(seconds) + " s: resume begins at once, pause holds it";
  ports_.log(LogLevel::info, "paused: " + why);
  tell_state("paused", why, seconds * 1000, PauseCause::countdown);
  const double until = ports_.steady_ms() + seconds * 1000.0;
  while (!control_.interrupted()) {
    const double left = until - ports_.steady_ms();
    if (left <= 0) return;
    const auto command = ports_.next_command(static_cast<int>(left) + 1);
    if (!command) return;
    control_.take(*command);
    const bool begins = command->kind == ControlCommand::Kind::resume ||
                        command->kind == ControlCommand::Kind::step;
    if (begins && command->cause == PauseCause::other) return;
  }
  if (control_.cause() == PauseCause::unwatched) counted_down_ = false;
}

std::optional<Finish> TurnLoop::limit_reached() const {
  const Settings& settings = now_.settings;
  if (state_.finish) return std::nullopt;  // its last turn was begun, and is to be made
  if (state_.turn >= kMaxTurn)
    return Finish{FinishReason::turns,
                  "turn " + std::to_string(kMaxTurn) + " is the last there can be"};
  const auto passed = [this](int limit) { return limit > 0 && state_.turn >= limit; };
  if (passed(settings.limits.max_turns))
    return Finish{FinishReason::turns,
                  count_text(settings.limits.max_turns, "turn is", "turns are") +
                      " made ([limits] max_turns)"};
  const double minutes = (ports_.steady_ms() - started_ms_) / 60000;
  if (settings.limits.max_minutes > 0 && minutes >= settings.limits.max_minutes)
    return Finish{FinishReason::time, json_number(settings.limits.max_minutes) +
                                          " minutes are over ([limits] max_minutes)"};
  return std::nullopt;
}

// Replies of the run, as the settings of this turn have it.
std::optional<Finish> TurnLoop::steps_made() const {
  const int steps = now_.settings.agent.max_steps;
  if (steps == 0 || state_.turn < steps) return std::nullopt;
  Finish finish{FinishReason::limit,
                count_text(steps, "turn is", "turns are") + " made ([agent] max_steps)"};
  if (memory_.is_conversation && state_.reply) {
    const std::string words =
        decode_json_string(without_thoughts(state_.reply->text, LineEnds::dropped));
    if (!words.empty()) finish.text += "; its last words: " + cut_text(words, kMaxLastWords);
  }
  return finish;
}

void TurnLoop::keep_objective() {
  const std::string& asked = now_.settings.agent.objective;
  if (memory_.need != Need::all_steps) {
    state_.objective.reset();
  } else if (!state_.objective) {
    state_.objective = asked;
  } else if (asked == *state_.objective) {
    objective_refused_.clear();
  } else if (asked != objective_refused_) {
    objective_refused_ = asked;
    warn(ports_,
         "[agent] objective: the run keeps the one that it began with; another one needs "
         "a run of its own");
  }
}

void TurnLoop::read_settings() {
  LoopSettings read = ports_.read_settings(state_.turn + 1);
  in_force_ = std::move(read.settings);
  now_.settings = policy_.applied(in_force_, state_.turn + 1);
  now_.screen = std::move(read.screen);
  PictureSize& picture = now_.settings.surface.picture;
  if (picture.fit) picture = resolved(picture, surface_size());
  now_.system_prompt = system_message(read.system_prompt, now_.settings);
}

Size TurnLoop::surface_size() {
  const SurfaceSettings& surface = now_.settings.surface;
  if (!shows_real_screen(surface.kind)) return surface.canvas;
  if (!screen_size_ || monitor_ != surface.monitor) {
    const Result<Size> size = ports_.screen_size(now_.settings, now_.screen);
    const std::string trouble = size.ok() ? "" : size.error().message;
    if (trouble != size_trouble_ && !trouble.empty())
      warn(ports_, "the screen's size is not known: " + trouble +
                       "; the picture is fitted as if it were " + size_text(surface.canvas));
    size_trouble_ = trouble;
    if (!size.ok()) return surface.canvas;
    screen_size_ = size.value();
    monitor_ = surface.monitor;
  }
  return *screen_size_;
}

TurnLoop::TurnEnd TurnLoop::turn() {
  const double began_ms = ports_.steady_ms();
  policy_.begin_turn();
  read_settings();
  const int number = state_.turn + 1;
  keep_objective();
  ExecutorRequest request =
      turn_request(state_, now_.settings, run_dir_, ports_.utc(ports_.unix_ms()), now_.screen);
  if (ports_.dump_file) request.dump_file = ports_.dump_file(now_.settings);
  std::optional<ExecutorReply> then;
  if (state_.acting && state_.acting->turn == number) {
    Result<ExecutorRequest> again = repeated_request(state_, now_.settings, run_dir_, now_.screen);
    if (again.ok()) {
      request = std::move(again).value();
      then = performed_before(*state_.acting);
    } else {
      warn(ports_, "state.json: " + again.error().message + "; the turn is begun afresh");
    }
  }
  if (!state_.finish) state_.finish = steps_made();
  request.picture = picture_due();
  std::optional<Approval> approval;
  if (state_.acting && state_.acting->turn == number) approval = state_.acting->approval;
  state_.acting = Acting{number, to_json_without_reply(request), std::nullopt, approval};
  if (!then && may_need_consent(request) && !agree(request, then)) return TurnEnd::interrupted;
  if (then) state_.acting->result = to_json_without_screenshot(*then);
  if (!may_act(request)) return TurnEnd::interrupted;
  if (!state_.finish) tell_system();

  LoopEvent started = loop_event(LoopEvent::Kind::turn_started, number);
  started.executor_in = state_.acting->in;
  ports_.emit(started);
  tell_state("acting");
  ExecutorReply acted = act(request, then);
  for (const std::optional<Warning>& warning : {ports_.warning(number), to_model_}) {
    if (!warning) continue;
    acted.feedback += (acted.feedback.empty() ? "WARNING: " : "\nWARNING: ") + warning->text;
    acted.warnings.push_back(*warning);
  }
  take_waiting_commands();
  if (acted.takeover && !then && !control_.halted())
    control_.halt(
        "the person at the screen took over; what was still to be done was not. Resume when the "
        "run may go on",
        PauseCause::takeover);
  if (control_.stopping() || control_.halted()) return TurnEnd::interrupted;
  // What the last reply that max_steps allows ends with is that, and not the limit.
  if (!state_.finish || state_.finish->reason == FinishReason::limit) {
    if (auto finish = stops_.turn_acted(number, acted, now_.settings.agent)) {
      state_.finish = std::move(finish);
      static_cast<void>(ports_.store(state_, LoopPorts::Storing::safe));
    }
  }
  if (state_.finish) return close(acted);

  const std::string note = control_.notes();
  const std::size_t notes = control_.count_notes();
  LoopEvent told = loop_event(LoopEvent::Kind::turn_acted, number);
  told.executor_out = to_json_without_screenshot(acted);
  told.degraded = acted.degraded;
  if (!note.empty()) told.note = note;
  told.notes = control_.note_numbers();
  tools_ = api_.tools(function_tools(request));
  memory_used_ = used_memory();
  if (!tools_.empty()) memory_used_.tools_sha256 = sha256_hex(tools_);
  const Now now = now_told(request, acted, note);
  fit_context(now);
  told.memory = memory_used_;
  told.approval = state_.acting->approval;
  ports_.emit(told);
  for (const std::string& what : acted.degraded) ports_.log(LogLevel::warning, what);

  const double acted_ms = ports_.steady_ms() - began_ms;
  const std::optional<ModelAnswer> answer = ask_until_answered(now, acted);
  if (!answer) return TurnEnd::interrupted;
  accept(*answer, acted, now);

  LoopEvent finished = loop_event(LoopEvent::Kind::turn_finished, number);
  JsonObject timings;
  timings.number("executor", acted_ms).number("first_byte", answer->first_byte_ms);
  timings.number("model", answer->total_ms).number("turn", ports_.steady_ms() - began_ms);
  finished.timings_ms = timings.finish();
  ports_.emit(finished);
  // What was said while the model was thinking belongs to the next turn.
  control_.sent(notes);

  const int delay = now_.settings.agent.loop_delay_ms;
  if (delay > 0 && control_.running())
    wait(delay, delay >= kLongDelayMs ? "waiting" : "", "loop delay");
  return TurnEnd::finished;
}

TurnLoop::TurnEnd TurnLoop::close(const ExecutorReply& acted) {
  LoopEvent told = loop_event(LoopEvent::Kind::turn_acted, state_.turn + 1);
  told.executor_out = to_json_without_screenshot(acted);
  told.degraded = acted.degraded;
  told.approval = state_.acting->approval;
  ports_.emit(told);
  for (const std::string& what : acted.degraded) ports_.log(LogLevel::warning, what);
  LoopEvent closed = loop_event(LoopEvent::Kind::turn_closed, state_.turn + 1);
  closed.finish = *state_.finish;
  closed.screenshot_b64 = acted.screenshot_b64;
  ports_.emit(closed);
  return TurnEnd::closed;
}

bool TurnLoop::agree(ExecutorRequest& request, std::optional<ExecutorReply>& then) {
  const ExecutorRequest plan = plan_request(request);
  // Nothing is begun by a plan: who goes on from here plans and asks again.
  state_.acting = Acting{request.options.turn, to_json_without_reply(plan), std::nullopt};
  const Result<ExecutorReply, ChildFailure> planned =
      ports_.execute(plan, executor_deadline_ms(now_.settings));
  take_waiting_commands();
  if (control_.interrupted()) return false;  // nothing of it is done
  if (!planned.ok()) {
    warn(ports_, "the actions could not be planned, so none is done: the executor " +
                     describe(planned.error()));
    then.emplace().feedback = "ERROR: the executor " + describe(planned.error()) +
                              " when the actions were only planned; none of them was done.";
    then->degraded = {"executor: " + planned.error().log};
    return true;
  }
  const auto needs_consent = [](const ActionItem& item) { return item.risk.has_value(); };
  if (std::ranges::any_of(planned.value().items, needs_consent)) {
    state_.acting->approval = ask_operator(planned.value());
    if (!state_.acting->approval) return false;
    const Approval& approval = *state_.acting->approval;
    add_decision(request.consent, approval);
    if (approval.decision == Decision::expired)
      request.consent.refusal =
          "the operator did not answer in " + json_number(now_.settings.safety.approve_s) + " s";
  }
  state_.acting->in = to_json_without_reply(request);
  return true;
}

std::optional<Approval> TurnLoop::ask_operator(const ExecutorReply& planned) {
  Approval approval;
  std::optional<std::string> picture_sha256;
  if (!planned.screenshot_b64.empty()) picture_sha256 = picture_ref(planned.screenshot_b64).sha256;
  approval.plan = action_plan(state_.turn + 1, planned, picture_sha256);
  approval.plan_sha256 = plan_digest(approval.plan);
  control_.ask({approval.plan.turn, approval.plan_sha256, items_to_approve(approval.plan)});
  const double wait_ms = now_.settings.safety.approve_s * 1000;
  const double until = ports_.steady_ms() + wait_ms;
  tell_state("asking", "the operator's consent", static_cast<int>(wait_ms));
  LoopEvent asked = loop_event(LoopEvent::Kind::approval, approval.plan.turn);
  asked.plan = approval.plan;
  asked.plan_sha256 = approval.plan_sha256;
  asked.until = ports_.utc(ports_.unix_ms() + static_cast<std::int64_t>(wait_ms));
  asked.screenshot_b64 = planned.screenshot_b64;
  ports_.emit(asked);
  ports_.log(LogLevel::info, "turn " + std::to_string(approval.plan.turn) +
                                 " waits for the operator's consent to its plan " +
                                 approval.plan_sha256);
  while (!control_.decided() && !control_.interrupted()) {
    const double left = until - ports_.steady_ms();
    if (left <= 0) break;
    if (const auto command = ports_.next_command(static_cast<int>(left) + 1)) take(*command);
  }
  const std::optional<Decided> decided = control_.decided();
  control_.stop_asking();
  if (control_.stopping() || (!decided && control_.interrupted())) return std::nullopt;
  approval.time = ports_.utc(ports_.unix_ms());
  if (decided) {
    approval.decision = decided->items.empty() ? Decision::refused : Decision::approved;
    approval.items = decided->items;
    if (!decided->note.empty()) approval.note = decided->note;
  } else {
    warn(ports_, "nobody agreed to the actions of turn " + std::to_string(approval.plan.turn) +
                     " in time: what needs consent is not done");
  }
  return approval;
}

void TurnLoop::take(const ControlCommand& command) {
  if (command.kind == ControlCommand::Kind::model) ports_.choose_model(command.text);
  control_.take(command);
  for (const std::string& why : control_.take_refusals())
    warn(ports_, "a command was refused: " + why);
}

bool TurnLoop::may_act(const ExecutorRequest& request) {
  const bool acts = request.reply && request.mode == ActingMode::act && !state_.acting->result;
  if (acts && !is_repeatable(request.options.surface)) {
    take_waiting_commands();
    if (now_.screen.person && !control_.watched())
      control_.halt(control_.why_unwatched(), PauseCause::unwatched);
  }
  const auto store = [this]() -> std::string {
    const Status stored = ports_.store(state_, LoopPorts::Storing::safe);
    if (stored.ok()) return "";
    return "state.json cannot be saved: " + stored.error().message +
           "; nothing is done before it is, since a crash would have it done twice. The run goes "
           "on "
           "by itself when there is room";
  };
  if (!(acts && control_.halted()) && wait_for_disk(store, 0)) return true;
  if (acts) state_.acting.reset();  // nothing of it is done, whatever the file on the disk says
  return false;
}

bool TurnLoop::wait_for_disk(const std::function<std::string()>& trouble, int patience_ms) {
  const double since = ports_.steady_ms();
  std::string told;
  for (;;) {
    const std::string why = trouble();
    if (why.empty()) break;
    if (control_.interrupted()) return false;
    if (why != told && ports_.steady_ms() - since >= patience_ms) {
      told = why;
      ports_.log(LogLevel::warning, "paused: " + why);
      tell_state("paused", why, 0, PauseCause::disk);
    }
    if (const auto command = ports_.next_command(kDiskRetryMs)) take(*command);
  }
  if (!told.empty()) ports_.log(LogLevel::info, "the disk takes files again: the run goes on");
  return true;
}

bool TurnLoop::turn_before_is_recorded() {
  const auto trouble = [this]() -> std::string {
    take_waiting_commands();
    if (control_.recorded() >= unrecorded_) return "";
    return "turn " + std::to_string(unrecorded_) +
           " is not recorded yet; the run goes on by itself when it is";
  };
  return wait_for_disk(trouble, kRecordPatienceMs);
}

ExecutorReply TurnLoop::act(const ExecutorRequest& request,
                            const std::optional<ExecutorReply>& then) {
  if (then) return with_picture_of(execute(picture_request(request)), *then);
  ExecutorReply acted = execute(request);
  if (!is_repeatable(request.options.surface)) {
    state_.acting->result = to_json_without_screenshot(acted);
    // Without it nothing is done twice either: the next process takes a picture and does nothing.
    static_cast<void>(ports_.store(state_, LoopPorts::Storing::safe));
  }
  return acted;
}

ExecutorReply TurnLoop::execute(const ExecutorRequest& request) {
  Result<ExecutorReply, ChildFailure> reply =
      ports_.execute(request, executor_deadline_ms(now_.settings));
  if (reply.ok()) return std::move(reply).value();
  ExecutorReply none;
  take_waiting_commands();
  if (control_.halted()) {
    none.feedback = "WARNING: the person at the screen stopped all input.";
    none.degraded = {"executor: stopped: " + control_.why()};
  } else {
    none.feedback = degraded_text("executor", reply.error());
    none.degraded = {"executor: " + reply.error().log};
  }
  if (request.reply && !is_repeatable(request.options.surface))
    none.feedback += "\nWARNING: the actions may be partly done; they are not repeated.";
  return none;
}

// What the message is made of that differs; nothing of it: the prompt's own text.
static std::string cause_of_change(const LoopSettings& before, const LoopSettings& now) {
  const Settings &a = before.settings, &b = now.settings;
  std::string cause;
  const auto add = [&cause](bool differs, const char* what) {
    if (differs) cause += (cause.empty() ? "" : ", ") + std::string(what);
  };
  add(a.agent.objective != b.agent.objective, "objective");
  add(a.tools != b.tools, "tools");
  add(a.surface.picture != b.surface.picture, "picture size");
  return cause.empty() ? "prompt" : cause;
}

// Before turn_acted, so that whoever has the turn's record was told before.
void TurnLoop::tell_system() {
  if (told_ && told_->system_prompt == now_.system_prompt) return;
  LoopEvent event = loop_event(LoopEvent::Kind::config, state_.turn + 1);
  event.settings = settings_as_json(in_force_);
  event.system = SystemChange{state_.turn + 1, sha256_hex(now_.system_prompt),
                              told_ ? cause_of_change(*told_, now_) : "start"};
  told_ = now_;
  ports_.emit(event);
}

UsedMemory TurnLoop::used_memory() const {
  const AgentSettings& agent = now_.settings.agent;
  UsedMemory used;
  used.name = memory_.name;
  used.options = {agent.keep_pictures, agent.keep_thinks, state_.from_turn, memory_.keeps_in_steps};
  used.objective = state_.objective.value_or(agent.objective);
  if (agent.max_steps > 0) used.turns_left = std::max(0, agent.max_steps - state_.turn);
  return used;
}

Now TurnLoop::now_told(const ExecutorRequest& request, const ExecutorReply& acted,
                       const std::string& note) {
  Now now;
  now.objective = memory_used_.objective;
  now.feedback = acted.feedback;
  now.items = items_json(acted.items);
  now.answers = acted.answers;
  if (!note.empty()) now.note = note;
  if (!acted.screenshot_b64.empty()) {
    now.picture = picture_ref(acted.screenshot_b64);
    pictures_.add(*now.picture, acted.screenshot_b64);
  }
  now.facts = {request.options.picture, request.options.overlays};
  now.turns_left = memory_used_.turns_left;
  return now;
}

// A run that is over shows how it ended.
PictureDue TurnLoop::picture_due() const {
  const bool each = now_.settings.agent.picture_after_action || state_.finish;
  return each ? PictureDue::always : memory_.picture;
}

void TurnLoop::accept(const ModelAnswer& answer, const ExecutorReply& acted, const Now& now) {
  for (const std::string& note : reply_notes(answer.reply, answer.status, !tools_.empty()))
    ports_.log(LogLevel::info, "turn " + std::to_string(state_.turn + 1) + ": " + note);
  if (const auto warning = policy_.accepted(answer.total_ms, now_.settings.model))
    warn(ports_, *warning);
  const std::optional<Reply> before = std::exchange(state_.reply, reply_of(answer.reply));
  const bool was_cut = state_.finish_reason == kEndedAtLimit;
  state_.turn += 1;
  state_.request = answer.request;
  state_.finish_reason = answer.reply.finish_reason.value_or("");
  state_.asked_back = acted.error && acted.error->kind == kAskedBack;
  Step step{state_.turn, {}, now.items, now.answers, now.feedback, now.note, now.picture};
  state_.step = to_json(step);
  step.reply = *state_.reply;
  keep_step(steps_, std::move(step), memory_.need);
  if (!acted.screenshot_b64.empty()) {
    state_.seen = Seen{acted.screen, now.facts.picture};
    if (acted.screen.width > 0) screen_size_ = Size{acted.screen.width, acted.screen.height};
  }
  if (acted.pointer) state_.pointer = acted.pointer;
  state_.acting.reset();
  unrecorded_ = state_.turn;
  // Where the disk does not take it, nothing is done before it takes the next one.
  static_cast<void>(ports_.store(state_, LoopPorts::Storing::kept));

  const LimitSettings& limits = now_.settings.limits;
  const RunWatch::Finding finding = watch_.turn_over(
      {before, was_cut, acted, *state_.reply, state_.finish_reason == kEndedAtLimit},
      {limits.pause_after_failures, limits.pause_after_repeats, now_.settings.model.max_tokens});
  for (const std::string& warning : finding.warnings) warn(ports_, warning);
  if (!finding.pause.empty()) control_.pause(finding.pause);
}

bool TurnLoop::wait(int milliseconds, const std::string& state, const std::string& why) {
  if (!state.empty()) tell_state(state, why, milliseconds);
  const double until = ports_.steady_ms() + milliseconds;
  while (!control_.interrupted()) {
    const double left = until - ports_.steady_ms();
    if (left <= 0) return true;
    const auto command = ports_.next_command(static_cast<int>(left) + 1);
    if (!command) return true;
    take(*command);
  }
  return false;
}

void TurnLoop::take_waiting_commands() {
  while (const auto command = ports_.next_command(0)) take(*command);
}

void TurnLoop::stay_paused() {
  std::string told;
  while (control_.paused() && !control_.stopping()) {
    if (told != control_.why()) {
      told = control_.why();
      ports_.log(control_.level(), "paused: " + told);
      tell_state("paused", told, 0, control_.cause(), control_.problem());
    }
    if (const auto command = ports_.next_command(-1)) take(*command);
  }
  watch_.begin_again();
  if (!now_.screen.person || control_.interrupted()) return;
  tell_state("paused", "hands off: the run goes on", kHandsOffMs, PauseCause::countdown);
  wait(kHandsOffMs, "", "");
}

void TurnLoop::tell_state(const std::string& state, const std::string& why, int until_ms,
                          PauseCause cause, const std::optional<ModelProblem>& problem) {
  LoopEvent event = loop_event(LoopEvent::Kind::state, state_.turn + 1);
  event.state = state;
  event.why = why;
  event.cause = cause;
  event.problem = problem;
  if (until_ms > 0) event.until = ports_.utc(ports_.unix_ms() + until_ms);
  ports_.emit(event);
}
}  // namespace franz::orchestrator
