#include "common/run/sst_check.h"
#include <gtest/gtest.h>

namespace franz {
static SstResult compare_tokens(std::string_view reply, std::string_view story) {
  return check_sst(7, reply, "", story);
}

TEST(SstCheck, SameBytesAreOk) {
  for (const std::string& token :
       {std::string(R"("")"), std::string(R"("a\nb")"), std::string(R"("\ud83d \u0000\/")"),
        std::string("\"\xff\xfe\""), '"' + std::string(5000000, 'x') + '"'}) {
    const SstResult result = compare_tokens(token, token);
    EXPECT_EQ(verdict_name(result.verdict), "ok");
    EXPECT_EQ(detail_json(result), "null");
  }
  EXPECT_EQ(compare_tokens(R"("with")", "with").verdict, Verdict::ok);
}

TEST(SstCheck, ReportsWhereTwoTextsDiffer) {
  struct Row {
    std::string title, reply, story, detail;
  };
  const std::string a30(30, 'a'), b30(30, 'b');
  const Row rows[] = {
      {"one character", R"("I see a cat")", R"("I see a bat")",
       R"(character 8 on: expected "I see a cat", got "I see a bat" (11 and 11 characters))"},
      {"some 40 characters around", '"' + a30 + "X" + b30 + '"', '"' + a30 + "Y" + b30 + '"',
       R"(character 30 on: expected "aaaaaaaaaaaaaaaaaaaaXbbbbbbbbbbbbbbbbbbb", got )"
       R"("aaaaaaaaaaaaaaaaaaaaYbbbbbbbbbbbbbbbbbbb" (61 and 61 characters))"},
      {"cut at the end", R"("abc")", R"("ab")",
       R"(character 2 on: expected "abc", got "ab" (3 and 2 characters))"},
      {"emptied", R"("abc")", R"("")",
       R"(character 0 on: expected "abc", got "" (3 and 0 characters))"},
      {"added", R"("")", R"("abc")",
       R"(character 0 on: expected "", got "abc" (0 and 3 characters))"},
      {"inside a character of many bytes", "\"\u00e9\u20ac\"", "\"\u00e9\u20ad\"",
       "character 1 on: expected \"\u00e9\u20ac\", got \"\u00e9\u20ad\" (2 and 2 characters)"},
      {"escapes before it count as what they mean", R"("\u00e9\n\ud83d\ude00x")",
       "\"\u00e9\\n\U0001F600y\"",
       "character 3 on: expected \"\u00e9\\n\U0001F600x\", got \"\u00e9\\n\U0001F600y\" (4 and 4 "
       "characters)"},
      {"lone surrogates stay apart", R"("\ud800")", R"("\ud801")",
       R"(character 0 on: expected "\ud800", got "\ud801" (1 and 1 characters))"},
      {"a line end", R"("a\r\nb")", R"("a\nb")",
       R"(character 1 on: expected "a\r\nb", got "a\nb" (4 and 3 characters))"},
  };
  for (const Row& row : rows) {
    const SstResult result = compare_tokens(row.reply, row.story);
    EXPECT_EQ(verdict_name(result.verdict), "violation") << row.title;
    EXPECT_EQ(result.detail, "the story is not the reply before it, from " + row.detail)
        << row.title;
  }
}

TEST(SstCheck, TheSameTextInOtherBytesIsAlsoAViolation) {
  struct Row {
    std::string title, reply, story, detail;
  };
  const Row rows[] = {
      {"an escape that was not needed", R"("a\/b")", R"("a/b")",
       R"(byte 1 on: expected "a\\/b", got "a/b" (4 and 3 bytes))"},
      {"a character escaped", "\"x\u00e9\"", R"("x\u00e9")",
       "byte 1 on: expected \"x\u00e9\", got \"x\\\\u00e9\" (3 and 7 bytes)"},
      {"the case of an escape", R"("\u00E9")", R"("\u00e9")",
       R"(byte 4 on: expected "\\u00E9", got "\\u00e9" (6 and 6 bytes))"},
      {"wrong bytes that read alike", "\"\xff\"", "\"\xfe\"",
       "byte 0 on: expected \"\uFFFD\", got \"\uFFFD\" (1 and 1 bytes)"},
  };
  for (const Row& row : rows) {
    const SstResult result = compare_tokens(row.reply, row.story);
    EXPECT_EQ(verdict_name(result.verdict), "violation") << row.title;
    EXPECT_TRUE(result.difference->same_text);
    EXPECT_EQ(result.detail, "the text is the same, but its bytes differ, from " + row.detail)
        << row.title;
  }
}

TEST(SstCheck, ReportsWhyThereIsNothingToCompare) {
  const SstResult result = check_sst(7, std::nullopt, "aborted", R"("x")");
  EXPECT_EQ(result.verdict, Verdict::unverifiable);
  EXPECT_EQ(detail_json(result), R"({"text":"aborted"})");
}

TEST(SstCheck, TheFirstTurnHasNoPredecessor) {
  for (const auto& [story, detail] :
       {std::pair(R"("")", ""), std::pair(R"("abc")", "a story of 3 characters from outside")}) {
    const SstResult result = check_sst(1, std::nullopt, "", story);
    EXPECT_EQ(result.verdict, Verdict::first);
    EXPECT_EQ(result.detail, detail);
  }
}

TEST(SstCheck, ItsDetailIsOneJsonObject) {
  EXPECT_EQ(
      detail_json(compare_tokens(R"("a\ud800")", R"("b")")),
      R"json({"text":"the story is not the reply before it, from character 0 on: expected )json"
      R"json(\"a\\ud800\", got \"b\" (2 and 1 characters)","unit":"character","position":0,)json"
      R"json("expected":"a\ud800","got":"b","expected_count":2,"got_count":1})json");
}
}  // namespace franz
