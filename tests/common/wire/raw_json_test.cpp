#include "common/wire/raw_json.h"
#include <gtest/gtest.h>

namespace franz {
static std::string cut_and_show(std::string_view message,
                                std::initializer_list<std::string_view> patterns) {
  const std::vector<std::string_view> list(patterns);
  const Result<CutJson> cut = cut_tokens(message, list);
  if (!cut.ok()) return "error: " + cut.error().message;
  std::string shown = cut.value().rest;
  for (const CutToken& token : cut.value().tokens) {
    shown += "  " + token.pointer + "=";
    shown += message.substr(token.offset, token.length);
  }
  return shown;
}

TEST(RawJson, CutsTokensAsTheyAre) {
  const struct {
    std::string message, shown;
  } cases[] = {
      {R"({"a":"x"})", R"({"a":""}  /a="x")"},
      {R"( { "b" : 1 , "a" : "\ud83d\/\u0000" } )",
       R"( { "b" : 1 , "a" : "" }   /a="\ud83d\/\u0000")"},
      {R"({"c":[{"d":"1"},{"d":"2"}],"a":null})",
       R"({"c":[{"d":""},{"d":""}],"a":null}  /c/0/d="1"  /c/1/d="2")"},
      {"{\"a\":\"\xFF\xC0\"}", "{\"a\":\"\"}  /a=\"\xFF\xC0\""},
      {R"({"\u0061":"escaped key"})", R"({"a":""}  /a="escaped key")"},
      {R"({"x~/y":{"a":"no"},"a":"yes"})", R"({"x~/y":{"a":"no"},"a":""}  /a="yes")"},
      {R"({"a":"first","a":"last"})", R"({"a":"","a":""}  /a="first"  /a="last")"},
      {R"(["not at a"])", R"(["not at a"])"},
      {R"("a scalar")", R"("a scalar")"},
      {R"({"other":"\ud800 \u00e9"})", "{\"other\":\"\uFFFD é\"}"},
      {"{\"other\":\"\xFF\"}", "{\"other\":\"\uFFFD\"}"},
      {R"([])", R"([])"},
      {R"([0,-1.5e-3,10E2,true,null])", R"([0,-1.5e-3,10E2,true,null])"},
      {R"({"e":{},"l":[[],[1,{}]]})", R"({"e":{},"l":[[],[1,{}]]})"},
  };
  for (const auto& [message, shown] : cases)
    EXPECT_EQ(cut_and_show(message, {"/a", "/c/*/d"}), shown) << message;
}

TEST(RawJson, RefusesWhatIsNoJson) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "error: no JSON at position 0"},
      {"{", "error: no JSON at position 1"},
      {R"({"a")", "error: no JSON at position 4"},
      {R"({"a":})", "error: no JSON at position 5"},
      {R"({"a":1,})", "error: no JSON at position 7"},
      {R"([1 2])", "error: no JSON at position 3"},
      {"pause", "error: no JSON at position 0"},
      {"[01]", "error: no JSON at position 1"},
      {"[-]", "error: no JSON at position 1"},
      {"[1.]", "error: no JSON at position 1"},
      {"[1e+]", "error: no JSON at position 1"},
      {R"([1,])", "error: no JSON at position 3"},
      {R"({a:1})", "error: no JSON at position 1"},
      {R"([1}])", "error: no JSON at position 2"},
      {R"({} {})", "error: no JSON at position 3"},
      {R"("open)", "error: no JSON at position 0"},
      {"\"a\nb\"", "error: no JSON at position 0"},
      {R"("\x")", "error: no JSON at position 0"},
      {R"("\u12g4")", "error: no JSON at position 0"},
      {std::string(201, '['), "error: deeper than 200 brackets"},
  };
  for (const auto& [message, shown] : cases) EXPECT_EQ(cut_and_show(message, {}), shown) << message;
}

TEST(RawJson, FindsTheLastOfEqualKeys) {
  const std::string message = R"({"a":"first","a":"last"})";
  static constexpr std::string_view kPatterns[] = {"/a"};
  const CutJson cut = cut_tokens(message, kPatterns).value();
  EXPECT_EQ(cut.find(message, "/a"), "\"last\"");
  EXPECT_EQ(cut.find(message, "/b"), std::nullopt);
}

TEST(JsonObject, WritesMembersInOrder) {
  JsonObject inner;
  inner.boolean("yes", true).null("no");
  JsonObject object;
  object.text("say", "\"hi\"").number("n", 7LL).number("x", 0.1).raw("in", inner.finish());
  EXPECT_EQ(object.finish(), R"({"say":"\"hi\"","n":7,"x":0.1,"in":{"yes":true,"no":null}})");
  EXPECT_EQ(JsonObject().finish(), "{}");
  EXPECT_EQ(json_number(900), "900");
  EXPECT_EQ(json_number(1e-5), "1e-05");
}
}  // namespace franz
