#include <gtest/gtest.h>
#include "common/formats/anthropic/reply.h"
#include "tests/common/formats/trained_reading.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
const Coordinates kPixels{Coordinates::Kind::pixels, 1000, 0};

ReplyCall call_of(const std::string& name, const std::string& arguments,
                  const std::string& id = "call_1") {
  return {quote_json(id), quote_json(name), quote_json(arguments)};
}

std::string read_calls_of(const std::vector<ReplyCall>& calls, const std::string& text = "") {
  return shown_reading(read_reply(read_anthropic, {quote_json(text), calls}), true);
}

std::string read_call(const std::string& name, const std::string& arguments) {
  return read_calls_of({call_of(name, arguments)});
}
}  // namespace

TEST(Anthropic, ReadsTheActionsOfTheFunction) {
  const struct {
    const char *arguments, *expected;
  } rows[] = {
      {R"({"action":"screenshot"})", "screenshot()"},
      {R"({"action":"left_click","coordinate":[640,360]})", "left_click(640, 360)"},
      {R"({"action":"left_click"})", "left_click(500, 500)"},
      {R"({"action":"left_click","coordinate":[1,2],"text":"ctrl+shift"})",
       "key_down(\"ctrl+shift\"); left_click(1, 2); key_up(\"ctrl+shift\")"},
      {R"({"action":"right_click","coordinate":[1,2]})", "right_click(1, 2)"},
      {R"({"action":"middle_click","coordinate":[1,2]})", "middle_click(1, 2)"},
      {R"({"action":"double_click","coordinate":[1,2]})", "double_left_click(1, 2)"},
      {R"({"action":"triple_click","coordinate":[1,2]})", "triple_click(1, 2)"},
      {R"({"action":"mouse_move","coordinate":[1,2]})", "move(1, 2)"},
      {R"({"action":"left_click_drag","start_coordinate":[1,2],"coordinate":[3,4]})",
       "drag(1, 2, 3, 4)"},
      {R"({"action":"left_click_drag","coordinate":[3,4]})", "drag(500, 500, 3, 4)"},
      {R"({"action":"left_mouse_down"})", "mouse_down(\"left\")"},
      {R"({"action":"left_mouse_up"})", "mouse_up(\"left\")"},
      {R"({"action":"scroll","coordinate":[1,2],"scroll_direction":"down","scroll_amount":3})",
       "scroll(1, 2, -3)"},
      {R"({"action":"scroll","coordinate":[1,2],"scroll_direction":"right","scroll_amount":3,"text":"shift"})",
       "key_down(\"shift\"); hscroll(1, 2, 3); key_up(\"shift\")"},
      {R"({"action":"type","text":"a\nb"})", "type(\"a\\nb\")"},
      {R"({"action":"key","text":"ctrl+s"})", "hotkey(\"ctrl\", \"s\")"},
      {R"({"action":"key","text":"Down","repeat":2})", "press(\"down\"); press(\"down\")"},
      {R"({"action":"hold_key","text":"shift","duration":1.5})", "hold_key(\"shift\", 1.5)"},
      {R"({"action":"wait","duration":2})", "sleep(2)"},
      {R"({"action":"cursor_position"})", "screenshot()"},
      {R"({"action":"zoom","region":[0,0,100,100]})",
       "no_zoom: zoom is not available: every screenshot shows the whole screen"},
      {R"({"action":"key","text":"ctrl+nokey"})", "invalid_key: no key is called \"nokey\""},
      {R"({"coordinate":[1,2]})", "invalid_args: action: it is missing"},
      {R"([1])", "invalid_args: the arguments: expected a JSON object, got [1]"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(read_call("computer", row.arguments), std::string(row.expected) + " [computer]")
        << row.arguments;
}

TEST(Anthropic, ReadsTheMembersOfTheToolset) {
  const struct {
    const char *name, *arguments, *expected;
  } rows[] = {
      {"left_click", R"({"coordinate":[640,360]})", "left_click(640, 360) [toolset]"},
      {"left_click", R"({"coordinate":[640,360],"text":"shift"})",
       "key_down(\"shift\"); left_click(640, 360); key_up(\"shift\") [toolset]"},
      {"screenshot", "{}", "screenshot() [toolset]"},
      {"screenshot", "", "screenshot() [toolset]"},
      {"key", R"({"text":"Return"})", "press(\"enter\") [toolset]"},
      {"type", R"({"text":"left_click"})", "type(\"left_click\") [toolset]"},
      {"wait", R"({"duration":1})", "sleep(1) [toolset]"},
      {"zoom", R"({"region":[0,0,1,1]})",
       "no_zoom: zoom is not available: every screenshot shows the whole screen [toolset]"},
  };
  for (const auto& row : rows) EXPECT_EQ(read_call(row.name, row.arguments), row.expected);
}

TEST(Anthropic, ReadsSeveralCallsInOrder) {
  EXPECT_EQ(
      read_calls_of({call_of("computer", R"({"action":"left_click","coordinate":[1,2]})", "a"),
                     call_of("type", R"({"text":"x"})", "b")},
                    "I fill in the name."),
      "left_click(1, 2); type(\"x\") [computer, toolset]");
}

TEST(Anthropic, ReadsNearlyCorrectCalls) {
  EXPECT_EQ(read_call("computer", R"({'action': 'left_click', 'coordinate': (1, 2)})"),
            "left_click(1, 2) [computer, python_literals]");
  EXPECT_EQ(read_call("computer", R"({"action":"type","text":"a")"),
            "type(\"a\") [computer, unclosed_json]");
  EXPECT_EQ(read_call("computer", "left_click"),
            "invalid_json: the arguments are not JSON [computer]");
}

TEST(Anthropic, EndsWithTheSecondTextWithoutACall) {
  const std::string text = "<think>hm</think>\n The form is filled in.\n";
  EXPECT_EQ(read_calls_of({}, text), "error: asked_back []");
  EXPECT_EQ(shown_reading(read_second_text(read_anthropic, text)), "done: The form is filled in.");
  EXPECT_EQ(shown_reading(read_second_text(
                read_anthropic,
                "<invoke name=\"computer\"><parameter name=\"action\">wait</parameter></invoke>")),
            "error: foreign_form");
  EXPECT_EQ(read_calls_of({}, " \n"), "error: empty_reply []");
}

TEST(Anthropic, ReadsPixelsOfThePicture) {
  const Reply reply{"\"\"", {call_of("left_click", R"({"coordinate":[999,0]})")}};
  EXPECT_EQ(shown_reading(read_reply(read_anthropic, reply, kPixels)), "left_click(1000, 0)");
}

TEST(Anthropic, AnswersEachCall) {
  const Reply reply{"\"\"",
                    {call_of("mouse_move", R"({"coordinate":[333,100]})", "a"),
                     call_of("cursor_position", "{}", "b"), call_of("zoom", "{}", "c"),
                     call_of("left_click", R"({"coordinate":[1,2],"text":"shift"})", "d"),
                     call_of("type", R"({"text":"x"})", "e")}};
  const Reading reading = read_reply(read_anthropic, reply, kPixels);
  ASSERT_EQ(reading.items.size(), 7u);
  const std::vector<ItemResult> results = {
      {Outcome::done},    {Outcome::noted},   {Outcome::malformed}, {Outcome::not_run},
      {Outcome::not_run}, {Outcome::not_run}, {Outcome::not_run}};
  TurnFacts facts;
  facts.picture = true;
  const TurnReport report = report_anthropic(reading, results, facts);
  const char* const expected[] = {
      R"("OK")", R"("X=333,Y=100")",
      R"("NOT DONE: zoom({}) -- zoom is not available: every screenshot shows the whole screen")",
      R"("Not executed: an earlier computer action in this turn failed.")",
      R"("Not executed: an earlier computer action in this turn failed.")"};
  ASSERT_EQ(report.answers.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(report.answers[i].text, expected[i]) << i;
  EXPECT_EQ(report.feedback, "");
}

TEST(Anthropic, ReportsACallThatFailedPartway) {
  const Reply reply{"\"\"", {call_of("left_click", R"({"coordinate":[1,2],"text":"shift"})", "d")}};
  const Reading reading = read_reply(read_anthropic, reply);
  const std::vector<ItemResult> results = {
      {Outcome::done}, {Outcome::refused, "the window is gone"}, {Outcome::not_run}};
  const TurnReport report = report_anthropic(reading, results, {});
  ASSERT_EQ(report.answers.size(), 1u);
  EXPECT_EQ(
      report.answers[0].text,
      R"j("NOT DONE: left_click({\"coordinate\":[1,2],\"text\":\"shift\"}) -- the window is gone\n)j"
      R"j(NOT DONE: left_click({\"coordinate\":[1,2],\"text\":\"shift\"}) -- an action before it was not done")j");
}

TEST(Anthropic, DoesNotKnowThePointerAtFirst) {
  const Reply reply{"\"\"", {call_of("cursor_position", "{}")}};
  EXPECT_EQ(shown_reading(read_reply(read_anthropic, reply, {}, Toolset::all(), std::nullopt)),
            "no_place: there is no place: the pointer has not been moved yet");
}

TEST(Anthropic, ReadsHostileArgumentsInLinearTime) {
  for (const std::string& piece :
       {std::string("["), std::string("{\"a\":"), std::string("\\\""), std::string("'")}) {
    const auto text_of = [&](std::size_t size) {
      std::string text;
      while (text.size() < size) text += piece;
      return text;
    };
    const double times = growth(text_of(20'000), text_of(320'000), 64, [](const std::string& text) {
      read_reply(read_anthropic, {"\"\"", {call_of("computer", text)}});
    });
    EXPECT_LT(times, 64) << piece;
  }
}
}  // namespace franz
