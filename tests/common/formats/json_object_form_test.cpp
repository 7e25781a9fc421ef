#include "common/formats/json_object_form.h"
#include <gtest/gtest.h>
#include "tests/support/least_time.h"

namespace franz {
TEST(JsonObjectForm, IsCutOutOfTheToken) {
  const struct {
    const char *token, *expected;
  } rows[] = {
      {R"("{\"a\":1}")", R"("{\"a\":1}")"},
      {R"("<think>{\"b\":2}</think>\n{\"a\":1}\n")", R"("{\"a\":1}")"},
      {R"("```json\n{ \"a\": [{}] }\n```")", R"("{ \"a\": [{}] }")"},
      {R"("I {see}: {\n\"a\":1} {\"b\":2}")", R"("{\n\"a\":1}")"},
      // Escapes are unchanged, and brackets and quotes in texts do not count.
      {R"("{\u0022a\u0022:\"\u00fc}\\\"{\",\"b\":\"\\\\\"} x")",
       R"("{\u0022a\u0022:\"\u00fc}\\\"{\",\"b\":\"\\\\\"}")"},
      {R"("{'a':'}'} x")", R"("{'a':'}'}")"},
      {"\"{\\\"a\\\":\\\"\xff\\ud800\\\"} x\"", "\"{\\\"a\\\":\\\"\xff\\ud800\\\"}\""},
      {R"("x {} y")", R"("{}")"},
      // It is incomplete.
      {R"("x {\"a\":{\"b\":1 \n")", R"("{\"a\":{\"b\":1")"},
      {R"("x {\"a\":\"b\\")", R"("{\"a\":\"b\\")"},
      // There is none.
      {R"("I am finished.")", R"("I am finished.")"},
      {R"("<think>a</think>{x}")", R"("{x}")"},
      {R"("")", R"("")"},
      {"null", "null"},
      {"\"", "\""},
      {"", ""},
  };
  for (const auto& [token, expected] : rows) EXPECT_EQ(json_object_in(token), expected) << token;
}

TEST(JsonObjectForm, IsFoundInLinearTime) {
  for (const std::string piece : {"{ ", "{\\\"", "\\\\", "{\\\"a\\\":"}) {
    const auto token_of = [&](std::size_t count) {
      std::string token = "\"";
      for (std::size_t i = 0; i < count; ++i) token += piece;
      return token + "\"";
    };
    EXPECT_LT(growth(token_of(10'000), token_of(160'000), 64,
                     [](const std::string& token) { static_cast<void>(json_object_in(token)); }),
              64)
        << piece;
  }
}
}  // namespace franz
