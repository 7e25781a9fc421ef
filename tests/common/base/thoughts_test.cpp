#include "common/base/thoughts.h"
#include <gtest/gtest.h>
#include "tests/support/least_time.h"

namespace franz {
namespace {
struct Case {
  const char *token, *dropped, *kept;
};

void expect(std::initializer_list<Case> cases) {
  for (const Case& each : cases) {
    EXPECT_EQ(without_thoughts(each.token, LineEnds::dropped), each.dropped) << each.token;
    EXPECT_EQ(without_thoughts(each.token, LineEnds::kept), each.kept) << each.token;
  }
}

// As the text of a token; the rest of it, without the quotes.
void expect_left(std::initializer_list<std::pair<const char*, const char*>> cases) {
  for (const auto& [text, left] : cases)
    EXPECT_EQ(without_thoughts("\"" + std::string(text) + "\"", LineEnds::dropped),
              "\"" + std::string(left) + "\"")
        << text;
}

struct Marks {
  const char *open, *close;
  // The opening mark without an end: is the rest of the text a thought?
  bool at_line = true, in_line = true;
};
constexpr Marks kMarks[] = {
    {"<think>", "</think>"},
    {"<think effort=\\\"high\\\">", "</think>"},
    {"<think\\teffort='high' x=1 >", "</think >"},
    {"<THINK>", "</Think>"},
    {"<thinking>", "</thinking>"},
    {"<thinkt>", "</thinkt>"},
    {"<gui_think>", "</gui_think>"},
    {"<seed:think>", "</seed:think>"},
    {"<think_never_used_51bce0c785ca2f68081bfa7d91973934>",
     "</think_never_used_51bce0c785ca2f68081bfa7d91973934>"},
    {"<think_never_used_0F>", "</think_never_used_0f>"},
    {"<thought>", "</thought>", true, false},
    {"<Thought>", "</Thought>", true, false},
    {"<reasoning>", "</reasoning>", true, false},
    {"<reflection>", "</reflection>", true, false},
    {"[THINK]", "[/THINK]", true, false},
    {"◁think▷", "◁/think▷"},
    {R"(\u25c1think\u25b7)", R"(\u25C1\/think\u25B7)"},
    {"<|channel>thought", "<channel|>"},
    {R"(\u003cthink\u003e)", R"(\u003C\/think\u003E)"},
    {R"(\u003c\u007cchannel>thought\n)", R"(\u003cchannel|\u003e)"},
};
constexpr Marks kHarmony[] = {
    {"<|channel|>analysis<|message|>", "<|end|>"},
    {"<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"},
    {"<|channel|>analysis", "<|channel|>final<|message|>"},
    {R"(\u003c|channel|>analysis\u003c|message|>)", R"(\u003c|end|\u003e)"},
};

TEST(Thoughts, AreTakenOutOfAToken) {
  expect({
      {R"("")", R"("")", R"("")"},
      {R"("no \u003c thoughts")", R"("no \u003c thoughts")", R"("no \u003c thoughts")"},
      {R"("<think>a\nb</think>\n\nYes")", R"("Yes")", R"("\n\n\nYes")"},
      {R"("a<think>b</think>c<think>d</think>e")", R"("ace")", R"("ace")"},
      {R"("a<think>b\r\n")", R"("a")", R"("a\r\n")"},
      {R"("a\nb</think>c")", R"("c")", R"("\nc")"},
      {R"("\u003cthink\u003ea\u003c\/think\u003Eb")", R"("b")", R"("b")"},
      {R"("\\u003cthink>a")", R"("\\u003cthink>a")", R"("\\u003cthink>a")"},
      {R"("\ud800<think>a</think>\udc00")", R"("\ud800\udc00")", R"("\ud800\udc00")"},
      {R"("<thin")", R"("<thin")", R"("<thin")"},
  });
}

TEST(Thoughts, HaveTheseMarks) {
  const auto expect_pair = [](const std::string& open, const std::string& close) {
    for (const std::string before : {"", "Before.\\n", "before ", "<think>a</think>"}) {
      const std::string left = before.starts_with('<') ? "" : before;
      EXPECT_EQ(
          without_thoughts("\"" + before + open + "a<b>c</b>" + close + "d\"", LineEnds::dropped),
          "\"" + left + "d\"")
          << before + open;
    }
  };
  for (const auto& [open, close, at_line, in_line] : kMarks) {
    expect_pair(open, close);
    EXPECT_EQ(without_thoughts("\"a\\nb" + std::string(close) + "c\"", LineEnds::dropped), "\"c\"")
        << close;
    EXPECT_EQ(thoughts_in("\"\\n  " + std::string(open) + "a\"").empty(), !at_line) << open;
    EXPECT_EQ(thoughts_in("\"so " + std::string(open) + "a\"").empty(), !in_line) << open;
  }
  for (const auto& [open, close, at_line, in_line] : kHarmony) {
    expect_pair(open, close);
    EXPECT_EQ(thoughts_in("\"so " + std::string(open) + "a\"").size(), 1U) << open;
  }
}

TEST(Thoughts, HaveNoOtherMarks) {
  for (const std::string text : {"<thinker>a</thinker>",
                                 "<think/>a",
                                 "<think effort=1 />a",
                                 "<think of it>a",
                                 "< think>a",
                                 "<think",
                                 "<think effort=1 <b>",
                                 "<think_never_used_>a",
                                 "<think_never_used_xy>a",
                                 "[thinking]a",
                                 "[think)a",
                                 "◁think>a",
                                 "<|think|>a",
                                 "<|channel|>commentary<|message|>a",
                                 "<|channel|>final<|message|>a",
                                 "a<|end|>b",
                                 "<|start|>assistant",
                                 "<|channel|>analysis to=functions.click<|message|>{}<|call|>",
                                 "<seed:tool_call>a",
                                 R"(\\u25c1think\\u25b7a)",
                                 R"(\U25c1think\U25b7a)"})
    EXPECT_TRUE(thoughts_in("\"" + text + "\"").empty()) << text;
}

TEST(Thoughts, EndWithTheLastClosingMark) {
  expect_left({
      {"a<think>b</think>c</think>d", "d"},
      {"<think>a<think>b</think>c", "c"},
      {"<think>a<think>b</think>c</think>d", "d"},
      {"a</think>b</think>c", "c"},
      {"a<think>b</think>c</think>d<think>e</think>f", "df"},
      {"<think>a</thinking>b", "b"},
      {"a</thinking>b</think>c", "c"},
      {"<think>a<reasoning>b</reasoning>c</think>d", "d"},
      {"<think>a<reasoning>b</think>c", "c"},
      {"<think>a<reasoning>b</think>c</reasoning>d", "d"},
      {"<think>a</reasoning>b</think>c", "c"},
      {"a<think>b</reasoning>c", "c"},
      {"a </think> b <|channel|>analysis<|message|>c</think>d<|end|>e", "e"},
      {"<think>a<|channel|>analysis<|message|>b<|end|>c</think>d", "d"},
  });
}

TEST(Thoughts, WithoutAnEndGoToTheEndOfTheText) {
  expect_left({
      {"a<think>b<reasoning>c</reasoning>d", "a"},
      {"a\\n <reasoning>b", "a\\n "},
      {"a <reasoning>b", "a <reasoning>b"},
      {"a <reasoning>b<think>c</think>d", "a <reasoning>bd"},
      {"a <reasoning>b</reasoning>c", "a c"},
      {"a<gui_think>b <seed:tool_call>c", "a<seed:tool_call>c"},
      {"a<gui_think>b <seed:tool_call>c</gui_think>d", "ad"},
      {"a<think>b <seed:tool_call>c", "a"},
  });
}

TEST(Thoughts, AreNotBegunByAMention) {
  expect_left({
      {"type('<think>')", "type('<think>')"},
      {R"({\"text\":\"</think>\"})", R"({\"text\":\"</think>\"})"},
      {"a `</think>` b", "a `</think>` b"},
      {"<think>a `</think>` b</think>c", "c"},
      {"'<think>a</think>'", "''"},
      {"```<think>```a", "```"},
      {"<think>```a```</think>```b```", "```b```"},
  });
}

TEST(Thoughts, OfHarmonyEndWhereTheAnswerBegins) {
  constexpr const char* kCall = "<|channel|>commentary to=functions.click <|message|>{}";
  const std::string open = "<|channel|>analysis<|message|>a";
  for (const std::string end : {"<|end|><|start|>assistant", "<|end|>", ""})
    EXPECT_EQ(without_thoughts("\"" + open + end + kCall + "\"", LineEnds::dropped),
              "\"" + std::string(kCall) + "\"")
        << end;
  expect_left({
      {"<|channel|>analysis<|message|>a<|start|>assistant to=functions.x<|channel|>commentary{}",
       "<|start|>assistant to=functions.x<|channel|>commentary{}"},
      {"<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>analysis<|message|>b"
       "<|end|><|start|>assistant<|channel|>final<|message|>c",
       "c"},
  });
}

TEST(Thoughts, AreFoundWithTheirMarks) {
  const std::string_view token = R"("a<think>b</think>c")";
  const std::vector<Thought> thoughts = thoughts_in(token);
  ASSERT_EQ(thoughts.size(), 1U);
  EXPECT_EQ(token.substr(thoughts[0].begin, thoughts[0].end - thoughts[0].begin),
            "<think>b</think>");
  EXPECT_TRUE(thoughts[0].is_closed);
  EXPECT_FALSE(thoughts_in(R"("a<think>b")").at(0).is_closed);
  EXPECT_TRUE(thoughts_in("\"\"").empty());
  EXPECT_TRUE(thoughts_in("\"").empty());
  EXPECT_TRUE(thoughts_in("").empty());
  EXPECT_TRUE(thoughts_in("\"\\").empty());
  EXPECT_TRUE(thoughts_in("\"\\u00").empty());
}

TEST(Thoughts, WithoutAnEndCanBeKept) {
  EXPECT_EQ(
      without_thoughts(R"("<think>a</think>b<think>c")", LineEnds::dropped, UnclosedThought::kept),
      R"("b<think>c")");
}

TEST(Thoughts, TheFirstOneCanBeRead) {
  const struct {
    const char *token, *expected;
  } rows[] = {
      {R"("a<think>b\n\u00e9</think>c<think>d</think>")", "b\né"},
      {R"("<think>a</think>b</think>c")", "a</think>b"},
      {R"("a</think>b")", "a"},
      {R"("<gui_think>a<seed:tool_call>b")", "a"},
      {R"("<think>a")", "a"},
      {R"("a")", ""},
  };
  for (const auto& [token, expected] : rows) EXPECT_EQ(first_thought(token), expected) << token;
}

TEST(Thoughts, TakeLinearTime) {
  for (const std::string piece : {"<think>",
                                  "</think>",
                                  "<",
                                  "\\u003c",
                                  "\\",
                                  "\\n",
                                  "<think ",
                                  "<think a=",
                                  "<think</think>",
                                  "<think><reasoning></think>",
                                  "</think></reasoning>",
                                  "think",
                                  "◁",
                                  "[think",
                                  "'<think>'",
                                  "<|channel|>analysis",
                                  "<|channel|>analysis<|end|>",
                                  "<|start|>assistant",
                                  "<gui_think>",
                                  "<seed:tool_call>",
                                  "<|channel|>analysis    "}) {
    const auto token = [&](std::size_t count) {
      std::string text = "\"";
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return text + "\"";
    };
    EXPECT_LT(growth(token(10'000), token(160'000), 64,
                     [](const std::string& text) {
                       static_cast<void>(without_thoughts(text, LineEnds::kept));
                     }),
              64)
        << piece;
  }
}
}  // namespace
}  // namespace franz
