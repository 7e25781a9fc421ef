#include "orchestrator/retry.h"
#include <algorithm>
#include <utility>
#include "common/base/utf8.h"
#include "orchestrator/server_errors.h"

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

// A server's words in a line: white space as single spaces, at most 200 characters.
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

// What was wrong, with the server's words in a line or in full.
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

static RetryDecision pause(ModelProblem problem) {
  RetryDecision decision;
  decision.action = Action::pause;
  decision.problem = std::move(problem);
  return decision;
}

static RetryStep fail(RetryState state, const ModelAnswer& answer, const ServerTrouble& trouble,
                      double jitter) {
  const bool fault = trouble.kind == Trouble::fault || trouble.kind == Trouble::endless;
  state.faults = fault ? state.faults + 1 : 0;
  ++state.failures;
  const std::int64_t asked = answer.retry_after_ms.value_or(0);
  const std::string what = story_of(answer, false);

  if (asked > kLongestWaitMs) {
    state.failures = state.faults = 0;
    return {state,
            {Action::wait, asked, false,
             what + "; the server asks for " + duration(asked) + ", asking again then"}};
  }
  if (state.failures <= kRetries) {
    const auto backoff = static_cast<double>(kFirstDelayMs << (state.failures - 1));
    const auto jittered = static_cast<std::int64_t>(backoff * (0.75 + 0.5 * jitter));
    const std::int64_t delay = std::max(jittered, asked);
    return {state,
            {Action::retry, delay, false,
             what + "; retry " + std::to_string(state.failures) + " of " +
                 std::to_string(kRetries) + " in " + duration(delay)}};
  }
  if (state.faults >= 2) {
    const RetryState fresh{.ask_usage = state.ask_usage};
    return {fresh, pause({std::string(trouble_code(trouble.kind)),
                          story_of(answer, true) + "\n" + std::to_string(kRetries) +
                              " retries did not help.",
                          trouble.advice,
                          {}})};
  }
  state.failures = state.faults = 0;
  const std::int64_t wait =
      std::max(std::min(kFirstWaitMs << std::min(state.waits, 10), kLongestWaitMs), asked);
  ++state.waits;
  return {state,
          {Action::wait, wait, false,
           what + "; " + std::to_string(kRetries) + " retries failed, asking again in " +
               duration(wait)}};
}

RetryStep decide(const RetryState& state, const ModelAnswer& answer, double jitter,
                 const Api& api) {
  using Transport = ModelAnswer::Transport;
  const RetryState fresh{.ask_usage = state.ask_usage};
  if (answer.transport == Transport::stopped) return {state, {Action::stop, 0, false, ""}};
  if (answer.reply.kind == ModelReply::Kind::reply) return {fresh, {Action::accept, 0, false, ""}};
  if (answer.transport == Transport::not_sent)
    return {fresh, pause({"not_sent", answer.why, "", {}})};
  const ServerTrouble connection{Trouble::temporary, 503, ""};
  if (answer.from_proxy) return fail(state, answer, connection, jitter);

  // 304 is none: it answers a question that was never asked.
  const bool redirect = answer.status >= 300 && answer.status < 400 && answer.status != 304;
  const auto failed = [&](const ServerTrouble& trouble) {
    RetryStep step = fail(state, answer, trouble, jitter);
    step.decision.model_failed = answer.transport != Transport::refused &&
                                 answer.transport != Transport::unreachable &&
                                 answer.transport != Transport::no_tls;
    return step;
  };
  if (answer.reply.kind == ModelReply::Kind::cut && !redirect) return failed(connection);
  const ServerTrouble trouble = read_trouble(answer.status, answer.reply.error, api);
  switch (trouble.kind) {
    case Trouble::temporary:
    case Trouble::fault:
    case Trouble::endless: return failed(trouble);
    case Trouble::loading: {
      const std::int64_t delay = std::max(kLoadingDelayMs, answer.retry_after_ms.value_or(0));
      return {state,
              {Action::wait, delay, false,
               "the model is still loading (" + in_a_line(answer.reply.error.text) +
                   "); asking again in " + duration(delay)}};
    }
    case Trouble::usage_option:
      if (state.ask_usage) {
        RetryState without = state;
        without.ask_usage = false;
        return {without,
                {Action::retry, 0, false,
                 "the server refuses stream_options; asking without usage figures from now on"}};
      }
      break;
    default: break;
  }
  std::string what = redirect ? "the model server answered " + std::to_string(answer.status) +
                                    " and points to " +
                                    (answer.location.empty() ? "nowhere" : answer.location)
                              : story_of(answer, true);
  RetryDecision decision =
      pause({std::string(trouble_code(trouble.kind)), std::move(what), trouble.advice, {}});
  decision.list_models = trouble.kind == Trouble::no_model || trouble.kind == Trouble::no_endpoint;
  return {fresh, decision};
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
