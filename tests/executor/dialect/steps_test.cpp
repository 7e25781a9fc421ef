#include "executor/dialect/steps.h"
#include <gtest/gtest.h>
#include <vector>
#include "executor/dialect/complaints.h"
#include "tests/executor/dialect/steps_shown.h"
#include "tests/support/joined.h"

namespace franz::executor {
namespace {
struct Case {
  std::string text, expected;
};

void expect(const std::vector<Case>& cases) {
  for (const Case& each : cases) EXPECT_EQ(shown_text_of(each.text), each.expected) << each.text;
}

const std::string kClick = step_of("mouse", R"({"x":10,"y":20})");
const std::string kNothing = "? steps: it is empty and done is null: nothing was performed";
const std::string kMissing = "? steps: it is missing and done is null: nothing was performed";

TEST(Steps, AreReadInOrder) {
  expect({
      {R"({"steps":[
            {"tool":"hotkey","args":{"keys":["win","r"]},"human_readable_justification":"Open Run"},
            {"tool":"write","args":{"text":"notepad"},"human_readable_justification":"Type it"},
            {"tool":"press","args":{"key":"enter"},"human_readable_justification":"Launch"}
          ],
          "done": null})",
       "1 hotkey(\"win\", \"r\")\n2 type(\"notepad\")\n3 press(\"enter\")"},
      {reply_of_steps(kClick + "," + kClick + "," + kClick + "," + kClick),
       "1 left_click(10, 40)\n2 left_click(10, 40)\n3 left_click(10, 40)\n4 left_click(10, 40)"},
      {"{\"steps\":[" + kClick + "]}", "1 left_click(10, 40)"},
      {"{\"plan\":{\"a\":[1]},\"steps\":[" + kClick + "],\"confidence\":0.5,\"done\":null}",
       "1 left_click(10, 40)"},
  });
}

// A word without that parameter has no interval.
TEST(Steps, TheIntervalIsThatOfItsStep) {
  const Reading reading =
      read_reply({quote_json(reply_of_steps(step_of("hotkey", R"({"keys":["win","r"]})") + "," +
                                            step_of("write", R"({"text":"a","interval_ms":50})") +
                                            "," + step_of("write", R"({"text":"b"})"))),
                  {}});
  std::vector<std::optional<int>> intervals;
  for (const Item& item : reading.items) intervals.push_back(item.call.value().interval_ms);
  EXPECT_EQ(intervals, (std::vector<std::optional<int>>{std::nullopt, 50, std::nullopt}));
}

TEST(Steps, RunBeforeTheRunIsDone) {
  expect({
      {R"({"done":"The note is saved."})", "done: The note is saved."},
      {R"({"steps":[],"done":"Saved.\nBye"})", "done: Saved.\nBye"},
      {"{\"steps\":[" + kClick + "],\"done\":\"Saved.\"}", "1 left_click(10, 40)\ndone: Saved."},
      // Not if an action that the model relies on was not performed.
      {"{\"steps\":[" + kClick + "," + step_of("scroll", "{}") + "],\"done\":\"Scrolled.\"}",
       "1 left_click(10, 40)\n2 unknown_tool\n? steps[1].tool: there is no tool \"scroll\". The "
       "tools are: mouse, press, hotkey, write, paste, sleep, launch, focus_window\n"
       "? done: it is ignored, because steps[1] was not performed; say it again when the objective "
       "is reached"},
  });
}

TEST(Steps, AValueOfDoneThatIsNoTextIsNamed) {
  const std::pair<std::string, std::string> values[] = {
      {"false", "false"}, {"true", "true"},       {"\"\"", "\"\""}, {"\" \\n\"", "\" \\n\""},
      {"0", "0"},         {"[\"x\"]", "[\"x\"]"}, {"{}", "{}"},
  };
  for (const auto& [value, got] : values) {
    const std::string complaint =
        joined({"? done: expected null or a text, got ", got, "; taken as null"});
    EXPECT_EQ(shown_text_of(joined({"{\"steps\":[", kClick, "],\"done\":", value, "}"})),
              joined({"1 left_click(10, 40)\n", complaint}));
    EXPECT_EQ(shown_text_of(joined({"{\"steps\":[],\"done\":", value, "}"})),
              joined({complaint, "\n", kNothing}));
  }
}

TEST(Steps, AnEmptyPlanIsNamed) {
  expect({
      {"{}", kMissing},
      {R"({"steps":[],"done":null})", kNothing},
      {R"({"done":null})", kMissing},
      {R"({"steps":null,"note":"I think"})", kMissing},
  });
}

// With a misspelt name, steps would be lost silently.
TEST(Steps, AMisspeltNameMakesTheReplyMalformed) {
  const std::string step = R"("human_readable_justification":"why")";
  expect({
      {R"({"Steps":[1],"Done":"x"})",
       "? Steps: it is not known; did you mean steps?\n"
       "? Done: it is not known; did you mean done?\n! malformed_reply"},
      {R"({"step":[],"done":"all finished"})",
       "? step: it is not known; did you mean steps?\n! malformed_reply"},
      {R"({"steps":[{"tool":"mouse","arg":{"x":1,"y":2},)" + step + "}]}",
       "? steps[0].arg: it is not known; did you mean args?\n"
       "? steps[0].args: it is missing; expected an object\n! malformed_reply"},
      {R"({"steps":[{"tool":"mouse","args":{"x":5,"y":6,"actoin":"drag"},)" + step + "}]}",
       "? steps[0].args.actoin: it is not known; did you mean action?\n! malformed_reply"},
      {R"({"steps":[{"tool":"mouse","args":{"x":10,"y":20,"type":"right"},)" + step + "}]}",
       "? steps[0].args.type: there is no such argument\n! malformed_reply"},
  });
}

TEST(Steps, AFaultOfTheFormMakesTheReplyMalformed) {
  const auto faults = [](const std::string& complaints) {
    return "? " + complaints + "\n! malformed_reply";
  };
  expect({
      {R"({"steps":7,"done":"x"})", faults("steps: expected a list, got 7")},
      {R"({"steps":{"tool":"mouse"}})", faults("steps: expected a list, got {\"tool\":\"mouse\"}")},
      {R"({"steps":"mouse"})", faults("steps: expected a list, got \"mouse\"")},
      {reply_of_steps(kClick + "," + kClick + "," + kClick + "," + kClick + "," + kClick + ",7"),
       faults("steps: expected at most 4, got 6")},
      {R"({"steps":["mouse",null]})", faults("steps[0]: expected an object, got \"mouse\"\n"
                                             "? steps[1]: expected an object, got null")},
      {R"({"steps":[{}]})", faults("steps[0].tool: it is missing\n"
                                   "? steps[0].args: it is missing; expected an object\n"
                                   "? steps[0].human_readable_justification: it is missing")},
      {R"({"steps":[{"tool":"","args":null,"human_readable_justification":" "}]})",
       faults("steps[0].tool: expected a text that is not empty, got \"\"\n"
              "? steps[0].args: expected an object, got null\n"
              "? steps[0].human_readable_justification: expected a text that is not empty, got "
              "\" \"")},
      {R"({"steps":[{"tool":7,"args":[],"human_readable_justification":false}]})",
       faults("steps[0].tool: expected a text that is not empty, got 7\n"
              "? steps[0].args: expected an object, got []\n"
              "? steps[0].human_readable_justification: expected a text that is not empty, got "
              "false")},
      {R"({"steps":[{"tool":"mouse","x":1,"y":2,"justification":"why"}]})",
       faults("steps[0].args: it is missing; expected an object\n"
              "? steps[0].human_readable_justification: it is missing")},
      // Nothing of such a reply is performed, and all faults are reported.
      {"{\"steps\":[" + kClick + "," + step_of("clik", "{}") + "," +
           step_of("mouse", R"({"x":"12px","y":2})") + "],\"done\":false}",
       faults("steps[1].tool: there is no tool \"clik\"; did you mean mouse? The tools are: mouse, "
              "press, hotkey, write, paste, sleep, launch, focus_window\n"
              "? steps[2].args.x: expected an integer, got \"12px\"\n"
              "? done: expected null or a text, got false; taken as null")},
  });
}

TEST(Steps, AnUnknownToolIsItsOwnFault) {
  const std::string tools =
      " The tools are: mouse, press, hotkey, write, paste, sleep, launch, focus_window";
  const std::pair<std::string, std::string> names[] = {
      {"clik", "; did you mean mouse?"},
      {"left_click", "; did you mean mouse?"},
      {"Mouse", "; did you mean mouse?"},
      {"doubleclick", "."},
      {"hot_key", "; did you mean hotkey?"},
      {"typ", "; did you mean write?"},
      {"screenshot", "."},
      {"focus-window", "; did you mean focus_window?"},
      {"double_click", "; did you mean mouse?"}};
  for (const auto& [name, nearest] : names)
    EXPECT_EQ(shown_text_of(reply_of_steps(step_of(name, "{\"any\":1}") + "," + kClick)),
              joined({"1 unknown_tool\n2 left_click(10, 40)\n? steps[0].tool: there is no tool \"",
                      name, "\"", nearest, tools}));
}

TEST(Steps, ADisabledToolDoesNotExist) {
  Toolset tools;
  tools.set(ToolId::drag, true);
  tools.set(ToolId::type, true);
  const auto read_with = [&](const std::string& steps) {
    return shown(read_reply({quote_json(reply_of_steps(steps)), {}}, tools));
  };
  EXPECT_EQ(
      read_with(step_of("launch", R"({"command":"xterm"})") + "," +
                step_of("type", R"({"text":"a"})")),
      "1 unknown_tool\n2 type(\"a\")\n? steps[0].tool: there is no tool \"launch\". The tools "
      "are: mouse, write");
  tools = Toolset();
  EXPECT_EQ(read_with(kClick),
            "1 unknown_tool\n? steps[0].tool: there is no tool \"mouse\". All tools are switched "
            "off.\n! unknown_tool");
}

TEST(Steps, AnItemKnowsItsStep) {
  const Reading reading = read_reply(
      {quote_json(R"({"steps":[{"tool":"press","args":{ "keys": ["a", "b"], "wh\u0079":"é" },)"
                  R"("human_readable_justification":"two\nkeys"},)"
                  R"({"tool":"nope","args":{},"human_readable_justification":"n"}]})"),
       {}});
  ASSERT_EQ(reading.items.size(), 3U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(reading.items[i].written, R"(press {"keys":["a","b"],"why":"é"})");
    EXPECT_EQ(reading.items[i].note, "two\nkeys");
    EXPECT_EQ(reading.items[i].line, 1);
    EXPECT_EQ(reading.items[i].id, std::nullopt);
  }
  EXPECT_EQ(reading.items[2].written, "nope {}");
  EXPECT_EQ(reading.items[2].line, 2);
  EXPECT_EQ(reading.items[2].error->line, 2);
  EXPECT_TRUE(reading.items[2].error->text.starts_with("steps[1].tool: there is no tool"));
  EXPECT_EQ(reading.blocks, 1);

  // There is one item for each key.
  const std::string long_text(100'000, 'x');
  const Reading large =
      read_reply({quote_json(reply_of_steps(
                      step_of("press", R"({"keys":["a","b"],"why":")" + long_text + "\"}"))),
                  {}});
  ASSERT_EQ(large.items.size(), 2U);
  EXPECT_EQ(large.items[0].written.size(), 2000U);
}

TEST(Steps, ComplaintsAreFewAndShort) {
  std::string args = R"({"x":")" + std::string(1000, 'x') + R"(","y":[], "button":1,"clicks":[],)" +
                     R"("interval_ms":"","action":{}})";
  const std::string step = step_of("mouse", args);
  const Reading reading =
      read_reply({quote_json(reply_of_steps(step + "," + step + "," + step + "," + step)), {}});
  ASSERT_EQ(reading.complaints.size(), Complaints::kMax + 1);
  EXPECT_EQ(reading.complaints.back(), "and 12 more complaints");
  EXPECT_EQ(reading.complaints[0],
            "steps[0].args.x: expected an integer, got \"" + std::string(57, 'x') + "…\"");
  for (const std::string& each : reading.complaints) EXPECT_LT(each.size(), 160U) << each;
}

TEST(Steps, ToolCallsBesideTheTextAreNamed) {
  EXPECT_EQ(shown(read_reply(
                {quote_json("{\"steps\":[" + kClick + "]}"), {{"\"c1\"", "\"mouse\"", "\"{}\""}}})),
            "1 left_click(10, 40)\n? reply: 1 tool call is not performed (\"mouse\"): only the "
            "steps in the text are");
}

TEST(Steps, ThereIsNoFeedbackBeforeTheFirstReply) {
  const std::optional<Reply> nothing;
  const Reading reading = read_steps({nothing, {}, kSeenBySteps, MapPoint{1, 2}}, Toolset::all());
  EXPECT_EQ(shown(reading), "");
  EXPECT_EQ(reading.pointer, (MapPoint{1, 2}));
}

TEST(Steps, TheFeedbackListsFaults) {
  TurnFacts facts;
  EXPECT_EQ(report_steps({}, {}, facts).feedback, "");
  const std::vector<Warning> warnings = {{"canvas_size", "the canvas is smaller"}};
  Reading reading = read_reply({quote_json("{,}"), {}});
  TurnReport report = report_steps(reading, {}, facts);
  EXPECT_EQ(report.feedback, "reply: expected a name in double quotes at character 2, got \",\"");
  EXPECT_EQ(report.error->kind, "malformed_reply");
  EXPECT_EQ(report.error->text, report.feedback);
  EXPECT_TRUE(report.answers.empty());

  reading = read_reply({quote_json("{\"steps\":[" + kClick + "],\"done\":true}"), {}});
  facts.warnings = warnings;
  facts.capture_failure = ChildFailure{ChildFailure::Kind::no_answer, 15000, ""};
  report = report_steps(reading, std::vector<ItemResult>(1), facts);
  EXPECT_EQ(report.feedback,
            "done: expected null or a text, got true; taken as null\n"
            "WARNING: the canvas is smaller\n"
            "ERROR: the capturer did not answer in 15 s; there is no picture this turn.");
  EXPECT_FALSE(report.error);
}
}  // namespace
}  // namespace franz::executor
