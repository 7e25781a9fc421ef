#include "orchestrator/prompt_watch.h"
#include <gtest/gtest.h>
#include <random>

namespace franz::orchestrator {
namespace {
ModelReply counted(long long prompt, long long completion) {
  ModelReply reply;
  reply.kind = ModelReply::Kind::reply;
  reply.usage = TokenUsage{prompt, completion, prompt + completion};
  return reply;
}

PromptSizes sizes(std::size_t story, std::size_t feedback = 25) {
  return {1200, story, feedback, "512x288", "m"};
}

// The warnings of a run, turn by turn: "." for none.
struct Turn {
  PromptSizes sizes;
  ModelReply reply;
};
std::string warnings(const std::vector<Turn>& turns) {
  PromptWatch watch;
  std::string said;
  for (const Turn& turn : turns) {
    PromptStep step = watch_prompt(watch, turn.sizes, turn.reply);
    said += step.warning.empty() ? "." : "!";
    watch = step.watch;
  }
  return said;
}
}  // namespace

TEST(PromptWatch, NoticesADroppedStory) {
  // 300 tokens of system prompt, 300 of picture, 8 (first 200) of feedback; stories of 300.
  const Turn first{sizes(0, 600), counted(800, 300)};
  const Turn sound{sizes(1200), counted(908, 300)};
  const Turn cut{sizes(1200), counted(608, 300)};
  EXPECT_EQ(warnings({first, sound, sound, cut}), "...!");
  EXPECT_EQ(warnings({first, cut}), ".!");
  EXPECT_EQ(warnings({first, sound, cut, cut, sound, cut}), "..!..!") << "once, until it is sound";
}

TEST(PromptWatch, SaysWhatItSawAndWhatHelps) {
  PromptWatch watch;
  watch.base_tokens = 600;
  watch.base = sizes(0);
  watch.reply_tokens = 300;
  EXPECT_EQ(
      watch_prompt(watch, sizes(1200), counted(608, 300)).warning,
      "the server cut the prompt silently: usage.prompt_tokens is 608, but this request takes "
      "at least 750. The story is the first to be dropped. Load the model with a larger "
      "context (Ollama: OLLAMA_CONTEXT_LENGTH), or make [model] max_tokens or [surface] "
      "picture smaller.");
}

TEST(PromptWatch, DoesNotCryWolf) {
  const Turn first{sizes(0, 600), counted(800, 300)};
  const Turn sound{sizes(1200), counted(908, 300)};
  ModelReply no_usage;
  no_usage.kind = ModelReply::Kind::reply;
  ModelReply thinking = counted(908, 2000);
  thinking.reasoning = "long";
  PromptSizes other_picture = sizes(1200);
  other_picture.picture = "";
  PromptSizes other_model = sizes(1200);
  other_model.model = "n";
  PromptSizes other_system = sizes(1200);
  other_system.system_bytes = 100;
  const std::pair<std::string, std::vector<Turn>> cases[] = {
      {"a shorter feedback", {first, sound, sound}},
      {"a shorter story",
       {first, sound, {sizes(1200), counted(908, 20)}, {sizes(80), counted(628, 300)}}},
      {"no usage", {first, sound, {sizes(1200), no_usage}, {sizes(1200), no_usage}}},
      {"usage of zero", {first, sound, {sizes(1200), counted(0, 0)}}},
      {"no picture any more", {first, sound, {other_picture, counted(600, 300)}}},
      {"another model", {first, sound, {other_model, counted(500, 300)}}},
      {"another system prompt", {first, sound, {other_system, counted(640, 300)}}},
      {"reasoning in the count", {first, {sizes(1200), thinking}, sound}},
      {"hidden reasoning in the count", {first, {sizes(1200), counted(908, 2000)}, sound}},
      {"an empty story",
       {first, sound, {sizes(1200), counted(908, 0)}, {sizes(0), counted(608, 9)}}},
      {"resumed in the middle", {sound, sound, sound}},
  };
  for (const auto& [name, turns] : cases)
    EXPECT_EQ(warnings(turns).find('!'), std::string::npos) << name;
}

// Runs with 2 to 6 bytes per token, read with up to a fifth fewer tokens than written. First none
// is cut, then every one.
TEST(PromptWatch, TellsSoundRunsFromCutOnes) {
  std::mt19937 random(11);
  const auto pick = [&random](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  for (int run = 0; run < 2000; ++run) {
    const double system = pick(100, 900), picture = pick(100, 1500), density = pick(2, 6);
    PromptWatch watch;
    double story = 0, story_bytes = 0;
    bool warned = false;
    for (int turn = 1; turn <= 12; ++turn) {
      const bool cut = turn >= 8;
      const double feedback_bytes = turn == 1 ? 600 : pick(25, 300);
      const double prompt =
          system + picture + feedback_bytes / pick(2.5, 4.5) + (cut ? 0 : story * pick(0.8, 1.0));
      const double reply = pick(150, 900);
      const PromptSizes now{static_cast<std::size_t>(system * 4),
                            static_cast<std::size_t>(story_bytes),
                            static_cast<std::size_t>(feedback_bytes), "512x288", "m"};
      const PromptStep step = watch_prompt(
          watch, now, counted(static_cast<long long>(prompt), static_cast<long long>(reply)));
      ASSERT_TRUE(cut || step.warning.empty()) << "run " << run << " turn " << turn;
      warned = warned || !step.warning.empty();
      watch = step.watch;
      story = reply;
      story_bytes = reply * density;
    }
    EXPECT_TRUE(warned) << "run " << run;
  }
}
}  // namespace franz::orchestrator
