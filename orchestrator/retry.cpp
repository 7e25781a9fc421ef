#include "orchestrator/retry.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/utf8.h"
#include "common/wire/api/known_causes.h"

namespace franz::orchestrator {
using Action = RetryDecision::Action;

static constexpr std::int64_t kFirstDelayMs = 500;
static constexpr std::int64_t kLoadingDelayMs = 2000;
static constexpr std::int64_t kFirstWaitMs = 15'000, kLongestWaitMs = 60'000;

// 0.5 s, 12 s, 3 min.
static std::string duration(std::int64_t ms) {
  if (ms >= 180'000) return std::to_string((ms + 59'999) / 60'000) + " min";
  const std::int64_t tenths = (ms + 50) / 100;
  const std::string fraction = tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10);
  return std::to_string(tenths / 10) + fraction + " s";
}

// The server's message in one line: white space as single spaces, at most 200 characters.
static std::string in_a_line(std::string_view words) {
  std::string line;
  std::size_t characters = 0;
  while (!words.empty()) {
    const std::size_t length = decode_utf8(words).length;
    const std::string_view character = words.substr(0, length);
    const bool space = character[0] == ' ' || (character[0] >= '\t' && character[0] <= '\r');
    words.remove_prefix(length);
    if (space && (line.empty() || line.back() == ' ')) continue;
    if (++characters > 200) return line + "…";
    line += space ? " " : character;
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

// The problem, with the server's message in one line or in full.
static std::string story_of(const ModelAnswer& answer, bool full) {
  if (answer.reply.too_large) return answer.reply.error.text;
  if (answer.reply.kind == ModelReply::Kind::error) {
    const std::string words = full ? answer.reply.error.text : in_a_line(answer.reply.error.text);
    const std::string who =
        answer.from_proxy     ? "the proxy answered " + std::to_string(answer.status)
        : answer.status < 300 ? "the model server answered with an error"
                              : "the model server answered " + std::to_string(answer.status);
    return who + (words.empty() ? " without a word" : ": " + words);
  }
  if (answer.transport != ModelAnswer::Transport::whole) return answer.why;
  return "the reply was cut off before its end";
}

static RetryDecision pause(std::string_view code, std::string what, std::string advice) {
  RetryDecision decision;
  decision.action = Action::pause;
  decision.code = code;
  decision.problem = {std::string(code), std::move(what), std::move(advice), {}};
  return decision;
}

static RetryDecision again(Action action, std::int64_t delay_ms, const KnownCause& cause,
                           std::string text) {
  RetryDecision decision;
  decision.action = action;
  decision.delay_ms = delay_ms;
  decision.code = cause.code;
  decision.text = std::move(text);
  if (action == Action::retry) decision.to_model = cause.to_model;
  return decision;
}

namespace {
struct Limit {
  int retries = 0;
  std::int64_t first_delay_ms = kFirstDelayMs;
};
}  // namespace

static Limit limit_of(Repeat repeat) {
  switch (repeat) {
    case Repeat::never:
    case Repeat::without_option: return {0};
    case Repeat::once: return {1};
    case Repeat::slowly: return {3, kFirstWaitMs};
    case Repeat::some:
    case Repeat::until_it_passes:
    case Repeat::while_loading: return {kRetries};
  }
  return {};
}

static std::int64_t doubled(std::int64_t first_ms, int times, double jitter) {
  const auto delay = static_cast<double>(std::min(first_ms << std::min(times, 10), kLongestWaitMs));
  return static_cast<std::int64_t>(delay * (0.75 + 0.5 * jitter));
}

// Retries, with rounds for a temporary cause; a pause for a permanent one.
static RetryStep fail(RetryState state, const ModelAnswer& answer, const FoundCause& found,
                      double jitter) {
  const KnownCause& cause = *found.entry;
  const bool passes = cause.repeat == Repeat::until_it_passes;
  const Limit limit = limit_of(cause.repeat);
  const int failures = passes ? ++state.failures : ++state.met[cause.code];
  const std::int64_t asked = answer.retry_after_ms.value_or(0);
  const std::string what = story_of(answer, false);
  const auto retries = [](int count) { return count_text(count, "retry", "retries"); };

  if (failures > limit.retries && !passes) {
    RetryDecision decision = pause(
        cause.code,
        as_sentence(story_of(answer, true)) + "\n" + retries(limit.retries) + " did not help.",
        found.advice);
    decision.list_models = cause.lists_models;
    return {state.fresh(), decision};
  }
  if (asked > kLongestWaitMs) {
    state.failures = 0;
    std::string demand = what + "; the server asks for " + duration(asked);
    RetryDecision decision = again(Action::wait, asked, cause, demand + ", asking again then");
    decision.round_failed = true;
    decision.what = std::move(demand);
    return {state, decision};
  }
  if (failures <= limit.retries) {
    const std::int64_t delay = std::max(doubled(limit.first_delay_ms, failures - 1, jitter), asked);
    return {state, again(Action::retry, delay, cause,
                         what + "; retry " + std::to_string(failures) + " of " +
                             std::to_string(limit.retries) + " in " + duration(delay))};
  }
  state.failures = 0;
  const std::int64_t wait =
      std::max(std::min(kFirstWaitMs << std::min(state.waits, 10), kLongestWaitMs), asked);
  ++state.waits;
  std::string failed = what + "; " + retries(limit.retries) + " failed";
  RetryDecision decision =
      again(Action::wait, wait, cause, failed + ", asking again in " + duration(wait));
  decision.round_failed = true;
  decision.what = std::move(failed);
  return {state, decision};
}

// Nothing: the option was left out already, so the message has another cause.
static std::optional<RetryStep> without_option(RetryState state, const KnownCause& cause) {
  const bool usage = cause.code == kUsageOption;
  bool& asked = usage ? state.ask_usage : state.ask_one_call;
  if (!asked) return std::nullopt;
  asked = false;
  return RetryStep{
      state,
      again(Action::retry, 0, cause,
            usage ? "the server refuses stream_options; asking without usage figures from "
                    "now on"
                  : "the server refuses parallel_tool_calls; asking without it from now on")};
}

RetryStep decide(const RetryState& state, const ModelAnswer& answer, double jitter,
                 const Api& api) {
  using Transport = ModelAnswer::Transport;
  if (answer.transport == Transport::stopped) return {state, {Action::stop}};
  if (answer.reply.kind == ModelReply::Kind::reply) return {state.fresh(), {Action::accept}};
  if (answer.transport == Transport::not_sent)
    return {state.fresh(), pause("not_sent", answer.why, "")};

  const FoundCause found = find_cause(answer, api);
  const KnownCause& cause = *found.entry;
  switch (cause.repeat) {
    case Repeat::never: break;
    case Repeat::without_option:
      if (std::optional<RetryStep> step = without_option(state, cause)) return *std::move(step);
      break;
    case Repeat::while_loading: {
      const std::int64_t delay = std::max(kLoadingDelayMs, answer.retry_after_ms.value_or(0));
      return {state, again(Action::wait, delay, cause,
                           "the model is still loading (" + in_a_line(answer.reply.error.text) +
                               "); asking again in " + duration(delay))};
    }
    case Repeat::once:
    case Repeat::some:
    case Repeat::slowly:
    case Repeat::until_it_passes: {
      RetryStep step = fail(state, answer, found, jitter);
      step.decision.model_failed = !answer.from_proxy && cause.transport != Transport::refused &&
                                   cause.transport != Transport::unreachable &&
                                   cause.transport != Transport::no_tls;
      return step;
    }
  }
  std::string what = story_of(answer, true);
  if (answer.status >= 300 && answer.status < 400)
    what = "the model server answered " + std::to_string(answer.status) + " and points to " +
           (answer.location.empty() ? "nowhere" : answer.location);
  RetryDecision decision = pause(cause.code, std::move(what), found.advice);
  decision.list_models = cause.lists_models;
  return {state.fresh(), decision};
}

ModelProblem with_models(ModelProblem problem, const Result<std::vector<std::string>>& models) {
  const auto advise = [&problem](const std::string& sentence) {
    problem.advice += (problem.advice.empty() ? "" : " ") + sentence;
  };
  if (!models.ok()) {
    advise("Its models could not be listed: " + models.error().message + ".");
  } else if (models.value().empty()) {
    advise("The server has no models.");
  } else {
    problem.models = models.value();
    if (problem.models.size() > kMaxProblemModels) problem.models.resize(kMaxProblemModels);
  }
  return problem;
}
}  // namespace franz::orchestrator
