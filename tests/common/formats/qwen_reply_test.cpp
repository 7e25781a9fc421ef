#include <gtest/gtest.h>
#include "common/formats/qwen/reply.h"
#include "common/formats/trained_feedback.h"
#include "tests/common/formats/trained_reading.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
std::string call_json(const std::string& arguments) {
  return "<tool_call>\n{\"name\": \"computer_use\", \"arguments\": " + arguments +
         "}\n</tool_call>";
}

std::string read_action(const std::string& arguments) {
  return shown_reading(read_text(read_qwen, call_json(arguments)));
}
}  // namespace

TEST(Qwen, ReadsItsActions) {
  const struct {
    const char *arguments, *expected;
  } rows[] = {
      {R"({"action":"left_click","coordinate":[500,300]})", "left_click(500, 300)"},
      {R"({"action":"left_click"})", "left_click(500, 500)"},
      {R"({"action":"click","coordinate":"[500, 300]"})", "left_click(500, 300)"},
      {R"({"action":"left_click","coordinate":[100,200,300,400]})", "left_click(200, 300)"},
      {R"({"action":"left_click","coordinate":{"x":1,"y":2}})", "left_click(1, 2)"},
      {R"({"action":"left_click","coordinate":[1200,300]})", "left_click(1000, 300)"},
      {R"({"action":"left_click","coordinate":[1]})",
       "invalid_args: coordinate: expected [x, y], got [1]"},
      {R"({"action":"left_click","coordinate":[1,2],"text":"shift"})",
       "key_down(\"shift\"); left_click(1, 2); key_up(\"shift\")"},
      {R"({"action":"left_click","coordinate":[1,2],"text":"the Save button"})",
       "left_click(1, 2)"},
      {R"({"action":"double_click","coordinate":[1,2]})", "double_left_click(1, 2)"},
      {R"({"action":"triple_click","coordinate":[1,2]})", "triple_click(1, 2)"},
      {R"({"action":"right_click","coordinate":[1,2]})", "right_click(1, 2)"},
      {R"({"action":"middle_click","coordinate":[1,2]})", "middle_click(1, 2)"},
      {R"({"action":"mouse_move","coordinate":[1,2]})", "move(1, 2)"},
      {R"({"action":"mouse_move"})", "invalid_args: coordinate: it is missing; expected [x, y]"},
      {R"({"action":"left_click_drag","coordinate":[1,2]})", "drag(500, 500, 1, 2)"},
      {R"({"action":"left_click_drag","start_coordinate":[3,4],"coordinate":[1,2]})",
       "drag(3, 4, 1, 2)"},
      {R"({"action":"drag","coordinate":[1,2],"coordinate2":[3,4]})", "drag(1, 2, 3, 4)"},
      {R"({"action":"scroll","pixels":-5})", "scroll(500, 500, -5)"},
      {R"({"action":"scroll","coordinate":[1,2],"pixels":-500})", "scroll(1, 2, -5)"},
      {R"({"action":"scroll","coordinate":[1,2],"scroll_direction":"up","scroll_amount":4})",
       "scroll(1, 2, 4)"},
      {R"({"action":"scroll","coordinate":[1,2],"scroll_direction":"left","scroll_amount":4})",
       "hscroll(1, 2, -4)"},
      {R"({"action":"scroll","scroll_direction":"in"})",
       "invalid_args: scroll_direction: expected up, down, left or right, got \"in\""},
      {R"({"action":"scroll"})",
       "invalid_args: pixels: expected how far to turn the wheel, a positive number is up"},
      {R"({"action":"hscroll","pixels":3})", "hscroll(500, 500, 3)"},
      {R"({"action":"scroll","pixels":"many"})",
       "invalid_args: pixels: expected a number, got \"many\""},
      {R"({"action":"type","text":"Grüße"})", "type(\"Grüße\")"},
      {R"({"action":"type","text":"ls\n"})", "type(\"ls\\n\")"},
      {R"({"action":"type","text":"ls\\n"})", "type(\"ls\\n\")"},
      {R"({"action":"type","text":42})", "type(\"42\")"},
      {R"({"action":"type","text":""})", "empty_text: there is nothing to type"},
      {R"({"action":"type"})", "invalid_args: text: it is missing: there is nothing to type"},
      {R"({"action":"type","text":"a","clear":1,"enter":1})",
       "hotkey(\"ctrl\", \"a\"); type(\"a\"); press(\"enter\")"},
      {R"({"action":"type","text":"a","coordinate":[1,2],"press_enter":false})",
       "left_click(1, 2); type(\"a\")"},
      {R"({"action":"key","keys":["ctrl","c"]})", "hotkey(\"ctrl\", \"c\")"},
      {R"({"action":"key","keys":["Return"]})", "press(\"enter\")"},
      {R"({"action":"key","keys":"ctrl+c"})", "hotkey(\"ctrl\", \"c\")"},
      {R"({"action":"key","keys":["ctrl+c"]})", "hotkey(\"ctrl\", \"c\")"},
      {R"({"action":"key","keys":"keys=['ctrl','c']"})", "hotkey(\"ctrl\", \"c\")"},
      {R"({"action":"key","text":"ctrl+shift+t"})", "hotkey(\"ctrl\", \"shift\", \"t\")"},
      {R"({"action":"key","keys":["strg"]})", "invalid_key: no key is called \"strg\""},
      {R"({"action":"key","keys":[]})", "invalid_key: no key is named"},
      {R"({"action":"key_down","keys":["shift"]})", "key_down(\"shift\")"},
      {R"({"action":"key_up","key":"shift"})", "key_up(\"shift\")"},
      {R"({"action":"hold_key","text":"shift","duration":2})", "hold_key(\"shift\", 2)"},
      {R"({"action":"left_mouse_down"})", "mouse_down(\"left\")"},
      {R"({"action":"left_mouse_up","coordinate":[1,2]})", "move(1, 2); mouse_up(\"left\")"},
      {R"({"action":"wait","time":2})", "sleep(2)"},
      {R"({"action":"wait","time":60})", "sleep(5)"},
      {R"({"action":"wait"})", "sleep(2)"},
      {R"({"action":"wait","time":-1})", "invalid_args: expected a time in seconds"},
      {R"({"action":"screenshot"})", "screenshot()"},
      {R"({"action":"terminate","status":"success"})", "done: success"},
      {R"({"action":"terminate","status":"failure"})", "done: failure"},
      {R"({"action":"terminate","status":"failure","text":"no file"})", "done: failure: no file"},
      {R"({"action":"answer","text":"42"})", "done: 42"},
      {R"({"action":"ask_user_question","text":"Which one?"})",
       "no_person: nobody answers questions during the run: decide, or end it with what is "
       "missing"},
      {R"({"action":"LEFT_CLICK","coordinate":[1,2]})", "left_click(1, 2)"},
      {R"({"type":"left_click","coordinate":[1,2]})", "left_click(1, 2)"},
      {R"({"coordinate":[1,2]})", "invalid_args: action: it is missing"},
      {R"({"action":5})", "invalid_args: action: expected a name, got 5"},
      {R"([1,2])", "invalid_args: the arguments: expected a JSON object, got [1,2]"},
  };
  for (const auto& [arguments, expected] : rows)
    EXPECT_EQ(read_action(arguments), expected) << arguments;
  EXPECT_TRUE(read_action(R"({"action":"left_clik"})")
                  .starts_with("unknown_action: there is no action \"left_clik\"; did you mean "
                               "left_click? The actions are: left_click, double_click, "));
}

TEST(Qwen, ReadsOneCallInItsThreeForms) {
  const std::string expected = "left_click(500, 320)";
  EXPECT_EQ(
      shown_reading(
          read_text(read_qwen, call_json(R"({"action": "left_click", "coordinate": [500, 320]})")),
          true),
      expected + " [tool_call_json]");
  EXPECT_EQ(
      shown_reading(read_text(read_qwen,
                              "I click.\n<tool_call>\n<function=computer_use>\n<parameter=action>\n"
                              "left_click\n</parameter>\n<parameter=coordinate>\n[500, 320]\n"
                              "</parameter>\n</function>\n</tool_call>"),
                    true),
      expected + " [tool_call_xml]");
  const ReplyCall call{"\"c1\"", "\"computer_use\"",
                       R"("{\"action\":\"left_click\",\"coordinate\":[500,320]}")"};
  const Reading reading = read_reply(read_qwen, {"\"\"", {call}});
  EXPECT_EQ(shown_reading(reading, true), expected + " [tool_calls]");
  EXPECT_EQ(reading.items[0].id, "c1");
  // Ollama's own API sends an object there.
  EXPECT_EQ(
      shown_reading(read_reply(
          read_qwen,
          {"\"\"",
           {{"\"c1\"", "\"computer_use\"", R"({"action":"left_click","coordinate":[500,320]})"}}})),
      expected);
}

TEST(Qwen, ReadsTheKnownErrorsOfItsModels) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {R"({"name":"computer_use","arguments":{"action":"wait","time":1}})",
       "sleep(1) [no_tags, tool_call_json]"},
      {R"(Now: {"action":"wait","time":1} and then)", "sleep(1) [no_tags, tool_call_json]"},
      {"```json\n{\"action\":\"wait\",\"time\":1}\n```", "sleep(1) [no_tags, tool_call_json]"},
      {R"(<tool_call>{"name":"computer_use","arguments":{"action":"wait","time":1}})",
       "sleep(1) [unclosed_tag, tool_call_json]"},
      {R"(<tool_call>{"name":"computer_use","arguments":{"action":"wait","time":1}</tool_call>)",
       "sleep(1) [tool_call_json, unclosed_json]"},
      {R"(<tool_call>{"name":"computer_use","arguments":{"action":"wait","time":1)",
       "sleep(1) [unclosed_tag, tool_call_json, unclosed_json]"},
      {R"(<tool_call>{'name':'computer_use','arguments':{'action':'wait','time':1}}</tool_call>)",
       "sleep(1) [tool_call_json, python_literals]"},
      {R"(<tool_call>{"name":"computer_use","arguments":{"action":"wait","time":1},}</tool_call>)",
       "sleep(1) [tool_call_json, python_literals]"},
      {R"(<tool_call>{"name":"computer_use","arguments":"{\"action\":\"wait\"}"}</tool_call>)",
       "sleep(2) [tool_call_json]"},
      {R"(<tool_call>{"action":"wait","time":1}</tool_call>)", "sleep(1) [tool_call_json]"},
      {R"(<tool_call>{"name":"wait","arguments":{"time":1}}</tool_call>)",
       "sleep(1) [tool_call_json]"},
      {"<tool_call>```json\n{\"action\":\"wait\",\"time\":1}\n```</tool_call>",
       "sleep(1) [tool_call_json]"},
      {"<function=computer_use><parameter=action>wait</parameter>",
       "sleep(2) [no_tags, tool_call_xml, unclosed_tag]"},
      {"<tool_call><function=computer_use><parameter=type>wait</parameter></function></tool_call>",
       "sleep(2) [tool_call_xml, type_for_action]"},
      {"<tool_call><function=computer_use><parameter=action>type</parameter><parameter=text>\n"
       "a</parameter>b\n</parameter></function></tool_call>",
       "type(\"a</parameter>b\") [tool_call_xml]"},
      {"<think>{\"action\":\"wait\"}</think><tool_call>{\"action\":\"screenshot\"}</tool_call>",
       "screenshot() [tool_call_json]"},
      // Several calls; nothing after the end is performed.
      {R"(<tool_call>{"action":"wait"}</tool_call><tool_call>{"action":"screenshot"}</tool_call>)",
       "sleep(2); screenshot() [tool_call_json]"},
      {R"(<tool_call>{"action":"terminate","status":"success"}</tool_call><tool_call>)"
       R"({"action":"wait"}</tool_call>)",
       "behind_the_end: it stands behind the end that the reply says; done: success "
       "[tool_call_json]"},
      {R"(<tool_call>{"action":"answer","text":"7"}</tool_call><tool_call>)"
       R"({"action":"terminate","status":"success"}</tool_call>)",
       "done: 7 [tool_call_json]"},
      {R"(<tool_call>{"action":"type","text":"<tool_call>x</tool_call>"}</tool_call> over)",
       "type(\"<tool_call>x</tool_call>\") [tool_call_json]"},
      // Not a call.
      {"<tool_call>\nleft_click(1, 2)\n</tool_call>", "error: no_call []"},
      {R"(<tool_call>{"name":"computer_use","arguments":{"action":"type","text":"hal)",
       "invalid_json: the call could not be read: expected {\"name\":…,\"arguments\":{…}} "
       "[unclosed_tag, tool_call_json]"},
      {"I am finished.", "error: no_call []"},
      {"", "error: no_call []"},
      {R"({"x":1,"y":2})", "error: no_call []"},
  };
  for (const auto& [text, expected] : rows)
    EXPECT_EQ(shown_reading(read_text(read_qwen, text), true), expected) << text;
}

TEST(Qwen, DoesNotEndARunWhoseLastActionsWereNotUnderstood) {
  const Reading reading = read_text(
      read_qwen,
      R"(<tool_call>{"action":"fly"}</tool_call><tool_call>{"action":"terminate"}</tool_call>)");
  EXPECT_FALSE(reading.done);
  EXPECT_EQ(reading.complaints.size(), 1U);
}

TEST(Qwen, TakesPlacesInItsModelsScale) {
  const std::string text = call_json(R"({"action":"left_click","coordinate":[999,499]})");
  EXPECT_EQ(shown_reading(read_text(read_qwen, text, {Coordinates::Kind::relative, 999, 0})),
            "left_click(1000, 499.499)");
  EXPECT_EQ(shown_reading(read_text(read_qwen, text, {Coordinates::Kind::pixels, 1000, 0})),
            "left_click(1000, 1000)");
}

TEST(Qwen, FollowsThePointerFromActionToAction) {
  const std::string text =
      R"(<tool_call>{"action":"mouse_move","coordinate":[10,20]}</tool_call>)"
      R"(<tool_call>{"action":"left_click_drag","coordinate":[30,40]}</tool_call>)"
      R"(<tool_call>{"action":"left_click_drag","coordinate":[50,60]}</tool_call>)";
  const Reading reading = read_text(read_qwen, text);
  EXPECT_EQ(shown_reading(reading), "move(10, 20); drag(10, 20, 30, 40); drag(30, 40, 50, 60)");
  EXPECT_EQ(reading.pointer, (MapPoint{50, 60}));
  EXPECT_EQ(
      shown_reading(read_reply(read_qwen, {quote_json(call_json(R"({"action":"left_click"})")), {}},
                               {}, Toolset::all(), std::nullopt)),
      "no_place: there is no place: the pointer has not been moved yet");
}

TEST(Qwen, ReportsSwitchedOffToolsAndTheModelsReason) {
  Toolset tools = Toolset::all();
  tools.set(ToolId::triple_click, false);
  const std::string text = "Thought: it is a line.\nAction: \"Select the line.\"\n" +
                           call_json(R"({"action":"triple_click","coordinate":[1,2]})");
  const Reading reading = read_reply(read_qwen, {quote_json(text), {}}, {}, tools);
  EXPECT_EQ(shown_reading(reading), "switched_off: triple_click is switched off");
  EXPECT_EQ(reading.items[0].note, "Select the line.");
  EXPECT_EQ(reading.items[0].line, 3);
  const TurnReport report =
      report_trained(reading, std::vector<ItemResult>{{Outcome::malformed}}, {});
  EXPECT_EQ(
      report.feedback,
      R"(NOT DONE: {"name": "computer_use", "arguments": {"action":"triple_click","coordinate":[1,2]}} -- triple_click is switched off)");
}

TEST(Qwen, AnswersEachCallOnceWithoutOtherFeedbackOnSuccess) {
  const ReplyCall calls[] = {
      {"\"a\"", "\"computer_use\"", R"({"action":"type","text":"x","enter":1})"},
      {"\"b\"", "\"computer_use\"", R"({"action":"nothing"})"}};
  const Reading reading = read_reply(read_qwen, {"\"\"", {calls[0], calls[1]}});
  ASSERT_EQ(reading.items.size(), 3U);
  const std::vector<ItemResult> results = {{Outcome::done}, {Outcome::done}, {Outcome::malformed}};
  const TurnReport report = report_trained(reading, results, {});
  ASSERT_EQ(report.answers.size(), 2U);
  EXPECT_EQ(report.answers[0].text, "\"OK\"");
  EXPECT_EQ(report.answers[1].text.substr(0, 10), "\"NOT DONE:");
  EXPECT_EQ(report.feedback, "");
}

TEST(Qwen, ReadsAnyTextInLinearTime) {
  for (const std::string piece :
       {"<tool_call>", "</tool_call>", "{", "{\"", "<function=a>", "<parameter=", "{\"action\":\"",
        "<tool_call>{\"a\":[", "'", "Action:"}) {
    const auto text_of = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return text;
    };
    EXPECT_LT(
        growth(text_of(5'000), text_of(80'000), 64,
               [](const std::string& text) { static_cast<void>(read_text(read_qwen, text)); }),
        64)
        << piece;
  }
}
}  // namespace franz
