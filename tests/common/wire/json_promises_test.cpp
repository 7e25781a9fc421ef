// The fuzzer's promises, checked for a fixed list of texts and for many derived from them.
#include "tests/fuzz/json_promises.h"
#include <gtest/gtest.h>
#include <random>
#include <vector>
#include "tests/support/mutated_text.h"

namespace franz {
static const std::vector<std::string>& seeds() {
  static const std::vector<std::string> kSeeds = {
      R"({"messages":{"99999999999999999999999":{"content":"x"}},"messages":[]})",
      R"({"choices":[{"index":0,"message":{"content":"a\ud83d\/","reasoning":null}}],"usage":{}})",
      R"({"choices":[{"index":0,"delta":{"content":[{"text":"a"}],"tool_calls":[{"index":3}]}}]})",
      R"({"protocol":"franz.executor.v2","turn":7,"raw":"a","raw":"b","tools":{"click":true}})",
      R"({"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"é"}]}]})",
      R"({"error":{"message":"no","type":1,"code":[2]}})",
      R"( [ -0.5e+10 , 1E9 , 0 , 18446744073709551616 , 1e-999 , true , false , null ] )",
      R"({"a":{"a":1,"a":2},"b":[{"a":[],"a":{}}],"a":{"~/":"","\u007e\u002F":0}})",
      "{\"\xFF\":1,\"\\ud800\":2,\"\xEF\xBF\xBD\":[\"\xED\xA0\x80\"]}",
      R"([[[[[[[["deep"]]]],{}]],{"":{"":{"":[]}}}]])",
      R"("\ud83d\udd8a\u0000\b\f\n\r\t\"\\\/")",
  };
  return kSeeds;
}

TEST(JsonPromises, HoldForTheKnownDifficultTexts) {
  for (const std::string& seed : seeds()) EXPECT_EQ(broken_promise(seed), "") << seed;
  const std::string more[] = {"",        " ",    "{",    "nul",     "\"",        "\"\\",
                              "\"\\u12", "-",    "[1,]", "{,}",     "[}",        "]",
                              "01",      "1.e1", "+1",   "{\"a\"}", "\t1 ",      "1 2",
                              "[]{}",    "\x01", "{}}",  "[\"\n]",  "{\"a\":1,}"};
  for (const std::string& text : more) EXPECT_EQ(broken_promise(text), "") << text;
  EXPECT_EQ(broken_promise(std::string("6\0\0", 3)), "");
}

TEST(JsonPromises, HoldForTextsMadeFromThem) {
  static constexpr std::string_view kPieces[] = {"{",    "}",       "[",
                                                 "]",    ",",       ":",
                                                 "\"",   "\"\"",    "\\",
                                                 "\\u",  "\\ud83",  "/",
                                                 "~1",   "null",    "-",
                                                 "1e9",  "0",       " ",
                                                 "\n",   "\xFF",    "\xC3",
                                                 "true", "{\"a\":", "\"a\":1,",
                                                 "[{}",  "\"/0\"",  "999999999999999999999999"};
  std::mt19937 random(20);  // NOLINT: the same texts each time
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutated_text(seeds(), kPieces, random);
    ASSERT_EQ(broken_promise(text), "") << text;
  }
}
}  // namespace franz
