// Checks the fuzzer's promises for a fixed list of replies and for many derived from them.
#include "tests/fuzz/action_promises.h"
#include <gtest/gtest.h>
#include <random>
#include <vector>
#include "tests/support/mutated_text.h"

namespace franz::executor {
static const std::vector<std::string>& seeds() {
  static const std::vector<std::string> kSeeds = {
      R"({"action":"click","x":10,"y":20,"done":false,"why":"a","confidence":0.9})",
      R"({"action":"click","x":1279,"y":719,"done":true,"why":"a","confidence":5e-1})",
      R"({"action":"click","x":-10,"y":2e5,"why":"\ud83d\udd8a\u0000"})",
      R"({"action":"type","text":"\ud83d","why":"é","confidence":1})",
      R"({"action":"press","key":"ctrl+shift+F5","why":"a","confidence":0})",
      R"({"action":"noop","x":null,"y":0,"why":"a","done":null})",
      R"({"action":"done","done":true,"why":"all","confidence":0.75})",
      "```json\n{\"action\":\"done\",\n\"why\":\"a\",}\n```",
      "<think>{</think>Sure! {'action': \"noop\"} // Done.",
  };
  return kSeeds;
}

TEST(ActionPromises, HoldForTheseReplies) {
  for (const std::string& seed : seeds()) EXPECT_EQ(broken_action_promise(seed), "") << seed;
  for (const std::string text :
       {"", " ", "{", "}", "[", "{}", "{}}", "\"", "\\", "```", "~~~{", "null", "\xFF",
        "{\"\xFF\":", "{\"action\":{}}", "{\"action\":[[[[", "<think>"})
    EXPECT_EQ(broken_action_promise(text), "") << text;
}

TEST(ActionPromises, HoldForRepliesMadeFromThem) {
  static constexpr std::string_view kPieces[] = {
      "{",     "}",      "[",        "]",        ",",      ":",        "\"",        "\"\"",
      "\\",    "\\u",    "```",      "'",        "null",   "-",        "1e9",       "0",
      " ",     "\n",     "\xFF",     "true",     "\"x\":", "\"x\":1,", "{}",        "1e300",
      "4.5",   "\"a\",", "<think>",  "“",        "//",     "\"y\":",   "\"done\":", "false",
      "1e999", "\x01",   "\"why\":", "</think>", "click",  "noop"};
  std::mt19937 random(17);  // NOLINT: fixed seed
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutated_text(seeds(), kPieces, random);
    ASSERT_EQ(broken_action_promise(text), "") << text;
  }
}
}  // namespace franz::executor
