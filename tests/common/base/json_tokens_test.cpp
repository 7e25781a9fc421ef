#include "common/base/json_tokens.h"
#include <gtest/gtest.h>
#include <string>
#include "common/base/json.h"

namespace franz {
// The text that the library is given, or that it is given none.
static std::string given_text(const std::string& text) {
  JsonTokens tokens;
  JsonRefusal refusal;
  if (!find_json_tokens(text, tokens, refusal)) return "refused at " + std::to_string(refusal.at);
  return tokens.cut_text.empty() ? text : tokens.cut_text;
}

TEST(JsonTokens, CutOutWhatTheLibraryWouldRefuseOrChange) {
  const std::string longest = "\"" + std::string(4094, 'x') + "\"";
  const std::string longer = "\"" + std::string(4095, 'x') + "\"";
  const std::pair<std::string, std::string> cases[] = {
      {R"({"a":"b","c":[1,"\u00e9\/"]})", R"({"a":"b","c":[1,"\u00e9\/"]})"},
      {"[" + longest + "]", "[" + longest + "]"},
      {"[" + longer + "]", R"([""])"},
      {R"(["\ud83d\ude00","\uD800"])", R"(["",""])"},
      {"[\"\xFF\",\"\xC3\xA9\"]", "[\"\",\"\xC3\xA9\"]"},
      {R"({"\udc00":{"a":"b"}})", R"({"":{"a":"b"}})"},
      // Model text and pictures, by the names of the members; their other values are visible.
      {R"({"raw":"x","role":"user"})", R"({"raw":"","role":"user"})"},
      {R"({ "content" : "x" , "turn": 1})", R"({ "content" : "" , "turn": 1})"},
      {R"({"content":[{"type":"text","text":"x"}]})", R"({"content":[{"type":"text","text":""}]})"},
      {R"({"arguments":{"x":1.10,"y":"z"}})", R"({"arguments":{"x":1.10,"y":"z"}})"},
      {R"({"text":null,"a":"b"})", R"({"text":null,"a":"b"})"},
      {R"("raw")", R"("raw")"},
  };
  for (const auto& [text, given] : cases) EXPECT_EQ(given_text(text), given) << text;
}

TEST(JsonTokens, AreNotFoundWhereTheLibraryWouldBeLaxOrTheTextHasTooMuch) {
  const std::pair<std::string, std::string> cases[] = {
      {"\xEF\xBB\xBF{}", "refused at 0"},        {std::string("{}\0[]", 5), "refused at 2"},
      {R"({"raw":"\x"})", "refused at 7"},       {"[\"a\nb\"]", "refused at 1"},
      {std::string(201, '['), "refused at 200"},
  };
  for (const auto& [text, given] : cases) EXPECT_EQ(given_text(text), given) << text;
}

// Values stay in the order of the text, even if strings are cut out.
TEST(JsonTokens, LeaveEachValueItsBytesAndEachKeyItsText) {
  const std::string text =
      "{\"raw\":\"\\ud83d\\/\",\"\\ud800\":1,\"n\":1.10,\"a\":[\"\xFF\",{\"content\":\"\"}],"
      "\"\xFE\":2,\"plain\":\"\\u0041\"}";
  const JsonDocument json = JsonDocument::read(text).value();
  const std::pair<std::string, std::string> cases[] = {
      {"/raw", R"("\ud83d\/")"}, {"/n", "1.10"}, {"/a/0", "\"\xFF\""}, {"/a/1/content", R"("")"},
      {"/plain", R"("\u0041")"},
  };
  for (const auto& [pointer, bytes] : cases) {
    ASSERT_NE(json.at(pointer), JsonDocument::kNone) << pointer;
    EXPECT_EQ(json.bytes(json.at(pointer)), bytes) << pointer;
  }
  EXPECT_EQ(json.text(json.at("/plain")), "A");
  // The two keys that other readers could not distinguish are one.
  std::string keys;
  for (const JsonDocument::Id each : json.children(JsonDocument::kRoot))
    keys += json.key(each) + " ";
  EXPECT_EQ(keys, "raw n a \uFFFD plain ");
}
}  // namespace franz
