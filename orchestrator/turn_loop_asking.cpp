// What the loop asks the model, and what follows until a reply is there: the request that fits the
// model's context, retries, pauses, and another model in place of one that is not there.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/picture_cost.h"
#include "common/tools/vocabulary.h"
#include "common/wire/api/known_causes.h"
#include "orchestrator/turn_loop.h"

namespace franz::orchestrator {
double TurnLoop::weight(std::span<const Message> messages) const {
  constexpr int kUsualPicture = 1000;  // tokens, where the model's own rule is unknown
  const Size picture = now_.settings.surface.picture.size;
  const int tokens =
      estimated_tokens(policy_.model(now_.settings.model), picture).value_or(kUsualPicture);
  return request_weight(messages, tools_, tokens);
}

void TurnLoop::learn_context() {
  const ModelSettings& model = now_.settings.model;
  if (model.context > 0) return context_.set_context(model.context);
  const std::string& asked = policy_.model(model);
  if (!server_context_ || server_context_->model != asked) {
    const Question about{{}, state_.turn + 1, state_.request, {}, nullptr};
    server_context_ = {asked, ports_.context_length(asked, about).value_or(0)};
    if (server_context_->tokens > 0)
      ports_.log(LogLevel::info, "the model's context has " +
                                     std::to_string(server_context_->tokens) +
                                     " tokens, as the server says");
  }
  context_.set_context(server_context_->tokens > 0 ? std::optional(server_context_->tokens)
                                                   : std::nullopt);
}

int TurnLoop::fitting_turn(const Now& told) const {
  Now now = told;
  now.system = now_.system_prompt;
  const auto weigh = [&](int from_turn) {
    MemoryOptions options = memory_used_.options;
    options.from_turn = from_turn;
    return weight(memory_.messages(steps_, now, options));
  };
  return context_.first_turn(memory_used_.options.from_turn, steps_.back().turn, weigh,
                             now_.settings.model.max_tokens);
}

void TurnLoop::leave_out_before(int turn) {
  memory_used_.options.from_turn = state_.from_turn = turn;
  // A request with fewer turns never comes before one with more.
  static_cast<void>(ports_.store(state_, LoopPorts::Storing::kept));
  const std::optional<long long> context = context_.context();
  warn(ports_, "the conversation no longer fits the model's context" +
                   (context ? " of " + std::to_string(*context) + " tokens" : "") +
                   ": from now on requests begin with turn " + std::to_string(turn) +
                   ", and the model is asked to do without the turns before it");
}

void TurnLoop::fit_context(const Now& now) {
  if (!memory_.leaves_out_turns || steps_.size() < 2) return;
  learn_context();
  const int turn = fitting_turn(now);
  if (turn > state_.from_turn) leave_out_before(turn);
}

bool TurnLoop::fit_after_refusal(const Now& now, const ModelAnswer& answer) {
  if (!memory_.leaves_out_turns || steps_.size() < 2) return false;
  const RefusedSizes in_body = refused_sizes(answer.body);
  const RefusedSizes in_text = refused_sizes(answer.reply.error.text);
  context_.refused(asked_weight_, {in_body.context ? in_body.context : in_text.context,
                                   in_body.prompt ? in_body.prompt : in_text.prompt});
  const int turn = fitting_turn(now);
  if (turn <= state_.from_turn) return false;
  leave_out_before(turn);
  return true;
}

// As the memory makes them, with all their pictures at hand.
std::vector<Message> TurnLoop::messages(const Now& now) {
  std::vector<Message> made = memory_.messages(steps_, now, memory_used_.options);
  const std::vector<std::string> lost = pictures_.hold(made, steps_, ports_.load_picture);
  for (const std::string& why : lost) warn(ports_, why);
  return lost.empty() ? made : messages(now);
}

Question TurnLoop::question(const Now& told) {
  const Settings& settings = now_.settings;
  Now now = told;
  now.system = now_.system_prompt;

  RequestParameters parameters = request_parameters(settings.model);
  parameters.model = policy_.model(now_.settings.model);
  parameters.ask_usage = policy_.asks_usage();
  const Vocabulary* const words = find_vocabulary(settings.agent.dialect);
  parameters.one_call = words != nullptr && words->one_call && policy_.asks_one_call();

  const std::vector<Message> made = messages(now);
  asked_weight_ = weight(made);
  std::string body = api_.body(parameters, made, tools_, [this](const PictureRef& picture) {
    return pictures_.find(picture);
  });
  return {std::move(body), state_.turn + 1, state_.request, token_limit(api_, parameters),
          &now_.settings};
}

std::optional<ModelAnswer> TurnLoop::ask_until_answered(const Now& now,
                                                        const ExecutorReply& acted) {
  if (!turn_before_is_recorded()) return std::nullopt;
  unrecorded_ = 0;
  for (;;) {
    tell_state("thinking");
    control_.asks();
    const Question asked = question(now);
    const ModelAnswer answer = ports_.ask(asked);
    const auto [decision, warnings] =
        policy_.answered(answer, now_.settings.model, ports_.random());
    for (const std::string& warning : warnings) warn(ports_, warning);
    if (!decision) continue;
    switch (decision->action) {
      case RetryDecision::Action::accept:
        look_at_prompt(acted, answer);
        context_.counted(asked_weight_, answer.reply.usage.value_or(TokenUsage{}).prompt_tokens);
        said_ = {};
        to_model_.reset();
        return answer;
      case RetryDecision::Action::stop: take_waiting_commands(); return std::nullopt;
      case RetryDecision::Action::pause: {
        said_ = {};
        // The turn begins again, so that its record has the turns that are left out.
        if (decision->problem.code == kTooLongCause && fit_after_refusal(now, answer))
          return std::nullopt;
        if (!decision->list_models) {
          control_.pause(decision->problem);
          return std::nullopt;
        }
        const Result<std::vector<std::string>> models = ports_.list_models();
        const auto other = models.ok() ? ports_.other_model(models.value()) : std::nullopt;
        if (!other) {
          control_.pause(with_models(decision->problem, models));
          return std::nullopt;
        }
        warn(ports_, "the server has no model " + now_.settings.model.name + "; it is asked for " +
                         *other + ", which it lists");
        read_settings();
        tell_system();
        break;
      }
      case RetryDecision::Action::retry:
      case RetryDecision::Action::wait: {
        const bool soon = decision->action == RetryDecision::Action::retry;
        // Once while it lasts: the state of the loop has the rest.
        if (decision->code != said_) ports_.log(LogLevel::warning, decision->text);
        said_ = decision->code;
        if (!wait(static_cast<int>(decision->delay_ms), soon ? "backing_off" : "waiting",
                  decision->text))
          return std::nullopt;
        if (!decision->to_model.empty() && !to_model_) {
          // With another feedback it is another attempt at the turn: what is sent is what the
          // turn's record says that the executor reported.
          to_model_ = reply_lost_warning(decision->to_model);
          return std::nullopt;
        }
        read_settings();  // one may have been corrected
        tell_system();
      }
    }
  }
}

// The rule is one of prompts that hold the last reply and nothing older.
void TurnLoop::look_at_prompt(const ExecutorReply& acted, const ModelAnswer& answer) {
  if (memory_.need != Need::last_reply) return;
  const Size& picture = now_.settings.surface.picture.size;
  PromptSizes sizes;
  sizes.system_bytes = now_.system_prompt.size();
  sizes.story_bytes = state_.reply ? decode_json_string(state_.reply->text).size() : 0;
  sizes.feedback_bytes = acted.feedback.size();
  if (!acted.screenshot_b64.empty()) sizes.picture = size_text(picture);
  sizes.model = policy_.model(now_.settings.model);
  PromptStep step = watch_prompt(prompt_, sizes, answer.reply);
  prompt_ = std::move(step.watch);
  if (!step.warning.empty()) warn(ports_, step.warning);
}
}  // namespace franz::orchestrator
