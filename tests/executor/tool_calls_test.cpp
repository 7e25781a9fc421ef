#include "executor/dialect/tool_calls.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "tests/support/least_time.h"

namespace franz::executor {
namespace {
constexpr Size kSeen{1000, 500};

ReplyCall call_of(const std::string& name, const std::string& arguments) {
  return {"\"c1\"", quote_json(name), arguments};
}

Reading read(const Reply& reply, const Coordinates& coordinates = {},
             const Toolset& tools = Toolset::all(), bool asked_back = false) {
  const std::optional<Reply> said = reply;
  return read_tool_calls(
      {.reply = said, .coordinates = coordinates, .seen = kSeen, .asked_back = asked_back}, tools);
}

// A reply that follows one without a call.
Reading read_second(const std::string& text) {
  return read({quote_json(text), {}}, {}, Toolset::all(), true);
}
Reading read_text(const std::string& text) { return read({quote_json(text), {}}); }

// The canonical call, or "type: message" of the error.
std::string outcome(const Item& item) {
  if (item.call) return canonical_text(*item.call);
  return item.error ? item.error->kind + ": " + item.error->text : "nothing";
}

std::string read_one(const std::string& name, const std::string& arguments) {
  const Reading reading = read({"\"\"", {call_of(name, arguments)}});
  EXPECT_EQ(reading.items.size(), 1U);
  return outcome(reading.items.at(0));
}

struct Case {
  const char *name, *arguments;  // the arguments as JSON, as sent by the server
  const char* expected;          // prefix of the outcome
};

TEST(ToolCalls, ReadsTheirArguments) {
  const Case cases[] = {
      {"observe_screen", R"("{}")", "screenshot()"},
      {"observe_screen", R"("")", "screenshot()"},
      {"observe_screen", "null", "screenshot()"},
      {"observe_screen", "{}", "screenshot()"},
      {"observe_screen", R"("{\"why\":\"to see\"}")", "screenshot()"},
      {"click_element", R"("{\"label\":\"Save\",\"box\":[500,300]}")", "left_click(500, 300)"},
      {"click_element", R"({"label":"Save","box":[500,300]})", "left_click(500, 300)"},
      {"click_element", R"("\"{\\\"label\\\":\\\"a\\\",\\\"box\\\":[1,2]}\"")", "left_click(1, 2)"},
      {"click_element", R"({"label":"a","box":[100,200,300,400]})", "left_click(200, 300)"},
      {"click_element", R"({"label":"a","box":[300,400,100,200]})", "left_click(200, 300)"},
      {"click_element", R"({"label":"a","box":[[100,200],[301,400]]})", "left_click(200.5, 300)"},
      {"click_element", R"({"label":"a","box":[-50,0,150,2000]})", "left_click(75, 500)"},
      {"click_element", R"({"label":"a","box":"[500, 300]"})", "left_click(500, 300)"},
      {"click_element", R"({"label":"a","box":["500","300.5"]})", "left_click(500, 300.5)"},
      {"double_click", R"({"label":"a","box":[1,2]})", "double_left_click(1, 2)"},
      {"right_click", R"({"label":"a","box":[1,2]})", "right_click(1, 2)"},
      {"drag", R"({"label":"a","from":[1,2],"to":[3,4,5,6]})", "drag(1, 2, 4, 5)"},
      {"type_text", R"("{\"text\":\"Grüße\\n\"}")", "type(\"Grüße\\n\")"},
      {"type_text", R"({"text":42})", "type(\"42\")"},
      {"paste_text", R"({"text":"x"})", "paste(\"x\")"},
      {"launch", R"({"command":"xterm -e top"})", "launch(\"xterm -e top\")"},
      {"focus_window", R"({"title":"Editor"})", "focus_window(\"Editor\")"},
      {"press_key", R"({"key":"Return"})", "press(\"enter\")"},
      {"press_key", R"({"key":"Ctrl+Shift+T"})", "hotkey(\"ctrl\", \"shift\", \"t\")"},
      {"scroll_at_position", R"("{}")", "scroll(500, 500, -1)"},
      {"scroll_at_position", R"({"amount":3})", "scroll(500, 500, 3)"},
      {"scroll_at_position", R"({"box":[10,20],"amount":-5})", "scroll(10, 20, -5)"},
      {"scroll_at_position", R"({"box":null,"amount":null})", "scroll(500, 500, -1)"},
      {"scroll_at_position", R"({"box":"","amount":""})", "scroll(500, 500, -1)"},

      {"click_element", R"("{\"label\":")", "invalid_json: click_element: the arguments are not"},
      {"click_element", R"("[1,2]")",
       "invalid_args: click_element: the arguments: expected a JSON"},
      {"click_element", R"({"box":[1,2]})", "missing_label: click_element: label: expected"},
      {"click_element", R"({"label":"","box":[1,2]})", "missing_label: "},
      {"click_element", R"({"label":["a"],"box":[1,2]})", "missing_label: "},
      {"click_element", R"({"label":"a"})", "invalid_box: click_element: box: it is missing; exp"},
      {"click_element", R"({"label":"a","box":[1]})", "invalid_box: "},
      {"click_element", R"({"label":"a","box":[1,2,3]})", "invalid_box: "},
      {"click_element", R"({"label":"a","box":[[1,2],[3]]})", "invalid_box: "},
      {"click_element", R"({"label":"a","box":[[1,2],3]})", "invalid_box: "},
      {"click_element", R"({"label":"a","box":["1px",2]})",
       R"j(invalid_box: click_element: box: expected [x, y], [x1, y1, x2, y2] or [[x1, y1], )j"
       R"j([x2, y2]], got ["1px",2])j"},
      {"click_element", R"({"label":"a","box":[1e300,2]})", "invalid_box: "},
      {"click_element", R"({"label":"a","box":{"x":1,"y":2}})", "invalid_box: "},
      {"drag", R"({"label":"a","from":[1,2]})", "invalid_box: drag: to: it is missing"},
      {"type_text", R"({"text":""})", "empty_text: "},
      {"type_text", "{}", "empty_text: "},
      {"type_text", R"({"text":["a"]})", "invalid_args: type_text: text: expected a text, got "},
      {"press_key", "{}", "missing_key: "},
      {"press_key", R"({"key":["a"]})", "missing_key: "},
      {"press_key", R"({"key":"Strg"})", "invalid_key: press_key: key: no key is called \"Strg\""},
      {"scroll_at_position", R"({"amount":0})", "invalid_args: "},
      {"scroll_at_position", R"({"amount":1.5})", "invalid_args: "},
      {"scroll_at_position", R"({"amount":1e9})", "invalid_args: "},
      {"click_elemnt", "{}",
       "unknown_tool: there is no tool \"click_elemnt\"; did you mean click_element? The tools "
       "are:"},
  };
  for (const Case& each : cases) {
    const std::string got = read_one(each.name, each.arguments);
    EXPECT_TRUE(got.starts_with(each.expected)) << each.name << " " << each.arguments << "\n"
                                                << got << "\n"
                                                << each.expected;
  }
}

TEST(ToolCalls, PlacesAreInTheModelsScale) {
  const Coordinates pixels{Coordinates::Kind::pixels, 1000, 0};
  const ReplyCall call = call_of("click_element", R"({"label":"a","box":[0,0,1998,499]})");
  const Reading reading = read({"\"\"", {call}}, pixels);
  EXPECT_EQ(outcome(reading.items.at(0)), "left_click(500, 500)");
  EXPECT_TRUE(reading.items[0].clamped);
  EXPECT_EQ(reading.items[0].note, "a");
}

TEST(ToolCalls, OnlyTheFirstCounts) {
  const Reading reading =
      read({"\"\"", {call_of("observe_screen", "{}"), {"\"c2\"", "\"type_text\"", "\"{}\""}}});
  ASSERT_EQ(reading.items.size(), 2U);
  EXPECT_EQ(outcome(reading.items[0]), "screenshot()");
  EXPECT_EQ(reading.items[1].error->kind, "too_many_tool_calls");
  EXPECT_EQ(reading.items[1].id, "c2");
  EXPECT_EQ(reading.items[1].written, "type_text({})");
  EXPECT_EQ(reading.done, std::nullopt);
}

TEST(ToolCalls, ADisabledToolIsUnknown) {
  Toolset tools = Toolset::core();
  Reading reading = read({"\"\"", {call_of("press_key", R"({"key":"a"})")}}, {}, tools);
  EXPECT_EQ(reading.items.at(0).error->kind, "unknown_tool");
  tools.set(ToolId::press, true);
  reading = read({"\"\"", {call_of("press_key", R"({"key":"a"})")}}, {}, tools);
  EXPECT_EQ(outcome(reading.items.at(0)), "press(\"a\")");
  reading = read({"\"\"", {call_of("press_key", R"({"key":"ctrl+a"})")}}, {}, tools);
  EXPECT_EQ(reading.items.at(0).error->kind, "invalid_key");
}

TEST(ToolCalls, TheSecondReplyWithoutACallIsTheResult) {
  const Reading first = read_text("  The cat is drawn.\n");
  EXPECT_EQ(first.done, std::nullopt);
  EXPECT_EQ(first.error->kind, kAskedBack);
  EXPECT_EQ(read_second("  The cat is drawn.\n").done, "The cat is drawn.");
  EXPECT_EQ(read_second("<think>Is it?</think>\r\n\r\nYes.\r\n").done, "Yes.");
  EXPECT_EQ(read_second("\xEF\xBB\xBF"
                        "Done.")
                .done,
            "Done.");
  EXPECT_EQ(read_second(R"({"name":"Tom","kind":"cat"})").done, R"({"name":"Tom","kind":"cat"})");
  EXPECT_EQ(read_second("I would call click_element(…)").done, "I would call click_element(…)");
  for (const char* nothing : {"", " \n", "<think>half a tho"}) {
    const Reading reading = read_text(nothing);
    EXPECT_EQ(reading.done, std::nullopt) << nothing;
    ASSERT_TRUE(reading.error) << nothing;
    EXPECT_EQ(reading.error->kind, "empty_reply");
  }
  EXPECT_EQ(read_tool_calls({std::nullopt, {}, kSeen}, Toolset::all()).error, std::nullopt);
}

TEST(ToolCalls, InTheTextAreReadIfTheyAreUnambiguous) {
  constexpr const char* kCall =
      R"({"name": "click_element", "arguments": {"label":"a","box":[1,2]}})";
  const std::string call = kCall;
  const std::string texts[] = {
      "<tool_call>\n" + call + "\n</tool_call>",
      "I see it.\n<tool_call>" + call,
      "<think>" + call + "</think><tool_call>" + call + "</tool_call>",
      call,
      "  " + call + "\r\n",
      "```json\n" + call + "\n```",
      "I click.\n```\n" + call + "\n```\nThen I look.",
      "[" + call + "]",
      R"({"type":"function","function":{"name":"click_element","arguments":"{\"label\":\"a\",\"box\":[1,2]}"}})",
      R"({"name":"click_element","parameters":{"label":"a","box":[1,2]}})",
  };
  for (const std::string& text : texts) {
    const Reading reading = read_text(text);
    ASSERT_EQ(reading.items.size(), 1U) << text;
    EXPECT_EQ(outcome(reading.items[0]), "left_click(1, 2)") << text;
    EXPECT_EQ(reading.items[0].id, std::nullopt) << text;
    EXPECT_EQ(reading.done, std::nullopt) << text;
  }
  // In a sentence it may be a mention only: it is neither performed nor an end of the run.
  const Reading mention = read_second("The call was " + call);
  EXPECT_TRUE(mention.items.empty());
  EXPECT_EQ(mention.done, std::nullopt);
  EXPECT_EQ(mention.error->kind, "foreign_form");
  const Reading unknown = read_second(R"({"name":"delete_everything","arguments":{}})");
  EXPECT_EQ(unknown.items.at(0).error->kind, "unknown_tool");
  EXPECT_EQ(unknown.done, std::nullopt);
  const std::string list = R"([{"name":"click_element"},"and so on"])";
  EXPECT_EQ(read_second(list).error->kind, "foreign_form");

  const Reading two =
      read_text("<tool_call>" + call + "</tool_call><tool_call>" + call + "</tool_call>");
  ASSERT_EQ(two.items.size(), 2U);
  EXPECT_EQ(two.items[1].error->kind, "too_many_tool_calls");
  const Reading broken = read_text("<tool_call>{\"name\":</tool_call>");
  ASSERT_EQ(broken.items.size(), 1U);
  EXPECT_EQ(broken.items[0].error->kind, "invalid_json");
  EXPECT_EQ(broken.items[0].written, "{\"name\":");
  // A call next to the text counts; a call in the text does not.
  const Reading both =
      read({quote_json("<tool_call>" + call + "</tool_call>"), {call_of("observe_screen", "{}")}});
  ASSERT_EQ(both.items.size(), 1U);
  EXPECT_EQ(outcome(both.items[0]), "screenshot()");
}

// Calls that a server left in the text, and texts that do not end a run (call_forms_test.cpp tests
// each form).
TEST(ToolCalls, NoTextWithACallEndsTheRun) {
  const struct {
    const char *text, *expected;  // outcomes of the items, or kind of error
  } rows[] = {
      {R"([Calling tool: click_element({"label": "OK", "box": [500, 300]})])",
       "left_click(500, 300)"},
      {R"(<|tool_call>call:click_element{label:<|"|>OK<|"|>,box:[500,300]}<tool_call|>)",
       "left_click(500, 300)"},
      {"I will click OK.\n{\"name\":\"click_element\",\"arguments\":{\"label\":\"OK\","
       "\"box\":[500,300]}}",
       "left_click(500, 300)"},
      {"```tool_code\nclick_element(label=\"OK\", box=[500,300])\n```", "left_click(500, 300)"},
      {R"([Calling tool: computer_use({"action": "left_click", "coordinate": [500, 320]})])",
       "unknown_tool"},
      {"I click OK now.\n<function=computer_use>\n<parameter=action>\nleft_click\n</parameter>\n"
       "<parameter=coordinate>\n[500, 320]\n</parameter>\n</function>\n</tool_call>",
       "unknown_tool"},
      {R"(<function=computer_use>{"action":"left_click","coordinate":[500,320]}</function>)",
       "unknown_tool"},
      {"<function=click_element>\n<parameter=label>\nO", "invalid_json"},
      {"click_element(label=OK, box=[500,300])", "invalid_json"},
      {"```python\nleft_click(100, 100)\n```", "foreign_form"},
      {"pyautogui.click(500, 300)", "foreign_form"},
      {"Thought: a\nAction: click(start_box='(12,34)')", "foreign_form"},
      {"????????????????????????????????????????????????????????????????????????????????",
       "garbage"},
      {"I will now click OK:", "asked_back"},
      {"Let me take a screenshot first.", "asked_back"},
      {"I will answer with a `<tool_call>` block.", "asked_back"},
  };
  for (const auto& row : rows) {
    for (const bool is_second : {false, true}) {
      const Reading reading = is_second ? read_second(row.text) : read_text(row.text);
      if (is_second && std::string_view(row.expected) == kAskedBack) {
        EXPECT_EQ(reading.done, row.text);
        continue;
      }
      EXPECT_EQ(reading.done, std::nullopt) << row.text;
      std::string got;
      for (const Item& item : reading.items)
        got += item.call ? canonical_text(*item.call) : item.error->kind;
      if (reading.error) got += reading.error->kind;
      EXPECT_EQ(got, row.expected) << row.text;
    }
  }
}

TurnReport report_of(const Reading& reading, Outcome outcome, const std::string& why = "") {
  TurnFacts facts;
  facts.turn = 7;
  facts.screen = {0, 0, 1920, 1080};
  facts.picture = true;
  std::vector<ItemResult> results(reading.items.size());
  for (std::size_t i = 0; i < results.size(); ++i)
    results[i].outcome = reading.items[i].call ? outcome : Outcome::malformed;
  if (!results.empty()) results[0].why = why;
  if (!results.empty()) results[0].lacks_place = why == "no visible effect";
  return report_tool_calls(reading, results, facts);
}

std::string answer_to(const std::string& name, const std::string& arguments,
                      Outcome outcome = Outcome::done, const std::string& why = "") {
  const TurnReport report = report_of(read({"\"\"", {call_of(name, arguments)}}), outcome, why);
  EXPECT_EQ(report.feedback, "");
  EXPECT_EQ(report.answers.at(0).id, "\"c1\"");
  EXPECT_EQ(report.answers.at(0).picture, name == "observe_screen");
  return decode_json_string(report.answers.at(0).text);
}

TEST(ToolCalls, NameTheFileOfADumpedPicture) {
  const Reading reading = read({"\"\"", {call_of("observe_screen", "{}")}});
  TurnFacts facts;
  facts.turn = 7;
  facts.screen = {0, 0, 1920, 1080};
  facts.dump_file = "dumps/screen_0042.png";
  ItemResult seen;
  seen.outcome = Outcome::noted;
  const TurnReport report = report_tool_calls(reading, std::vector{seen}, facts);
  EXPECT_EQ(
      decode_json_string(report.answers.at(0).text),
      R"({"ok":true,"file":"dumps/screen_0042.png","screen_width":1920,"screen_height":1080})");
}

TEST(ToolCalls, AreAnswered) {
  EXPECT_EQ(answer_to("observe_screen", "{}", Outcome::noted),
            R"({"ok":true,"file":"turn_0007.png","screen_width":1920,"screen_height":1080})");
  EXPECT_EQ(answer_to("click_element", R"({"label":"Sa\"ve","box":[500,300]})"),
            R"({"ok":true,"clicked":"Sa\"ve","click_position":[500,300]})");
  EXPECT_EQ(answer_to("click_element", R"({"label":"a","box":[500,1300]})"),
            R"({"ok":true,"clicked":"a","click_position":[500,1000],)"
            R"("note":"the place was moved into the picture"})");
  EXPECT_EQ(answer_to("double_click", R"({"label":"a","box":[1,2]})"),
            R"({"ok":true,"double_clicked":"a","click_position":[1,2]})");
  EXPECT_EQ(answer_to("right_click", R"({"label":"a","box":[1,2]})"),
            R"({"ok":true,"right_clicked":"a","click_position":[1,2]})");
  EXPECT_EQ(answer_to("drag", R"({"label":"a","from":[1,2],"to":[3,4]})"),
            R"({"ok":true,"dragged":"a","from":[1,2],"to":[3,4]})");
  EXPECT_EQ(answer_to("type_text", R"({"text":"é"})"), R"({"ok":true,"typed":"é"})");
  EXPECT_EQ(answer_to("press_key", R"({"key":"ctrl c"})"), R"({"ok":true,"pressed":"ctrl+c"})");
  EXPECT_EQ(answer_to("scroll_at_position", "{}"),
            R"({"ok":true,"scrolled":-1,"position":[500,500]})");
  EXPECT_EQ(answer_to("press_key", R"({"key":"a"})", Outcome::noted, "no effect in the sandbox"),
            R"({"ok":false,"error":{"type":"no_effect","message":"no effect in the sandbox"}})");
  EXPECT_EQ(answer_to("type_text", R"({"text":"a"})", Outcome::refused, "no visible effect"),
            R"({"ok":false,"error":{"type":"refused",)"
            R"("message":"nothing was typed: click the place to type at first"}})");
  EXPECT_EQ(answer_to("click_element", R"({"label":"a","box":[1,2]})", Outcome::partial, "it died"),
            R"({"ok":false,"error":{"type":"not_confirmed",)"
            R"("message":"it died; it may be done in part"}})");
}

TEST(ToolCalls, NoteWhichValuesOfAnotherTypeWereConverted) {
  const struct {
    const char *name, *arguments, *note;
  } cases[] = {
      {"scroll_at_position", R"({"amount":"3"})", R"(amount: "3" was taken as the number 3)"},
      {"scroll_at_position", R"({"box":"","amount":""})",
       "box: the empty text was taken as left out; amount: the empty text was taken as left out"},
      {"click_element", R"({"label":"a","box":"[1,2]"})",
       R"(box: "[1,2]" was taken as the list [1,2])"},
      {"click_element", R"({"label":"a","box":["1",2]})",
       "box: the texts were taken as the numbers that they hold"},
      {"type_text", R"({"text":42})", R"(text: 42 was taken as the text "42")"},
      {"press_key", R"({"key":5})", R"(key: 5 was taken as the text "5")"},
  };
  for (const auto& [name, arguments, note] : cases) {
    const std::string answer = answer_to(name, arguments);
    EXPECT_TRUE(answer.ends_with(",\"note\":" + quote_json(note) + "}")) << answer;
  }
}

TEST(ToolCalls, AreAnsweredInOrder) {
  const TurnReport report =
      report_of(read({"\"\"",
                      {call_of("click_element", R"({"label":"a","box":[1,2]})"),
                       {"\"c2\"", "\"observe_screen\"", "null"},
                       {"\"c3\"", "\"klingon\"", "null"}}}),
                Outcome::done);
  ASSERT_EQ(report.answers.size(), 3U);
  EXPECT_EQ(report.answers[1].id, "\"c2\"");
  EXPECT_FALSE(report.answers[1].picture);
  EXPECT_TRUE(decode_json_string(report.answers[2].text)
                  .starts_with(R"({"ok":false,"error":{"type":"too_many_tool_calls")"));
  EXPECT_EQ(report.error->kind, "too_many_tool_calls");
}

TEST(ToolCalls, InTheTextAreAnsweredInTheFeedback) {
  const TurnReport report =
      report_of(read_text(R"(<tool_call>{"name":"observe_screen","arguments":{}}</tool_call>)"),
                Outcome::noted);
  EXPECT_TRUE(report.answers.empty());
  EXPECT_EQ(report.feedback,
            "The tool call in your text was read as a call; the answer to it:\n"
            R"({"ok":true,"file":"turn_0007.png","screen_width":1920,"screen_height":1080})");
  EXPECT_EQ(report_of(read_text("I look."), Outcome::done).feedback,
            "Call a tool, or say that the task is done.");
  EXPECT_EQ(report_of(read_text(""), Outcome::done).feedback,
            "ERROR: your reply has neither a tool call nor a text. Call a tool to go on, or answer "
            "with the result if you have finished.");
}

// For any bytes, each call has one item and one answer.
TEST(ToolCalls, AnyBytesAreRead) {
  for (const std::string& bytes :
       {std::string("\"\\ud800\""), std::string("\"\xff\xfe\""), std::string("\"\\u0000\""),
        std::string("[") + std::string(500, '[') + std::string(501, ']'),
        "\"" + std::string(100000, '{') + "\"", std::string("nonsense"), std::string()}) {
    const Reading reading = read({"\"\"", {call_of("click_element", bytes)}});
    ASSERT_EQ(reading.items.size(), 1U);
    EXPECT_FALSE(reading.items[0].call);
    EXPECT_EQ(report_of(reading, Outcome::done).answers.size(), 1U);
  }
}

TEST(ToolCalls, TakeLinearTime) {
  for (const std::string piece : {"<tool_call>", "```\n", "{\"name\":", "<think>", "[", "\\\""}) {
    const auto token = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return quote_json(text);
    };
    EXPECT_LT(growth(token(20'000), token(320'000), 64,
                     [](const std::string& text) {
                       static_cast<void>(read({text, {}}));
                     }),
              64)
        << piece;
  }
}
}  // namespace
}  // namespace franz::executor
