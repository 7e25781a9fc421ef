#include "orchestrator/model_asking.h"
#include <algorithm>
#include <utility>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "common/formats/picture_cost.h"
#include "common/run/step_json.h"
#include "common/tools/vocabulary.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/known_causes.h"
#include "common/wire/function_tools.h"

namespace franz::orchestrator {
PictureRef picture_ref(std::string_view base64) {
  const Result<std::string> png = base64_decode(base64);
  return {png.ok() ? sha256_hex(png.value()) : ""};
}

static UsedMemory used_memory(const LoopParts& parts) {
  const AgentSettings& agent = parts.settings.settings().agent;
  const LoopState& state = parts.progress.state();
  UsedMemory used;
  used.name = parts.memory.name;
  used.options = {agent.keep_pictures, agent.keep_thinks, state.from_turn,
                  parts.memory.keeps_in_steps};
  used.objective = state.objective.value_or(agent.objective);
  if (agent.max_steps > 0) used.turns_left = std::max(0, agent.max_steps - state.turn);
  return used;
}

void ModelAsking::read_settings() {
  parts_.settings.read(parts_.ports, parts_.progress.next_turn(), policy_);
}

void ModelAsking::begin_turn() {
  policy_.begin_turn();
  read_settings();
}

TurnQuestion ModelAsking::prepare(const ExecutorRequest& request, const ExecutorReply& acted,
                                  const std::string& note) {
  TurnQuestion turn{{}, used_memory(parts_), parts_.api.tools(function_tools(request))};
  if (!turn.tools.empty()) turn.memory.tools_sha256 = sha256_hex(turn.tools);
  Now& now = turn.now;
  now.objective = turn.memory.objective;
  now.feedback = acted.feedback;
  now.items = items_json(acted.items);
  now.answers = acted.answers;
  if (!note.empty()) now.note = note;
  if (!acted.screenshot_b64.empty()) {
    now.picture = picture_ref(acted.screenshot_b64);
    pictures_.add(*now.picture, acted.screenshot_b64);
  }
  now.facts = {request.options.picture, request.options.overlays};
  now.turns_left = turn.memory.turns_left;
  fit_context(turn);
  return turn;
}

double ModelAsking::weight(std::span<const Message> messages, const std::string& tools) const {
  constexpr int kUsualPicture = 1000;  // tokens, if the model's own rule is unknown
  const Settings& settings = parts_.settings.settings();
  const int tokens = estimated_tokens(policy_.model(settings.model), settings.surface.picture.size)
                         .value_or(kUsualPicture);
  return request_weight(messages, tools, tokens);
}

bool ModelAsking::may_leave_out_turns() {
  return parts_.memory.leaves_out_turns && parts_.progress.steps().size() >= 2;
}

// Asks the server once per model how long its context is, unless the settings say.
void ModelAsking::learn_context() {
  const ModelSettings& model = parts_.settings.settings().model;
  if (model.context > 0) return context_.set_context(model.context);
  const std::string& asked = policy_.model(model);
  if (!server_context_ || server_context_->model != asked) {
    const Question about{
        {}, parts_.progress.next_turn(), parts_.progress.state().request, {}, nullptr};
    server_context_ = {asked, parts_.ports.context_length(asked, about).value_or(0)};
    if (server_context_->tokens > 0)
      parts_.ports.log(LogLevel::info, "the model's context has " +
                                           std::to_string(server_context_->tokens) +
                                           " tokens, as the server says");
  }
  context_.set_context(server_context_->tokens > 0 ? std::optional(server_context_->tokens)
                                                   : std::nullopt);
}

int ModelAsking::fitting_turn(const TurnQuestion& turn) {
  Now now = turn.now;
  now.system = parts_.settings.system_prompt();
  const std::vector<Step>& steps = parts_.progress.steps();
  const auto weigh = [&](int from_turn) {
    MemoryOptions options = turn.memory.options;
    options.from_turn = from_turn;
    return weight(parts_.memory.messages(steps, now, options), turn.tools);
  };
  return context_.first_turn(turn.memory.options.from_turn, steps.back().turn, weigh,
                             parts_.settings.settings().model.max_tokens);
}

bool ModelAsking::leave_out_turns(TurnQuestion& turn) {
  const int first = fitting_turn(turn);
  LoopState& state = parts_.progress.state();
  if (first <= state.from_turn) return false;
  turn.memory.options.from_turn = state.from_turn = first;
  // Stored before the request leaves: no later request has more turns.
  static_cast<void>(parts_.store(LoopPorts::Storing::kept));
  const std::optional<long long> context = context_.context();
  warn(parts_.ports, "the conversation no longer fits the model's context" +
                         (context ? " of " + std::to_string(*context) + " tokens" : "") +
                         ": from now on requests begin with turn " + std::to_string(first) +
                         ", and the model is asked to do without the turns before it");
  return true;
}

void ModelAsking::fit_context(TurnQuestion& turn) {
  if (!may_leave_out_turns()) return;
  learn_context();
  leave_out_turns(turn);
}

bool ModelAsking::fit_after_refusal(TurnQuestion& turn, const ModelAnswer& answer) {
  if (!may_leave_out_turns()) return false;
  const RefusedSizes in_body = refused_sizes(answer.body);
  const RefusedSizes in_text = refused_sizes(answer.reply.error.text);
  context_.refused(asked_weight_, {in_body.context ? in_body.context : in_text.context,
                                   in_body.prompt ? in_body.prompt : in_text.prompt});
  return leave_out_turns(turn);
}

// As the memory makes them, with all their pictures loaded.
std::vector<Message> ModelAsking::messages(const TurnQuestion& turn, const Now& now) {
  std::vector<Step>& steps = parts_.progress.steps();
  std::vector<Message> made = parts_.memory.messages(steps, now, turn.memory.options);
  const std::vector<std::string> lost = pictures_.hold(made, steps, parts_.ports.load_picture);
  for (const std::string& why : lost) warn(parts_.ports, why);
  return lost.empty() ? made : messages(turn, now);
}

Question ModelAsking::question(const TurnQuestion& turn) {
  const Settings& settings = parts_.settings.settings();
  Now now = turn.now;
  now.system = parts_.settings.system_prompt();

  RequestParameters parameters = request_parameters(settings.model);
  parameters.model = policy_.model(settings.model);
  parameters.ask_usage = policy_.asks_usage();
  const Vocabulary* const words = find_vocabulary(settings.agent.dialect);
  parameters.one_call = words != nullptr && words->one_call && policy_.asks_one_call();

  const std::vector<Message> made = messages(turn, now);
  asked_weight_ = weight(made, turn.tools);
  std::string body =
      parts_.api.body(parameters, made, turn.tools,
                      [this](const PictureRef& picture) { return pictures_.find(picture); });
  return {std::move(body), parts_.progress.next_turn(), parts_.progress.state().request,
          token_limit(parts_.api, parameters), &settings};
}

std::optional<ModelAnswer> ModelAsking::ask(TurnQuestion& turn) {
  if (!parts_.waits.wait_until_recorded()) return std::nullopt;
  for (;;) {
    parts_.waits.report_state("thinking");
    parts_.waits.control().asks();
    ModelAnswer answer = parts_.ports.ask(question(turn));
    const auto [decision, warnings] =
        policy_.answered(answer, parts_.settings.settings().model, parts_.ports.random());
    for (const std::string& warning : warnings) warn(parts_.ports, warning);
    if (!decision) continue;
    if (decision->action == RetryDecision::Action::accept) {
      accepted(turn, answer);
      return answer;
    }
    if (!asks_again(turn, answer, *decision)) return std::nullopt;
    read_settings();  // a person may have corrected one
    parts_.settings.report_system(parts_.ports, parts_.progress.next_turn());
  }
}

void ModelAsking::accepted(const TurnQuestion& turn, const ModelAnswer& answer) {
  watch_prompt_of(turn, answer);
  context_.counted(asked_weight_, answer.reply.usage.value_or(TokenUsage{}).prompt_tokens);
  logged_code_ = {};
  lost_reply_.reset();
  const std::string number = std::to_string(parts_.progress.next_turn());
  for (const std::string& note : reply_notes(answer.reply, answer.status, !turn.tools.empty()))
    parts_.ports.log(LogLevel::info, "turn " + number + ": " + note);
  if (const auto warning = policy_.accepted(answer.total_ms, parts_.settings.settings().model))
    warn(parts_.ports, *warning);
}

bool ModelAsking::asks_again(TurnQuestion& turn, const ModelAnswer& answer,
                             const RetryDecision& decision) {
  switch (decision.action) {
    case RetryDecision::Action::accept: return false;
    case RetryDecision::Action::stop: parts_.waits.take_waiting_commands(); return false;
    case RetryDecision::Action::pause: return fixes_problem(turn, answer, decision);
    case RetryDecision::Action::retry:
    case RetryDecision::Action::wait: return waits_for_retry(decision);
  }
  return false;
}

bool ModelAsking::waits_for_retry(const RetryDecision& decision) {
  const bool soon = decision.action == RetryDecision::Action::retry;
  if (decision.round_failed && parts_.settings.settings().limits.unattended) {
    parts_.waits.control().end({FinishReason::server, decision.what});
    return false;
  }
  // Once while it lasts: the loop's state has the rest.
  if (decision.code != logged_code_) parts_.ports.log(LogLevel::warning, decision.text);
  logged_code_ = decision.code;
  if (!parts_.waits.wait(static_cast<int>(decision.delay_ms), soon ? "backing_off" : "waiting",
                         decision.text))
    return false;
  if (decision.to_model.empty() || lost_reply_) return true;
  // The warning changes the feedback, which must be what the turn's record has: the turn begins
  // again.
  lost_reply_ = reply_lost_warning(decision.to_model);
  return false;
}

// Another model, or fewer turns; else the run pauses.
bool ModelAsking::fixes_problem(TurnQuestion& turn, const ModelAnswer& answer,
                                const RetryDecision& decision) {
  logged_code_ = {};
  // The turn begins again, so that its record has the first turn that is sent.
  if (decision.problem.code == kTooLongCause && fit_after_refusal(turn, answer)) return false;
  if (!decision.list_models) {
    needs_person(decision.problem);
    return false;
  }
  const Result<std::vector<std::string>> models = parts_.ports.list_models();
  const auto other = models.ok() ? parts_.ports.other_model(models.value()) : std::nullopt;
  if (!other) {
    needs_person(with_models(decision.problem, models));
    return false;
  }
  warn(parts_.ports, "the server has no model " + parts_.settings.settings().model.name +
                         "; it is asked for " + *other + ", which it lists");
  return true;
}

// Pauses the run or, without a person, ends it.
void ModelAsking::needs_person(const ModelProblem& problem) {
  LoopControl& control = parts_.waits.control();
  if (!parts_.settings.settings().limits.unattended) return control.pause(problem);
  const bool too_long = problem.code == kTooLongCause;
  control.end({too_long ? FinishReason::context : FinishReason::server, text_of(problem)});
}

// Only for a memory of the last reply: the rule is about prompts without older turns.
void ModelAsking::watch_prompt_of(const TurnQuestion& turn, const ModelAnswer& answer) {
  if (parts_.memory.need != Need::last_reply) return;
  const Settings& settings = parts_.settings.settings();
  const Reply* const last = parts_.progress.reply();
  PromptSizes sizes;
  sizes.system_bytes = parts_.settings.system_prompt().size();
  sizes.story_bytes = last != nullptr ? decode_json_string(last->text).size() : 0;
  sizes.feedback_bytes = turn.now.feedback.size();
  if (turn.now.picture) sizes.picture = size_text(settings.surface.picture.size);
  sizes.model = policy_.model(settings.model);
  PromptStep step = watch_prompt(prompt_, sizes, answer.reply);
  prompt_ = std::move(step.watch);
  if (!step.warning.empty()) warn(parts_.ports, step.warning);
}
}  // namespace franz::orchestrator
