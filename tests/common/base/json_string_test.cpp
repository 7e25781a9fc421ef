#include "common/base/json_string.h"
#include <gtest/gtest.h>

namespace franz {
TEST(JsonString, QuotesWhatMustBeQuoted) {
  const std::pair<std::string, std::string> cases[] = {
      {"", R"("")"},
      {"say \"hi\" \\ /", R"("say \"hi\" \\ /")"},
      {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
      {std::string("\0\x1f\x7f", 3), "\"\\u0000\\u001f\x7f\""},
      {"é東🐱", "\"é東🐱\""},
      {"\xED\xA0\xBD!", R"("\ud83d!")"},
      {"\xFF", "\"\uFFFD\""},
  };
  for (const auto& [text, token] : cases) EXPECT_EQ(quote_json(text), token);
}

TEST(JsonString, ReadsEveryEscapeLeniently) {
  const std::pair<std::string, std::string> cases[] = {
      {R"("")", ""},
      {R"("a\/b\\\"\b\f\n\r\t")", "a/b\\\"\b\f\n\r\t"},
      {R"("\u0041\u00e9\u6771")", "Aé東"},
      {R"("\ud83d\uDC31")", "🐱"},
      {R"("\ud83dx")", "\xED\xA0\xBDx"},                  // alone: kept as WTF-8
      {R"("\udc31\ud83d")", "\xED\xB0\xB1\xED\xA0\xBD"},  // the wrong way round
      {R"("\ud83d\u0041")",
       "\xED\xA0\xBD"
       "A"},
      {R"("\q \u12")", "\\q \\u12"},
      {"\"\xFF\"", "\uFFFD"},
      {R"("\u0000")", std::string(1, '\0')},
      {R"(bare)", "bare"},
      {R"("ends in \)", "\"ends in \\"},
  };
  for (const auto& [token, text] : cases) EXPECT_EQ(decode_json_string(token), text) << token;
}

TEST(JsonString, WhatIsQuotedReadsBackTheSame) {
  const std::string text = "\xED\xA0\xBD\" \\u0041 \n🐱\xED\xB0\xB1";
  EXPECT_EQ(decode_json_string(quote_json(text)), text);
}
}  // namespace franz
