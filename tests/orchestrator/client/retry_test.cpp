#include "orchestrator/retry.h"
#include <gtest/gtest.h>
#include "common/wire/api/apis.h"
#include "common/wire/api/model_reply.h"

namespace franz::orchestrator {
namespace {
using Transport = ModelAnswer::Transport;

constexpr double kMiddle = 0.5;  // a jitter that leaves the delay as it is

ModelAnswer lost(Transport transport, const std::string& why) {
  ModelAnswer answer;
  answer.transport = transport;
  answer.why = why;
  return answer;
}

ModelAnswer error(int status, const std::string& text, const std::string& type = "") {
  ModelAnswer answer;
  answer.transport = Transport::whole;
  answer.status = status;
  answer.reply.kind = ModelReply::Kind::error;
  answer.reply.error = {text, type, ""};
  return answer;
}

ModelAnswer too_large() {
  ModelAnswer answer = error(200, "the reply's text is longer than 16 MiB", "too_large");
  answer.reply.too_large = true;
  return answer;
}

ModelAnswer reply(const std::string& content) {
  ModelAnswer answer;
  answer.transport = Transport::whole;
  answer.status = 200;
  answer.reply.kind = ModelReply::Kind::reply;
  answer.reply.content = content;
  return answer;
}

std::string show(const RetryDecision& decision) {
  static constexpr const char* kNames[] = {"accept", "retry", "wait", "pause", "stop"};
  std::string shown = kNames[static_cast<int>(decision.action)];
  if (decision.delay_ms > 0) shown += " " + std::to_string(decision.delay_ms);
  if (decision.list_models) shown += " +models";
  if (decision.action == RetryDecision::Action::pause)
    return shown + ": " + text_of(decision.problem);
  return decision.text.empty() ? shown : shown + ": " + decision.text;
}

RetryStep decide(const RetryState& state, const ModelAnswer& answer, double jitter) {
  return decide(state, answer, jitter, *find_api("chat"));
}

// Feeds the same answer so many times; the last decision.
RetryStep repeat(const ModelAnswer& answer, int times, RetryState state = {}) {
  RetryStep step{state, {}};
  for (int i = 0; i < times; ++i) step = decide(step.state, answer, kMiddle);
  return step;
}
}  // namespace

TEST(Retry, DecidesTheFirstFailureByItsKind) {
  const std::string words = "Model is overloaded\n   now";
  ModelAnswer limited = error(429, "slow down");
  limited.retry_after_ms = 7000;
  ModelAnswer quick = error(429, "slow down");
  quick.retry_after_ms = 150;
  ModelAnswer long_wait = error(429, "quota");
  long_wait.retry_after_ms = 600'000;
  ModelAnswer marked = error(400, "the model's address cannot be reached");
  marked.from_proxy = true;
  ModelAnswer moved = error(301, "");
  moved.location = "https://host/v1";
  ModelAnswer unasked = lost(Transport::broken, "http://h answered with status 304");
  unasked.status = 304;
  const std::pair<ModelAnswer, std::string> cases[] = {
      {reply("Hi"), "accept"},
      {reply(""), "accept"},
      {lost(Transport::stopped, "stopped"), "stop"},
      {lost(Transport::refused, "nothing answers at http://h:1/v1"),
       "retry 500: nothing answers at http://h:1/v1; retry 1 of 5 in 0.5 s"},
      {lost(Transport::no_answer, "no answer from http://h:1/v1 within 600 s"),
       "retry 500: no answer from http://h:1/v1 within 600 s; retry 1 of 5 in 0.5 s"},
      {lost(Transport::whole, ""),
       "retry 500: the reply was cut off before its end; retry 1 of 5 in 0.5 s"},
      {error(502, ""),
       "retry 500: the model server answered 502 without a word; retry 1 of 5 in 0.5 s"},
      {error(500, words),
       "retry 500: the model server answered 500: Model is overloaded now; retry 1 of 5 in 0.5 s"},
      {error(500, "tools param requires --jinja flag"),
       "pause: the model server answered 500: tools param requires --jinja flag.\nllama-server "
       "accepts tools only with the flag --jinja: restart it with that flag, or choose a profile "
       "that reads the model's text (docs/models.md)."},
      {error(500, "llama runner process has terminated: exit status 2"),
       "retry 15000: the model server answered 500: llama runner process has terminated: exit "
       "status 2; retry 1 of 3 in 15 s"},
      {too_large(), "retry 500: the reply's text is longer than 16 MiB; retry 1 of 5 in 0.5 s"},
      {error(408, "x"), "retry 500: the model server answered 408: x; retry 1 of 5 in 0.5 s"},
      {limited, "retry 7000: the model server answered 429: slow down; retry 1 of 5 in 7 s"},
      {quick, "retry 500: the model server answered 429: slow down; retry 1 of 5 in 0.5 s"},
      {long_wait,
       "wait 600000: the model server answered 429: quota; the server asks for 10 min, asking "
       "again then"},
      {marked,
       "retry 500: the proxy answered 400: the model's address cannot be reached; retry 1 of 5 in "
       "0.5 s"},
      {error(503, "Loading model", "unavailable_error"),
       "wait 2000: the model is still loading (Loading model); asking again in 2 s"},
      {error(200, "Loading model"),
       "wait 2000: the model is still loading (Loading model); asking again in 2 s"},
      {error(400, "stream_options is unknown"),
       "retry: the server refuses stream_options; asking without usage figures from now on"},
      {error(400, "'url' field must be\na base64 encoded image."),
       "pause: the model server answered 400: 'url' field must be\na base64 encoded image."},
      {error(404, "model 'x' not found"),
       "pause +models: the model server answered 404: model 'x' not found"},
      {error(404, "404 page not found"),
       "pause +models: the model server answered 404: 404 page not found.\nDoes the address end in "
       "/v1, and is it a model server's?"},
      {error(401, "Unauthorized"),
       "pause: the model server answered 401: Unauthorized.\nThe server requires a key, but none "
       "was "
       "sent. Put the key into an environment variable and name that variable in [model] "
       "api_key_env."},
      {error(200, "Engine stopped"),
       "retry 500: the model server answered with an error: Engine stopped; retry 1 of 5 in 0.5 s"},
      {lost(Transport::not_sent, "[model] api_key_env: …"), "pause: [model] api_key_env: …"},
      {unasked, "retry 500: http://h answered with status 304; retry 1 of 5 in 0.5 s"},
      {moved,
       "pause: the model server answered 301 and points to https://host/v1.\nRedirects are not "
       "followed: set that address."},
  };
  for (const auto& [answer, expected] : cases)
    EXPECT_EQ(show(decide({}, answer, kMiddle).decision), expected);
}

TEST(Retry, DoublesItsDelaysFiveTimesThenWaitsLongerAndLonger) {
  const ModelAnswer down = lost(Transport::refused, "nothing answers");
  std::string delays;
  RetryState state;
  for (int i = 0; i < 30; ++i) {
    const RetryStep step = decide(state, down, kMiddle);
    delays += show(step.decision).substr(0, show(step.decision).find(':')) + ", ";
    state = step.state;
  }
  const std::string round = "retry 500, retry 1000, retry 2000, retry 4000, retry 8000, ";
  EXPECT_EQ(delays, round + "wait 15000, " + round + "wait 30000, " + round + "wait 60000, " +
                        round + "wait 60000, " + round + "wait 60000, ");
  EXPECT_EQ(show(repeat(down, 6).decision),
            "wait 15000: nothing answers; 5 retries failed, asking again in 15 s");
}

TEST(Retry, JittersByAQuarter) {
  const ModelAnswer down = lost(Transport::broken, "broke");
  EXPECT_EQ(decide({}, down, 0).decision.delay_ms, 375);
  EXPECT_EQ(decide({}, down, 1).decision.delay_ms, 625);
}

TEST(Retry, EndsARoundByTheCause) {
  ModelAnswer marked = error(500, "no model server");
  marked.from_proxy = true;
  const std::pair<ModelAnswer, std::string> cases[] = {
      {error(500, "bad\nimage"),
       "pause: the model server answered 500: bad\nimage.\n5 retries did not help.\nThe server's "
       "own "
       "log may say more."},
      {error(200, "the answer is not a chat completion: <html>"),
       "pause: the model server answered with an error: the answer is not a chat completion: "
       "<html>.\n"
       "5 retries did not help.\nIs it a model server's address?"},
      {too_large(),
       "pause: the reply's text is longer than 16 MiB.\n5 retries did not help.\n"
       "[model] max_tokens limits how long a reply may become."},
      {error(503, "busy"),
       "wait 15000: the model server answered 503: busy; 5 retries failed, asking again in 15 s"},
      {error(504, ""),
       "wait 15000: the model server answered 504 without a word; 5 retries failed, asking again "
       "in 15 s"},
      {error(429, "slow"),
       "wait 15000: the model server answered 429: slow; 5 retries failed, asking again in 15 s"},
      {marked,
       "wait 15000: the proxy answered 500: no model server; 5 retries failed, asking again in 15 "
       "s"},
  };
  for (const auto& [answer, expected] : cases)
    EXPECT_EQ(show(repeat(answer, 6).decision), expected);
}

// The same answer each time: the number of requests, then a pause with this code.
TEST(Retry, AsksForEverOnlyWhereTheCausePasses) {
  const auto end = [](const ModelAnswer& answer) {
    RetryState state;
    for (int requests = 1; requests <= 50; ++requests) {
      const RetryStep step = decide(state, answer, kMiddle);
      state = step.state;
      if (step.decision.action == RetryDecision::Action::pause)
        return std::to_string(requests) + " " + step.decision.problem.code;
    }
    return std::string("for ever");
  };
  const std::string both = "h answered with Content-Length together with Transfer-Encoding";
  const std::pair<ModelAnswer, std::string> cases[] = {
      {lost(Transport::whole, ""), "6 cut"},
      {lost(Transport::broken, "broke"), "6 cut"},
      {lost(Transport::no_answer, "silent"), "6 no_answer"},
      {lost(Transport::went_silent, "silent"), "6 no_answer"},
      {lost(Transport::no_tls, "certificate"), "6 no_tls"},
      {lost(Transport::no_http, both), "2 both_framings"},
      {error(500, "XML syntax error on line 7: unexpected EOF"), "2 unread_call"},
      {error(200, "output that does not match the expected peg-native format"), "2 unread_output"},
      {error(500, "llama runner process has terminated: exit status 2"), "4 runner_crashed"},
      {error(500, "tools param requires --jinja flag"), "1 no_jinja"},
      {error(400, "Model unloaded."), "2 unloaded"},
      {error(500, ""), "6 fault"},
      {lost(Transport::refused, "nothing answers"), "for ever"},
      {error(503, "Loading model"), "for ever"},
      {error(503, "busy"), "for ever"},
      {error(429, "slow"), "for ever"},
  };
  for (const auto& [answer, expected] : cases)
    EXPECT_EQ(end(answer), expected) << answer.why << answer.reply.error.text;
}

// A server that crashes on a request and restarts.
TEST(Retry, CountsACauseAcrossThoseThatPass) {
  RetryState state;
  std::string actions;
  for (int cycle = 1; cycle <= 6; ++cycle)
    for (const ModelAnswer& answer :
         {lost(Transport::broken, "broke"), lost(Transport::refused, "nothing answers"),
          error(503, "Loading model")}) {
      const RetryStep step = decide(state, answer, kMiddle);
      state = step.state;
      if (step.decision.action == RetryDecision::Action::pause) actions += std::to_string(cycle);
    }
  EXPECT_EQ(actions, "6");
}

TEST(Retry, SlowsDownForAProcessThatHasToStartAgain) {
  std::string delays;
  RetryState state;
  for (int i = 0; i < 3; ++i) {
    const RetryStep step =
        decide(state, error(500, "llama runner process has terminated"), kMiddle);
    delays += std::to_string(step.decision.delay_ms) + " ";
    state = step.state;
  }
  EXPECT_EQ(delays, "15000 30000 60000 ");
}

TEST(Retry, DoesNotCountTheLoadingOfAModel) {
  const RetryStep step = repeat(error(503, "Loading model", "unavailable_error"), 100);
  EXPECT_EQ(step.state, RetryState{});
  EXPECT_EQ(step.decision.delay_ms, 2000);
}

TEST(Retry, BeginsAnewAfterAReplyOrAPause) {
  const RetryStep failed = repeat(error(503, "busy"), 9);
  EXPECT_EQ(failed.state.failures, 3);
  EXPECT_EQ(failed.state.waits, 1);
  EXPECT_EQ(decide(failed.state, reply("x"), kMiddle).state, RetryState{});
  EXPECT_EQ(decide(failed.state, error(401, "x"), kMiddle).state, RetryState{});
  const RetryStep cut = repeat(lost(Transport::broken, "broke"), 5);
  EXPECT_EQ(decide(cut.state, reply("x"), kMiddle).state, RetryState{});
}

TEST(Retry, RemembersRefusedStreamOptions) {
  const RetryStep refused = decide({}, error(400, "unknown: stream_options"), kMiddle);
  EXPECT_FALSE(refused.state.ask_usage);
  EXPECT_FALSE(decide(refused.state, reply("x"), kMiddle).state.ask_usage);
  EXPECT_FALSE(repeat(error(500, "x"), 6, refused.state).state.ask_usage);
  EXPECT_TRUE(refused.state.ask_one_call);
  const RetryStep both =
      decide(refused.state, error(400, "Unknown parameter: 'parallel_tool_calls'."), kMiddle);
  EXPECT_FALSE(both.state.ask_usage || both.state.ask_one_call);
  // The option was not sent: the message has another cause.
  EXPECT_EQ(show(decide(refused.state, error(400, "unknown: stream_options"), kMiddle).decision),
            "pause: the model server answered 400: unknown: stream_options");
}

TEST(Retry, ShortensWordsInALine) {
  const std::string long_words(300, 'x');
  EXPECT_EQ(
      decide({}, error(500, long_words), kMiddle).decision.text,
      "the model server answered 500: " + long_words.substr(0, 200) + "…; retry 1 of 5 in 0.5 s");
}

TEST(Retry, ListsTheModelsThatThereAre) {
  using Models = Result<std::vector<std::string>>;
  const auto text_with = [](const Models& models) {
    return text_of(with_models({"no_model", "no x", "", {}}, models));
  };
  EXPECT_EQ(text_with(Models({"a", "b/c"})), "no x.\nThe server has these models: a, b/c.");
  EXPECT_EQ(text_with(Models(std::vector<std::string>{})), "no x.\nThe server has no models.");
  EXPECT_EQ(text_with(Models(Error{"the server answered 404"})),
            "no x.\nIts models could not be listed: the server answered 404.");
  EXPECT_TRUE(text_with(Models(std::vector<std::string>(25, "m"))).ends_with("m, m and 5 more."));
}
}  // namespace franz::orchestrator
