#include "executor/dialect/mcp.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"

namespace franz::executor {
namespace {
constexpr Size kSeen{1001, 501};
constexpr Coordinates kPixels{Coordinates::Kind::pixels, 1000, 0};

Reading read(const std::vector<ReplyCall>& calls, const Toolset& tools = Toolset::all()) {
  const std::optional<Reply> said = Reply{"\"\"", calls};
  return read_mcp({said, kPixels, kSeen}, tools);
}

Reading read_one(const std::string& name, const std::string& arguments) {
  return read({{"\"7\"", quote_json(name), arguments}});
}

// The canonical call, or "kind: message" of the error.
std::string outcome(const Item& item) {
  if (item.call) return canonical_text(*item.call);
  return item.error ? item.error->kind + ": " + item.error->text : "nothing";
}

std::string answer_to(const std::string& arguments, const ItemResult& result,
                      const std::vector<Warning>& warnings = {}) {
  const Reading reading = read_one("click", arguments);
  TurnFacts facts;
  facts.warnings = warnings;
  const TurnReport answer = report_mcp(reading, std::vector{result}, facts);
  EXPECT_EQ(answer.answers.size(), 1U);
  EXPECT_EQ(answer.answers.at(0).id, "\"7\"");
  return decode_json_string(answer.answers.at(0).text);
}

TEST(McpDialect, ReadsTheWordsOfTheServersTools) {
  const struct {
    const char *name, *arguments, *expected;
  } cases[] = {
      {"take_window_screenshot", R"({"window_id":7})", "screenshot()"},
      {"wait_for_change", R"({"window_id":7,"timeout_s":2.5})", "screenshot()"},
      {"focus_window", R"({"window_id":7})", "focus_window(\"\")"},
      {"click", R"({"window_id":7,"x":100,"y":50})", "left_click(100, 100)"},
      {"click", R"({"window_id":7,"x":100.0,"y":5e1,"button":"left","clicks":1})",
       "left_click(100, 100)"},
      {"click", R"({"window_id":7,"x":100,"y":50,"clicks":2})", "double_left_click(100, 100)"},
      {"click", R"({"window_id":7,"x":100,"y":50,"clicks":3})", "triple_click(100, 100)"},
      {"click", R"({"window_id":7,"x":100,"y":50,"button":"right"})", "right_click(100, 100)"},
      {"click", R"({"window_id":7,"x":100,"y":50,"button":"middle"})", "middle_click(100, 100)"},
      {"click", R"("{\"window_id\":7,\"x\":100,\"y\":50}")", "left_click(100, 100)"},
      {"click", R"({"window_id":7,"x":100,"y":50,"button":"right","clicks":2})",
       "invalid_args: clicks: expected 1 with the right button, got 2"},
      {"click", R"({"window_id":7,"x":100,"y":50,"clicks":4})",
       "invalid_args: clicks: expected an integer from 1 to 3, got 4"},
      {"click", R"({"window_id":7,"x":"12px","y":50})",
       "invalid_args: x: expected an integer, got \"12px\""},
      {"click", R"({"window_id":7,"x":100})",
       "invalid_args: y: it is missing; expected an integer"},
      {"click", R"({"x":100,"y":50})",
       "invalid_args: window_id: it is missing; expected an integer"},
      {"click", R"({"window_id":0,"x":100,"y":50})",
       "invalid_args: window_id: expected an integer, got 0"},
      {"click", R"({"window_id":7,"x":100,"y":50,"verify":"yes"})",
       "invalid_args: verify: expected true or false, got \"yes\""},
      {"click", R"({"window_id":7,"x":1,"x":100,"y":50})", "invalid_args: /x: given twice"},
      {"click", "[]", "invalid_args: arguments: expected a JSON object, got \"[]\""},
      {"click", "{", "invalid_args: arguments: expected a JSON object, got \"{\""},
      {"click", R"("[]")", "invalid_args: arguments: expected a JSON object, got \"[]\""},
      {"type_text", R"({"window_id":7,"text":"Grüße\n"})", "type(\"Grüße\\n\")"},
      {"type_text", R"({"window_id":7,"text":""})",
       "invalid_args: text: expected a text that is not empty, got \"\""},
      {"press_key", R"({"window_id":7,"key":"Return"})", "press(\"enter\")"},
      {"press_key", R"({"window_id":7,"key":"s","modifiers":["Ctrl","shift"]})",
       "hotkey(\"ctrl\", \"shift\", \"s\")"},
      {"press_key", R"({"window_id":7,"key":"s","modifiers":[]})", "press(\"s\")"},
      {"press_key", R"({"window_id":7,"key":"ctrl+s"})",
       "invalid_args: key: expected one key, got \"ctrl+s\": keys that are held together are those "
       "of modifiers"},
      {"press_key", R"({"window_id":7,"key":"s","modifiers":["a"]})",
       "invalid_args: modifiers: expected ctrl, alt, shift or win, got \"a\""},
      {"drag", R"({"window_id":7,"x":0,"y":0,"to_x":1000,"to_y":250})", "drag(0, 0, 1000, 500)"},
      {"scroll", R"({"window_id":7,"x":500,"y":250,"direction":"down"})", "scroll(500, 500, -3)"},
      {"scroll", R"({"window_id":7,"x":500,"y":250,"direction":"up","amount":5})",
       "scroll(500, 500, 5)"},
      {"scroll", R"({"window_id":7,"x":500,"y":250,"direction":"left","amount":1})",
       "hscroll(500, 500, -1)"},
      {"scroll", R"({"window_id":7,"x":500,"y":250,"direction":"right","amount":1})",
       "hscroll(500, 500, 1)"},
      {"launch", R"({"command":"xterm"})", "unknown_tool: there is no tool \"launch\""},
  };
  for (const auto& [name, arguments, expected] : cases) {
    const Reading reading = read_one(name, arguments);
    ASSERT_EQ(reading.items.size(), 1U) << name;
    EXPECT_EQ(outcome(reading.items[0]), expected) << name << " " << arguments;
    EXPECT_EQ(reading.items[0].id, "7");
  }
}

TEST(McpDialect, MovesPlacesIntoThePictureWithANote) {
  const Reading reading = read_one("click", R"({"window_id":7,"x":1200,"y":-4})");
  EXPECT_EQ(outcome(reading.items.at(0)), "left_click(1000, 0)");
  EXPECT_TRUE(reading.items.at(0).clamped);
  EXPECT_EQ(reading.complaints,
            std::vector<std::string>{
                "x, y: the place lies outside the picture of 1001x501: moved to its edge"});
}

// Some clients send numbers, booleans and lists as strings.
TEST(McpDialect, ConvertsValuesInStringsWithANote) {
  const struct {
    const char *name, *arguments, *call;
    std::vector<std::string> notes;
  } cases[] = {
      {"click",
       R"({"window_id":"7","x":"100","y":"50.0","clicks":"2","verify":"true","strict":"False"})",
       "double_left_click(100, 100)",
       {R"(window_id: "7" was taken as the number 7)", R"(x: "100" was taken as the number 100)",
        R"(y: "50.0" was taken as the number 50.0)", R"(clicks: "2" was taken as the number 2)",
        R"(verify: "true" was taken as true)", R"(strict: "False" was taken as false)"}},
      {"press_key",
       R"({"window_id":7,"key":"s","modifiers":"[\"ctrl\",\"shift\"]"})",
       "hotkey(\"ctrl\", \"shift\", \"s\")",
       {R"(modifiers: "[\"ctrl\",\"shift\"]" was taken as the list ["ctrl","shift"])"}},
      {"press_key",
       R"({"window_id":7,"key":"s","modifiers":"ctrl"})",
       "hotkey(\"ctrl\", \"s\")",
       {R"(modifiers: "ctrl" was taken as the list ["ctrl"])"}},
      {"press_key",
       R"({"window_id":7,"key":"s","modifiers":"Ctrl+Shift"})",
       "hotkey(\"ctrl\", \"shift\", \"s\")",
       {R"(modifiers: "Ctrl+Shift" was taken as the list ["ctrl","shift"])"}},
      {"press_key",
       R"({"window_id":7,"key":5,"modifiers":"[]"})",
       "press(\"5\")",
       {R"(key: 5 was taken as the text "5")", R"(modifiers: "[]" was taken as the list [])"}},
      {"press_key",
       R"({"window_id":7,"key":"s","modifiers":"","verify":""})",
       "press(\"s\")",
       {"modifiers: the empty text was taken as left out",
        "verify: the empty text was taken as left out"}},
      {"wait_for_change",
       R"({"window_id":7,"timeout_s":""})",
       "screenshot()",
       {"timeout_s: the empty text was taken as left out"}},
      {"list_windows",
       R"("{}")",
       "screenshot()",
       {"arguments: the text was taken as the object that it holds"}},
      {"list_windows",
       R"("")",
       "screenshot()",
       {"arguments: the empty text was taken as left out"}},
  };
  for (const auto& [name, arguments, call, notes] : cases) {
    const Reading reading = read_one(name, arguments);
    EXPECT_EQ(outcome(reading.items.at(0)), call) << arguments;
    EXPECT_EQ(reading.complaints, notes) << arguments;
  }
  EXPECT_EQ(answer_to(R"({"window_id":7,"x":"100","y":50})", {.from = Point{110, 50}}),
            R"({"outcome":"done","why":"","point":{"x":110,"y":50},)"
            R"("notes":["x: \"100\" was taken as the number 100"]})");
}

TEST(McpDialect, PerformsOnlyOneCall) {
  const ReplyCall call{"\"7\"", "\"take_window_screenshot\"", R"({"window_id":7})"};
  const Reading reading = read({call, call});
  ASSERT_EQ(reading.items.size(), 2U);
  EXPECT_EQ(outcome(reading.items[0]), "screenshot()");
  EXPECT_EQ(outcome(reading.items[1]), "too_many_calls: one call is performed at a time");
  EXPECT_EQ(read({}).error->kind, "no_call");
}

TEST(McpDialect, RefusesDisabledTools) {
  Toolset tools;
  tools.set(ToolId::left_click, true);
  const Reading reading =
      read({{"\"7\"", "\"click\"", R"({"window_id":7,"x":1,"y":1,"button":"right"})"}}, tools);
  EXPECT_EQ(outcome(reading.items.at(0)), "invalid_args: click: it is switched off");
}

TEST(McpDialect, ReportsTheResultOfTheCall) {
  const std::string plain = R"({"window_id":7,"x":100,"y":50})";
  const std::string verified = R"({"window_id":7,"x":100,"y":50,"verify":true})";
  EXPECT_EQ(answer_to(plain, {.from = Point{-110, 50}, .changed = false}),
            R"({"outcome":"done","why":"","point":{"x":-110,"y":50},"notes":[]})");
  EXPECT_EQ(answer_to(verified, {.from = Point{110, 50}, .changed = false}),
            R"({"outcome":"done","why":"","point":{"x":110,"y":50},"changed":false,"notes":[]})");
  EXPECT_EQ(answer_to(verified, {.from = Point{110, 50}}),
            R"({"outcome":"done","why":"","point":{"x":110,"y":50},)"
            R"("notes":["whether anything changed could not be seen"]})");
  EXPECT_EQ(answer_to(plain, {.outcome = Outcome::refused, .why = "it is covered by \"Other\""}),
            R"({"outcome":"refused","why":"it is covered by \"Other\"","notes":[]})");
  EXPECT_EQ(answer_to(plain, {.outcome = Outcome::partial, .why = "stopped"}),
            R"({"outcome":"partial","why":"stopped","notes":[]})");
  EXPECT_EQ(answer_to(R"({"window_id":7,"x":100,"y":9000,"reason":1})", {.from = Point{1, 2}},
                      {{"window_moved", "the window was moved"}}),
            R"({"outcome":"done","why":"","point":{"x":1,"y":2},"notes":[)"
            R"("reason: there is no such argument; it was ignored",)"
            R"("x, y: the place lies outside the picture of 1001x501: moved to its edge",)"
            R"("the window was moved"]})");
}

TEST(McpDialect, ReportsAFaultOnce) {
  const std::string answer =
      answer_to(R"({"window_id":7,"x":1})",
                {.outcome = Outcome::malformed, .why = "y: it is missing; expected an integer"});
  EXPECT_EQ(answer,
            R"({"outcome":"refused","why":"y: it is missing; expected an integer","notes":[]})");
}
}  // namespace
}  // namespace franz::executor
