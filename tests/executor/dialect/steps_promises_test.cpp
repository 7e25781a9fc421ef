// Checks the fuzzer's promises for a fixed list of replies and for many derived from them.
#include "tests/fuzz/steps_promises.h"
#include <gtest/gtest.h>
#include <random>
#include <vector>
#include "tests/support/mutated_text.h"

namespace franz::executor {
static const std::vector<std::string>& seeds() {
  static const std::vector<std::string> kSeeds = {
      R"({"steps":[{"tool":"mouse","args":{"x":10,"y":20,"action":"drag"},"human_readable_justification":"a"}],"done":null})",
      R"({"steps":[{"tool":"mouse","args":{"x":10,"y":20,"action":"down"},"human_readable_justification":"a"},{"tool":"mouse","args":{"x":1,"y":2,"action":"move"},"human_readable_justification":"b"},{"tool":"mouse","args":{"x":3,"y":4,"action":"up"},"human_readable_justification":"c"}]})",
      R"({"steps":[{"tool":"press","args":{"keys":["enter","F5","é"]},"human_readable_justification":"a"},{"tool":"hotkey","args":{"keys":["ctrl","c"]},"human_readable_justification":"b"}],"done":"x"})",
      R"({"steps":[{"tool":"write","args":{"text":"\ud83d\udd8a\u0000"},"human_readable_justification":"a"},{"tool":"sleep","args":{"secs":0.5},"human_readable_justification":"b"},{"tool":"clik","args":{},"human_readable_justification":"c"}],"done":false})",
      R"({"steps":[{"tool":"mouse","args":{"x":-10,"y":2e5,"button":"right","clicks":3,"interval_ms":80},"human_readable_justification":"a"}],"done":""})",
      "```json\n{\"steps\":[],\n\"done\":\"a\",}\n```",
      "<think>{</think>Sure! {'steps': [] // none\n} Done.",
      R"({"done":"a","done":"b","steps":null})",
  };
  return kSeeds;
}

TEST(StepsPromises, HoldForTheseReplies) {
  for (const std::string& seed : seeds()) EXPECT_EQ(broken_steps_promise(seed), "") << seed;
  for (const std::string text :
       {"", " ", "{", "}", "[", "{}", "{}}", "\"", "\\", "```", "~~~{", "null", "\xFF",
        "{\"\xFF\":", "{\"steps\":[{}]}", "{\"steps\":[[[[", "<think>"})
    EXPECT_EQ(broken_steps_promise(text), "") << text;
}

TEST(StepsPromises, HoldForRepliesMadeFromThem) {
  static constexpr std::string_view kPieces[] = {
      "{",    "}",    "[",      "]",        ",",    ":",         "\"",  "\"\"",   "\\",
      "\\u",  "```",  "'",      "null",     "-",    "1e9",       "0",   " ",      "\n",
      "\xFF", "true", "\"x\":", "\"x\":1,", "{}",   "\"tool\":", "4.5", "\"a\",", "<think>",
      "“",    "//",   "\"up\"", "\"down\"", "\x01", "\"args\":", "[],", "1e999",  "</think>"};
  std::mt19937 random(13);  // NOLINT: fixed seed
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutated_text(seeds(), kPieces, random);
    ASSERT_EQ(broken_steps_promise(text), "") << text;
  }
}
}  // namespace franz::executor
