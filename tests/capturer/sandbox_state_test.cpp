#include "capturer/sandbox/sandbox_state.h"
#include <gtest/gtest.h>
#include <string>
#include "tests/support/canonical_calls.h"

namespace franz::capturer {
namespace {
constexpr const char* kText =
    R"x({"turn":7,"actions":["left_click(350, 290)","type(\"mé\\n\")"],"on_error":"skip",)x"
    R"x("type_after":["left","right"],"cursor_before":null,)x"
    R"x("previous_before":null,"type_at_before":null,"cursor":[350,290],"previous":[0.5,1000],)x"
    R"x("type_at":[350,290]})x"
    "\n";

TEST(SandboxState, IsWrittenAsDocumented) {
  const SandboxState state{7,
                           calls_of({"left_click(350, 290)", "type(\"mé\\n\")"}),
                           {OnError::skip, {true, false, true}},
                           {},
                           {MapPoint{350, 290}, MapPoint{0.5, 1000}, MapPoint{350, 290}}};
  EXPECT_EQ(to_json(state), kText);
  const Result<SandboxState> read = parse_sandbox_state(kText);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value(), state);
}

TEST(SandboxState, ListsTheSourcesOfGlyphsOnTheCanvas) {
  SandboxState state;
  state.turn = 1;
  EXPECT_EQ(to_json(state).find("glyphs"), std::string::npos);
  state.glyphs = {"boxes", "unifont-0"};
  EXPECT_NE(to_json(state).find(R"(,"glyphs":["boxes","unifont-0"]})"), std::string::npos);
  EXPECT_EQ(parse_sandbox_state(to_json(state)).value(), state);
}

TEST(SandboxState, NamesTheFirstWrongField) {
  const struct {
    std::string text, field;
  } cases[] = {{R"({"actions":[]})", "/turn"},
               {R"({"turn":0,"actions":[]})", "/turn"},
               {R"({"turn":1,"actions":[1]})", "/actions/0"},
               {R"x({"turn":1,"actions":["screenshot()","rm(1)"]})x", "/actions/1: NameError"},
               {R"({"turn":1,"actions":[],"on_error":"go"})", "/on_error"},
               {R"({"turn":1,"actions":[],"type_after":["up"]})", "/type_after"},
               {R"({"turn":1,"actions":[],"cursor":[1]})", "/cursor/1"},
               {R"({"turn":1,"actions":[],"type_at":[1,1001]})", "/type_at/1"},
               {R"({"turn":1,"actions":[],"previous":"x"})", "/previous/0"},
               {R"({"turn":1,"actions":[],"glyphs":[1]})", "/glyphs/0"}};
  for (const auto& [text, field] : cases) {
    const Result<SandboxState> read = parse_sandbox_state(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().message.rfind(field, 0), 0U) << read.error().message << " for " << text;
  }
  EXPECT_FALSE(parse_sandbox_state("").ok());
  EXPECT_FALSE(parse_sandbox_state(R"({"turn":1,"act)").ok());
}
}  // namespace
}  // namespace franz::capturer
