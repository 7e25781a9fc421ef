#include "orchestrator/context_fit.h"
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

namespace franz::orchestrator {
TEST(RefusedSizes, AreReadInTheServersOwnWords) {
  using Row = std::tuple<std::string, std::optional<long long>, std::optional<long long>>;
  const Row rows[] = {
      {R"({"error":{"code":400,"message":"request (5012 tokens) exceeds the available context )"
       R"(size (4096 tokens), try increasing it","type":"exceed_context_size_error",)"
       R"("n_prompt_tokens":5012,"n_ctx":4096}})",
       4096, 5012},
      {"the request exceeds the available context size. try increasing the context size or "
       "enable context shift",
       std::nullopt, std::nullopt},
      {"The number of tokens to keep from the initial prompt is greater than the context length "
       "(n_keep: 5012>= n_ctx: 4096). Try to load the model with a larger context length",
       4096, std::nullopt},
      {"This model's maximum context length is 4096 tokens. However, you requested 5012 tokens "
       "(4112 in the messages, 900 in the completion).",
       4096, std::nullopt},
      {"This model's maximum context length is 4096 tokens. However, your request has 5012 input "
       "tokens. Please reduce the length of the input messages.",
       4096, 5012},
      {"The decoder prompt (length 5012) is longer than the maximum model length of 4096.", 4096,
       std::nullopt},
      {"context length 12", std::nullopt, std::nullopt},
      {"n_ctx: 99999999999999999999999", std::nullopt, std::nullopt},
      {"", std::nullopt, std::nullopt},
  };
  for (const auto& [words, context, prompt] : rows) {
    const RefusedSizes sizes = refused_sizes(words);
    EXPECT_EQ(sizes.context, context) << words;
    EXPECT_EQ(sizes.prompt, prompt) << words;
  }
}

TEST(RequestWeight, CountsTextsCallsToolsAndPictures) {
  Part call;
  call.kind = Part::Kind::call;
  call.token = std::string(8, 'x');
  const std::vector<Message> messages = {{"system", {text_part(std::string(40, 's'))}},
                                         {"user", {picture_part({}), picture_part({}), call}}};
  EXPECT_EQ(request_weight(messages, std::string(4, 't'), 100), 8 + 10 + 1 + 200 + 2);
}

namespace {
// A conversation of `last` turns: 100 for what each request has, 50 for each turn.
ContextFit::Weigh conversation(int last) {
  return [last](int from) { return 100.0 + 50 * (last - from + 1); };
}
}  // namespace

TEST(ContextFit, LeavesOutNothingWhereTheContextIsUnknown) {
  EXPECT_EQ(ContextFit().first_turn(1, 9999, conversation(9999), 900), 1);
}

TEST(ContextFit, LeavesOutTurnsInBlocks) {
  ContextFit fit;
  fit.set_context(1000);
  std::vector<int> changes;
  int from = 1;
  for (int last = 1; last <= 60; ++last) {
    const int now = fit.first_turn(from, last, conversation(last), 200);
    ASSERT_GE(now, from);
    ASSERT_LT(conversation(last)(now), 800) << last;  // with a reply of 200
    if (now != from) changes.push_back(last);
    from = now;
  }
  EXPECT_EQ(changes, (std::vector<int>{14, 21, 28, 35, 42, 49, 56}));
}

TEST(ContextFit, MeasuresByWhatTheServerCounted) {
  ContextFit fit;
  fit.set_context(1000);
  EXPECT_EQ(fit.first_turn(1, 10, conversation(10), 0), 1);
  fit.counted(600, 1200);
  EXPECT_GT(fit.first_turn(1, 10, conversation(10), 0), 1);
  // A server that counts only uncached tokens: the estimate is at least half of the largest.
  fit.counted(600, 10);
  EXPECT_EQ(fit.first_turn(1, 10, conversation(10), 0), 1);
  EXPECT_GT(fit.first_turn(1, 20, conversation(20), 0), 1);
  ContextFit uncounted;
  uncounted.set_context(1000);
  uncounted.counted(600, 0);
  EXPECT_EQ(uncounted.first_turn(1, 10, conversation(10), 0), 1);
}

TEST(ContextFit, GoesByTheRefusalWhereTheServerSaidNothing) {
  ContextFit fit;
  fit.refused(600, {});
  EXPECT_EQ(fit.context(), std::nullopt);
  const int from = fit.first_turn(1, 10, conversation(10), 900);
  EXPECT_EQ(from, 6);  // 150 + (600 - 150) / 2 = 375 has room for five turns
  EXPECT_EQ(fit.first_turn(6, 14, conversation(14), 900), 6);
  EXPECT_GT(fit.first_turn(6, 15, conversation(15), 900), 6);
}

TEST(ContextFit, TakesTheContextThatARefusalNames) {
  ContextFit fit;
  fit.refused(600, {.context = 4096, .prompt = 4800});
  EXPECT_EQ(fit.context(), 4096);
  fit.set_context(1'000'000);  // in the settings
  EXPECT_EQ(fit.context(), 4096);
  const int from = fit.first_turn(1, 10, conversation(10), 0);
  EXPECT_EQ(from, 7);  // 1200 + (4096 - 1200) / 2 = 2648 tokens; four turns are 2400
}

TEST(ContextFit, KeepsTheLastTurnHoweverLongItIs) {
  ContextFit fit;
  fit.set_context(256);
  EXPECT_EQ(fit.first_turn(
                1, 10, [](int) { return 5000.0; }, 900),
            10);
  EXPECT_EQ(fit.first_turn(
                10, 10, [](int) { return 5000.0; }, 900),
            10);
}
}  // namespace franz::orchestrator
