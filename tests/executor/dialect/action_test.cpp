#include "executor/dialect/action.h"
#include <gtest/gtest.h>
#include <vector>
#include "common/base/json_string.h"
#include "executor/dialect/complaints.h"
#include "tests/executor/dialect/reading_shown.h"
#include "tests/support/joined.h"
#include "tests/support/least_time.h"

namespace franz::executor {
namespace {
constexpr Size kSeen{1001, 501};  // a pixel is 1 across and 2 down in 0..1000

// The tools that the profile enables.
Toolset by_clicks() {
  Toolset tools;
  tools.set(ToolId::left_click, true);
  tools.set(ToolId::screenshot, true);
  return tools;
}

Reading read(const Reply& reply, const Toolset& tools, double min_confidence = 0,
             Coordinates coordinates = {Coordinates::Kind::pixels, 1000, 0}) {
  const std::optional<Reply> said = reply;
  return read_action({said, coordinates, kSeen, std::nullopt, min_confidence}, tools);
}

std::string shown_of(const std::string& text, const Toolset& tools = by_clicks(),
                     double min_confidence = 0) {
  return shown(read({quote_json(text), {}}, tools, min_confidence));
}

struct Case {
  std::string text, expected;
};

void expect(const std::vector<Case>& cases, const Toolset& tools = by_clicks()) {
  for (const Case& each : cases) EXPECT_EQ(shown_of(each.text, tools), each.expected) << each.text;
}

std::string malformed(const std::string& complaints) {
  return "1 malformed_reply\n? " + complaints + "\n! malformed_reply";
}

TEST(Action, IsOneObject) {
  expect({
      {R"({"action":"click","x":123,"y":456,"done":false,"why":"Click the 'Continue' button"})",
       "1 left_click(123, 912)"},
      {R"({"why":"w","y":20,"x":10,"action":"click"})", "1 left_click(10, 40)"},
      {R"({"action":"click","x":10.0,"y":2e1,"why":"w","confidence":0.5,"done":null})",
       "1 left_click(10, 40)"},
      {R"({"action":"click","x":0,"y":0,"why":"w","confidence":1})", "1 left_click(0, 0)"},
      {R"({"action":"click","x":1000,"y":500,"why":"w","confidence":null})",
       "1 left_click(1000, 1000)"},
      {R"({"action":"noop","why":"It loads"})", "1 screenshot()"},
      {R"({"action":"noop","x":0,"y":0,"done":false,"why":"w","confidence":0})", "1 screenshot()"},
      {R"({"action":"noop","x":null,"y":null,"why":"w"})", "1 screenshot()"},
      {R"({"action":"done","why":"It is saved"})", "done: It is saved"},
      {R"({"action":"done","x":9999,"y":-1,"done":true,"why":"It is\nsaved","confidence":1.0})",
       "done: It is\nsaved"},
  });
}

TEST(Action, IsPerformedBeforeTheRunIsDone) {
  expect({
      {R"({"action":"click","x":10,"y":20,"done":true,"why":"Save"})",
       "1 left_click(10, 40)\ndone: Save"},
      {R"({"action":"noop","done":true,"why":"All is there"})",
       "1 screenshot()\ndone: All is there"},
  });
}

TEST(Action, ToleratesWhatModelsAddAroundIt) {
  const std::string click = R"({"action":"click","x":10,"y":20,"why":"w"})";
  for (const std::string& text : std::vector<std::string>{
           "<think>{ \"action\" }</think>" + click, "\xEF\xBB\xBF" + click,
           "\r\n " + click + "\r\n",
           "{\r\n\"action\":\"click\",\r\n\"x\":10,\"y\":20,\"why\":\"w\"\r\n}",
           "I think</think>\n\n" + click})
    EXPECT_EQ(shown_of(text), "1 left_click(10, 40)") << text;
}

TEST(Action, WritesAndPressesIfEnabled) {
  expect(
      {
          {R"({"action":"type","text":"Grüße 🐱\n","why":"w"})", "1 type(\"Grüße 🐱\\n\")"},
          {R"({"action":"press","key":"Return","why":"w","done":true})",
           "1 press(\"enter\")\ndone: w"},
          {R"({"action":"press","key":"Ctrl+Shift+t","why":"w"})",
           "1 hotkey(\"ctrl\", \"shift\", \"t\")"},
          {R"({"action":"press","key":"strg","why":"w"})",
           malformed("key: no key is called \"strg\"")},
          {R"({"action":"press","key":7,"why":"w"})",
           malformed("key: expected the name of a key, got 7")},
          {R"({"action":"press","why":"w"})",
           malformed("key: it is missing; expected the name of a key, or of several joined by +")},
          {R"({"action":"press","key":"a+b+c+d+e+f+g+h+i","why":"w"})",
           malformed("key: more than 8 keys at once")},
          {R"({"action":"type","text":"","why":"w"})",
           malformed("text: expected a text that is not empty, got \"\"")},
          {R"({"action":"type","text":["a"],"why":"w"})",
           malformed("text: expected a text that is not empty, got [\"a\"]")},
          {R"({"action":"type","why":"w"})",
           malformed("text: it is missing; expected a text that is not empty")},
          // A click before it would be lost silently.
          {R"({"action":"type","text":"a","x":1,"y":2,"why":"w"})",
           malformed("x: this action has no such member: leave it out\n"
                     "? y: this action has no such member: leave it out")},
      },
      Toolset::all());
  Toolset tools = by_clicks();
  tools.set(ToolId::press, true);
  EXPECT_EQ(shown_of(R"({"action":"press","key":"ctrl+c","why":"w"})", tools),
            malformed("key: keys that are held together are switched off, press one"));
  tools.set(ToolId::press, false);
  tools.set(ToolId::hotkey, true);
  EXPECT_EQ(shown_of(R"({"action":"press","key":"c","why":"w"})", tools),
            malformed("key: one key alone is switched off, press several together"));
}

TEST(Action, ThatIsUnknownOrDisabledIsNamed) {
  const std::string expected = "action: expected \"click\", \"noop\" or \"done\", got ";
  expect({
      {R"({"action":"clik","x":1,"y":2,"why":"w"})",
       malformed(expected + "\"clik\"; did you mean \"click\"?")},
      {R"({"action":"Click","x":1,"y":2,"why":"w"})",
       malformed(expected + "\"Click\"; did you mean \"click\"?")},
      {R"({"action":"type","text":"a","why":"w"})", malformed(expected + "\"type\"")},
      {R"({"action":"left_click","why":"w"})", malformed(expected + "\"left_click\"")},
      {R"({"action":"","why":"w"})", malformed(expected + "\"\"")},
      {R"({"action":null,"why":"w"})", malformed(expected + "null")},
      {R"({"action":["click"],"x":1,"y":2,"why":"w"})", malformed(expected + "[\"click\"]")},
      {R"({"x":1,"y":2,"why":"w"})",
       malformed("action: it is missing; expected \"click\", \"noop\" or \"done\"")},
  });
  EXPECT_EQ(shown_of(R"({"action":"click","x":1,"y":2,"why":"w"})", Toolset()),
            malformed("action: expected \"done\", got \"click\""));
  EXPECT_EQ(shown_of(R"({"action":"done","why":"w"})", Toolset()), "done: w");
}

// Each member of a click, with a value of each wrong type.
TEST(Action, MembersOfTheWrongTypeAreNamed) {
  const std::string why = "expected a text that is not empty, got ";
  const std::string number = "expected a number from 0 to 1, got ";
  const std::string truth = "expected true or false, got ";
  const std::string whole = "expected an integer, got ";
  const struct {
    std::string name, expected;
    std::vector<std::string> values;
  } rows[] = {
      {"x", whole, {"\"1\"", "1.5", "true", "null", "[1]", "{}", "\"12px\""}},
      {"y", whole, {"\"1\"", "-0.1", "false", "null", "[]", "{\"a\":1}"}},
      {"why", why, {"1", "true", "null", "[\"w\"]", "{}", "\"\"", "\" \\n\""}},
      {"confidence", number, {"\"0.9\"", "1.01", "-0.5", "true", "[]", "{}", "90"}},
      {"done", truth, {"\"true\"", "0", "1", "[]", "{}", "\"\""}},
  };
  for (const auto& [name, expected, values] : rows) {
    for (const std::string& value : values) {
      std::string object = R"({"action":"click")";
      for (const auto& [member, usual] :
           {std::pair("x", "1"), std::pair("y", "2"), std::pair("why", "\"w\"")})
        object += joined({",\"", member, "\":", name == member ? value.c_str() : usual});
      if (name == "confidence" || name == "done") object += joined({",\"", name, "\":", value});
      EXPECT_EQ(shown_of(object + "}"), malformed(joined({name, ": ", expected, value}))) << object;
    }
  }
}

TEST(Action, EveryFaultIsReported) {
  expect({
      {"{}", malformed("action: it is missing; expected \"click\", \"noop\" or \"done\"\n"
                       "? why: it is missing; expected a text that is not empty")},
      {R"({"action":"click"})",
       malformed("x: it is missing; expected an integer\n"
                 "? y: it is missing; expected an integer\n"
                 "? why: it is missing; expected a text that is not empty")},
      {R"({"action":"click","X":1,"y":"2","reason":"w","done":1,"confidence":2})",
       malformed("X: it is not known; did you mean x?\n"
                 "? reason: it is not known: leave it out\n"
                 "? x: it is missing; expected an integer\n"
                 "? y: expected an integer, got \"2\"\n"
                 "? why: it is missing; expected a text that is not empty\n"
                 "? confidence: expected a number from 0 to 1, got 2\n"
                 "? done: expected true or false, got 1")},
      {R"({"action":"noop","text":"a","why":"w","button":"left"})",
       malformed("text: this action has no such member: leave it out\n"
                 "? button: it is not known: leave it out")},
      {R"({"action":"done","done":false,"why":"w"})",
       malformed("done: expected true with the action \"done\", got false")},
      {R"({"action":"noop","x":"1","why":"w"})", malformed("x: expected an integer, got \"1\"")},
      {R"({"action":"click","action":"done","x":1,"y":2,"why":"w"})",
       malformed("action: it is given twice")},
  });
}

TEST(Action, OtherTextAroundItIsRefused) {
  const std::string click = R"({"action":"click","x":10,"y":20,"why":"w"})";
  expect({
      {"```json\n" + click + "\n```",
       malformed("reply: a code fence (```json) stands around the JSON: leave it out")},
      {"Sure! " + click,
       malformed("reply: expected one JSON object and nothing else, got text before it: "
                 "\"Sure!\"")},
      {click + "\nDone.",
       malformed("reply: expected one JSON object and nothing else, got text behind it: "
                 "\"Done.\"")},
      {click + click,
       malformed("reply: expected one JSON object and nothing else, got a second one at character "
                 "43, behind …lick\",\"x\":10,\"y\":20,\"why\":\"w\"}")},
      {"[" + click + "]",
       malformed("reply: expected one JSON object and nothing else, got a list")},
      {"", malformed("reply: expected one JSON object and nothing else, got nothing")},
      {"click(10, 20)",
       malformed("reply: expected one JSON object and nothing else, got \"click(10, 20)\"")},
      {R"({"action":"click","x":10,"y":20,"why":"w",})",
       malformed("reply: a comma before } at character 43, behind "
                 "…lick\",\"x\":10,\"y\":20,\"why\":\"w\",")},
  });
  EXPECT_EQ(shown(read({quote_json(click), {{"\"c1\"", "\"click\"", "\"{}\""}}}, by_clicks())),
            malformed("reply: expected no tool call beside the JSON, got 1 (\"click\")"));
}

TEST(Action, APlaceOutsideThePictureIsRefused) {
  const auto refused = [](const std::string& complaints) {
    return "1 out_of_bounds\n? " + complaints + "\n! out_of_bounds";
  };
  expect({
      {R"({"action":"click","x":1001,"y":20,"why":"w"})",
       refused("x: expected an integer from 0 to 1000, got 1001: it lies outside the picture of "
               "1001x501")},
      {R"({"action":"click","x":-1,"y":501,"done":true,"why":"w"})",
       refused("x: expected an integer from 0 to 1000, got -1: it lies outside the picture of "
               "1001x501\n"
               "? y: expected an integer from 0 to 500, got 501: it lies outside the picture of "
               "1001x501")},
      {R"({"action":"click","x":10,"y":1e300,"why":"w"})",
       refused("y: expected an integer from 0 to 500, got 1e300: it lies outside the picture of "
               "1001x501")},
  });
  EXPECT_EQ(shown(read({quote_json(R"({"action":"click","x":1000,"y":1001,"why":"w"})"), {}},
                       by_clicks(), 0, Coordinates{})),
            refused("y: expected an integer from 0 to 1000, got 1001: it lies outside the "
                    "picture"));
}

TEST(Action, IsPerformedOnlyWithEnoughConfidence) {
  const auto result_of = [](const std::string& confidence) {
    return shown_of(R"({"action":"click","x":10,"y":20,"why":"w")" + confidence + "}", by_clicks(),
                    0.75);
  };
  EXPECT_EQ(result_of(",\"confidence\":0.75"), "1 left_click(10, 40)");
  EXPECT_EQ(result_of(",\"confidence\":1"), "1 left_click(10, 40)");
  EXPECT_EQ(result_of(",\"confidence\":0.7"),
            "1 low_confidence\n? confidence: expected at least 0.75, got 0.7\n! low_confidence");
  EXPECT_EQ(result_of(""), malformed("confidence: it is missing; expected a number from 0 to 1"));
  EXPECT_EQ(result_of(",\"confidence\":null"),
            malformed("confidence: expected a number from 0 to 1, got null"));
  EXPECT_EQ(shown_of(R"({"action":"done","why":"w","confidence":0.1})", by_clicks(), 0.75),
            "1 low_confidence\n? confidence: expected at least 0.75, got 0.1\n! low_confidence");
}

TEST(Action, AnItemKeepsTheWrittenText) {
  const auto item = [](const std::string& text) {
    return read({quote_json(text), {}}, Toolset::all()).items.at(0);
  };
  const Item click = item(R"({"action":"click","y": 2e1,"x":10,"why":"Go\non","done":true})");
  EXPECT_EQ(click.written, R"(click {"x":10,"y":2e1})");
  EXPECT_EQ(click.note, "Go\non");
  EXPECT_EQ(click.line, 1);
  EXPECT_EQ(click.id, std::nullopt);
  EXPECT_EQ(item(R"({"action":"noop","why":"w","x":1})").written, "noop {}");
  EXPECT_EQ(item(R"({"action":"type","text":"é\u0007","why":"w"})").written,
            R"(type {"text":"é\u0007"})");

  const Item fenced = item("```json\n{}\n```");
  EXPECT_EQ(fenced.written, "```json\n{}\n```");
  EXPECT_EQ(fenced.note, std::nullopt);
  ASSERT_TRUE(fenced.error);
  EXPECT_EQ(fenced.error->kind, kMalformedReply);
  const Item half = item(R"(<think>t</think>{"action":"jump","why":"High"})");
  EXPECT_EQ(half.written, R"({"action":"jump","why":"High"})");
  EXPECT_EQ(half.note, "High");
  const Item far = item(R"({"action":"click","x":5000,"y":1,"why":"Far"})");
  EXPECT_EQ(far.written, R"(click {"x":5000,"y":1})");
  EXPECT_EQ(far.error->kind, kOutOfBounds);

  const std::string large(100'000, 'x');
  EXPECT_EQ(item(R"({"action":"noop","why":")" + large + "\"}").note->size(), 2000U);
  EXPECT_EQ(item(large).written.size(), 2000U);
}

TEST(Action, ComplaintsAreFewAndShort) {
  std::string object = "{\"action\":\"" + std::string(1000, 'a') + "\"";
  for (int i = 0; i < 1000; ++i)
    object += ",\"" + std::string(300, 'k') + std::to_string(i) + "\":\"🐱\\u0000\"";
  const Reading reading = read({quote_json(object + "}"), {}}, by_clicks());
  ASSERT_EQ(reading.complaints.size(), Complaints::kMax + 1);
  for (const std::string& each : reading.complaints) EXPECT_LE(each.size(), 500U) << each;
}

TEST(Action, ThereIsNoFeedbackBeforeTheFirstReply) {
  const std::optional<Reply> nothing;
  const Reading reading = read_action({nothing, {}, kSeen}, by_clicks());
  EXPECT_EQ(shown(reading), "");
  EXPECT_EQ(report_action(reading, {}, {}).feedback, "");
}

std::string feedback_of(const std::string& text, const ItemResult& result,
                        const TurnFacts& facts = {}) {
  const Reading reading = read({quote_json(text), {}}, Toolset::all());
  const TurnReport report =
      report_action(reading, std::vector<ItemResult>(reading.items.size(), result), facts);
  return report.feedback + (report.done_withdrawn ? "\n(not done)" : "");
}

TEST(Action, TheFeedbackListsFaults) {
  const std::string click = R"({"action":"click","x":10,"y":20,"why":"w"})";
  const std::string last = R"({"action":"click","x":10,"y":20,"done":true,"why":"w"})";
  const std::string shown = R"(click {"x":10,"y":20}: )";
  const std::string ignored =
      "\ndone: it is ignored, because nobody knows that the action was performed; say it again "
      "when the objective is reached\n(not done)";
  const std::string covered = "the window Clock covers it there";
  EXPECT_EQ(feedback_of(click, {}), "");
  EXPECT_EQ(feedback_of(last, {}), "");
  EXPECT_EQ(feedback_of(last, {.changed = true}), "");
  EXPECT_EQ(feedback_of(click, {.changed = false}), shown + "no visible change after it");
  EXPECT_EQ(feedback_of(last, {.why = "taken anew", .changed = false}),
            shown + "taken anew; no visible change after it");
  EXPECT_EQ(feedback_of(click, {.outcome = Outcome::refused, .why = covered}),
            shown + "it was not performed: " + covered);
  EXPECT_EQ(feedback_of(last, {.outcome = Outcome::refused, .why = covered}),
            shown + "it was not performed: " + covered + ignored);
  EXPECT_EQ(feedback_of(last, {.outcome = Outcome::partial, .why = "the display was lost"}),
            shown + "nobody knows whether it was performed: the display was lost" + ignored);
  EXPECT_EQ(
      feedback_of(R"({"action":"type","text":"a","why":"w"})",
                  {.outcome = Outcome::refused, .why = "no visible effect", .lacks_place = true}),
      "type {\"text\":\"a\"}: it was not performed: click where the text is to go first");
  EXPECT_EQ(feedback_of(R"({"action":"noop","why":"w"})", {.outcome = Outcome::noted}), "");
  EXPECT_EQ(feedback_of(R"({"action":"press","key":"a","why":"w"})",
                        {.outcome = Outcome::noted, .why = "no effect in the sandbox"}),
            "press {\"key\":\"a\"}: no effect in the sandbox");
  EXPECT_EQ(feedback_of(R"({"action":"done","why":"w"})", {}), "");
  // A title may contain anything.
  EXPECT_EQ(feedback_of(click, {.outcome = Outcome::refused, .why = "a\nb\x1b[2J\xFF"}),
            shown + "it was not performed: a b [2J\xEF\xBF\xBD");
}

TEST(Action, TheFeedbackReportsTheCapturersFaults) {
  const std::vector<Warning> warnings = {{"window_moved", "the window was moved"}};
  TurnFacts facts;
  facts.warnings = warnings;
  facts.capture_failure = ChildFailure{ChildFailure::Kind::no_answer, 15000, ""};
  EXPECT_EQ(feedback_of(R"({"action":"noop","why":"w"})", {.outcome = Outcome::partial, .why = "x"},
                        facts),
            "WARNING: the window was moved\n"
            "ERROR: the capturer did not answer in 15 s; there is no picture this turn.");
}

TEST(Action, TheErrorIsTheFirstComplaint) {
  const Reading reading = read({quote_json("{,}"), {}}, by_clicks());
  const TurnReport report =
      report_action(reading, std::vector<ItemResult>{{.outcome = Outcome::malformed}}, {});
  EXPECT_EQ(report.feedback, "reply: expected a name in double quotes at character 2, got \",\"");
  ASSERT_TRUE(report.error);
  EXPECT_EQ(report.error->kind, kMalformedReply);
  EXPECT_EQ(report.error->text, report.feedback);
  EXPECT_EQ(report.error->line, 1);
  EXPECT_TRUE(report.answers.empty());
}

TEST(Action, ReadsAnyTextInLinearTime) {
  const std::pair<std::string, std::string> rows[] = {
      {"", "{\"a\":"},   {"", "🐱\xFF\x01"},         {"", "```\n"}, {"", "<think>"}, {"", "[{"},
      {"{", "\"a\":1,"}, {"{\"why\":\"", "\\u0000"}};
  for (const auto& [head, piece] : rows) {
    const auto text_of = [&head = head, &piece = piece](std::size_t count) {
      std::string text = head;
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return quote_json(text);
    };
    EXPECT_LT(growth(text_of(10'000), text_of(160'000), 64,
                     [](const std::string& token) {
                       static_cast<void>(read({token, {}}, by_clicks()));
                     }),
              64)
        << piece;
  }
}
}  // namespace
}  // namespace franz::executor
