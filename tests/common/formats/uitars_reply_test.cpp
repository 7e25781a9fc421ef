#include <gtest/gtest.h>
#include "common/formats/trained_feedback.h"
#include "common/formats/uitars/reply.h"
#include "tests/common/formats/trained_reading.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
std::string read_action(const std::string& action) {
  return shown_reading(read_text(read_uitars, "Thought: so.\nAction: " + action));
}

std::string seed(const std::string& functions) {
  return "<seed:tool_call>" + functions + "</seed:tool_call>";
}
}  // namespace

TEST(UiTars, ReadsItsActions) {
  const struct {
    const char *action, *expected;
  } rows[] = {
      {"click(start_box='(177,549)')", "left_click(177, 549)"},
      {"click(start_box='<|box_start|>(177,549)<|box_end|>')", "left_click(177, 549)"},
      {"click(start_box='(100, 200, 300, 400)')", "left_click(200, 300)"},
      {"click(start_box='[100,200,300,400]')", "left_click(200, 300)"},
      {"click(start_box=(100,200))", "left_click(100, 200)"},
      {"click(point='<point>510 150</point>')", "left_click(510, 150)"},
      {"click('(1,2)')", "left_click(1, 2)"},
      {"click(start_box='(1200,2)')", "left_click(1000, 2)"},
      {"click()", "invalid_args: start_box: it is missing; expected [x, y]"},
      {"click(start_box='there')", "invalid_args: start_box: expected [x, y], got \"there\""},
      {"left_single(start_box='(1,2)')", "left_click(1, 2)"},
      {"left_double(start_box='(1,2)')", "double_left_click(1, 2)"},
      {"right_single(point='<point>1 2</point>')", "right_click(1, 2)"},
      {"hover(start_box='(1,2)')", "move(1, 2)"},
      {"move_to(point='<point>1 2</point>')", "move(1, 2)"},
      {"drag(start_box='<|box_start|>(1,2)<|box_end|>', end_box='<|box_start|>(3,4)<|box_end|>')",
       "drag(1, 2, 3, 4)"},
      {"drag(start_point='<point>1 2</point>', end_point='<point>3 4</point>')",
       "drag(1, 2, 3, 4)"},
      {"select(start_box='(1,2)', end_box='(3,4)')", "drag(1, 2, 3, 4)"},
      {"drag(start_box='(1,2)')", "invalid_args: end_box: it is missing; expected [x, y]"},
      {"hotkey(key='ctrl c')", "hotkey(\"ctrl\", \"c\")"},
      {"hotkey(key='ctrl shift t')", "hotkey(\"ctrl\", \"shift\", \"t\")"},
      {"hotkey(key='ctrl+c')", "hotkey(\"ctrl\", \"c\")"},
      {"hotkey(key='enter')", "press(\"enter\")"},
      {"hotkey(key='page down')", "press(\"page_down\")"},
      {"hotkey(key='strg c')", "invalid_key: no key is called \"strg\""},
      {"hotkey()", "invalid_args: key: no key is named"},
      {"press(key='shift')", "key_down(\"shift\")"},
      {"keydown(key='shift')", "key_down(\"shift\")"},
      {"release(key='shift')", "key_up(\"shift\")"},
      {"keyup(key='shift')", "key_up(\"shift\")"},
      {"press()", "invalid_args: key: no key is named"},
      {"mouse_down()", "mouse_down(\"left\")"},
      {"mouse_down(point='<point>1 2</point>', button='right')",
       "move(1, 2); mouse_down(\"right\")"},
      {"mouse_up(button='right')", "mouse_up(\"right\")"},
      {"mouse_up(button='wheel')", "mouse_up(\"middle\")"},
      {"type(content='Grüße')", "type(\"Grüße\")"},
      {R"(type(content='ls\n'))", "type(\"ls\\n\")"},
      {R"(type(content='it\'s \"so\" \\ \d'))", R"(type("it's \"so\" \\ \\d"))"},
      {R"(type(content=""))", "empty_text: there is nothing to type"},
      {"type('abc')", "type(\"abc\")"},
      {"scroll(start_box='(1,2)', direction='down')", "scroll(1, 2, -5)"},
      {"scroll(start_box='(1,2)', direction='up')", "scroll(1, 2, 5)"},
      {"scroll(point='<point>1 2</point>', direction='left')", "hscroll(1, 2, -5)"},
      {"scroll(direction='right')", "hscroll(500, 500, 5)"},
      {"scroll(start_box='', direction='down')", "scroll(500, 500, -5)"},
      {"scroll(start_box='(1,2)')",
       "invalid_args: direction: it is missing; expected up, down, left or right"},
      {"wait()", "sleep(5)"},
      {"wait(time=2)", "sleep(2)"},
      {"wait(time='long')", "invalid_args: time: expected a number, got \"long\""},
      {"take_screenshot()", "screenshot()"},
      {"finished(content='All done.')", "done: All done."},
      {"finished()", "done: finished"},
      {"infeasible(content='no such file')", "done: infeasible: no such file"},
      {"error_env()", "done: infeasible"},
      {"call_user()",
       "no_person: nobody answers questions during the run: decide, or end it with what is "
       "missing"},
      {"CLICK(start_box='(1,2)')", "left_click(1, 2)"},
  };
  for (const auto& [action, expected] : rows) EXPECT_EQ(read_action(action), expected) << action;
  EXPECT_TRUE(read_action("left_dubble(start_box='(1,2)')")
                  .starts_with("unknown_action: there is no action \"left_dubble\"; did you mean "
                               "left_double? The actions are: click, left_single, "));
}

TEST(UiTars, ReadsOneActionInItsForms) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {"Thought: I click.\nAction: click(start_box='(1,2)')", "left_click(1, 2) [box_call]"},
      {"Thought: I click.\nAction: click(point='<point>1 2</point>')",
       "left_click(1, 2) [point_call]"},
      {"Reflection: it failed.\nAction_Summary: Again.\nAction: click(start_box='(1,2)')",
       "left_click(1, 2) [box_call]"},
      {"<think>Action: wait()</think>\nThought: so\nAction: click(start_box='(1,2)')",
       "left_click(1, 2) [box_call]"},
      {"Action: click(start_box='(1,2)')\n\ntype(content='a')\n\nhotkey(key='enter')",
       "left_click(1, 2); type(\"a\"); press(\"enter\") [box_call]"},
      {"<gui_think>\nI click.\n</gui_think>\n<seed:tool_call><function=click><parameter=point>"
       "<point>500 320</point></parameter></function></seed:tool_call>",
       "left_click(500, 320) [seed_tool_call]"},
      {"<think_never_used_51bce0c785ca2f68081bfa7d91973934> <seed:tool_call> or not "
       "</think_never_used_51bce0c785ca2f68081bfa7d91973934><seed:tool_call><function=wait>"
       "</function></seed:tool_call>",
       "sleep(5) [seed_tool_call]"},
  };
  for (const auto& [text, expected] : rows)
    EXPECT_EQ(shown_reading(read_text(read_uitars, text), true), expected) << text;
  const ReplyCall call{"\"c1\"", "\"click\"", R"("{\"point\":\"<point>1 2</point>\"}")"};
  const Reading reading = read_reply(read_uitars, {"\"\"", {call}});
  EXPECT_EQ(shown_reading(reading, true), "left_click(1, 2) [tool_calls]");
  EXPECT_EQ(reading.items[0].id, "c1");
  EXPECT_EQ(shown_reading(read_reply(read_uitars, {"\"\"", {{"\"c\"", "\"click\"", "\"x\""}}})),
            "invalid_json: the arguments are not a JSON object");
}

TEST(UiTars, ReadsFunctionsInTags) {
  const struct {
    const char *functions, *expected;
  } rows[] = {
      {"<function=click><parameter=point><point>1 2</point></parameter></function>"
       "<function=type><parameter=content>it's\n</parameter></function>",
       "left_click(1, 2); type(\"it's\") [seed_tool_call]"},
      {"<function=type><parameter=content>\na\nb\n\n</parameter></function>",
       "type(\"a\\nb\\n\") [seed_tool_call]"},
      {"<function=type><parameter=content>ls\\n</parameter></function>",
       "type(\"ls\\n\") [seed_tool_call, escaped_line_end]"},
      {"<function=type><parameter=content>1e5</parameter></function>",
       "type(\"1e5\") [seed_tool_call]"},
      {"<function=mouse_down><parameter=point><point>1 2</point></parameter><parameter=button>right"
       "</parameter></function><function=move_to><parameter=point><point>3 4</point></parameter>"
       "</function><function=mouse_up><parameter=button>right</parameter></function>",
       "move(1, 2); mouse_down(\"right\"); move(3, 4); mouse_up(\"right\") [seed_tool_call]"},
      {"<function=press><parameter=key>shift</parameter></function><function=release>"
       "<parameter=key>shift</parameter></function>",
       "key_down(\"shift\"); key_up(\"shift\") [seed_tool_call]"},
      {"<function=drag><parameter=start_point><point>1 2</point></parameter><parameter=end_point>"
       "<point>3 4</point></parameter></function>",
       "drag(1, 2, 3, 4) [seed_tool_call]"},
      {"<function=wait><parameter=time>2</parameter></function>", "sleep(2) [seed_tool_call]"},
      {"<function=infeasible><parameter=content>no</parameter></function>",
       "done: infeasible: no [seed_tool_call]"},
      {"<function=finished><parameter=content>42</parameter></function><function=wait></function>",
       "behind_the_end: it stands behind the end that the reply says; done: 42 [seed_tool_call]"},
      {"<function=call_user><parameter=content>Which?</parameter></function>",
       "no_person: nobody answers questions during the run: decide, or end it with what is "
       "missing [seed_tool_call]"},
      {"<function=click><parameter=point><point>1 2</point>",
       "left_click(1, 2) [seed_tool_call, unclosed_tag]"},
      {"<function=click",
       "invalid_call: the call could not be read: expected > after the "
       "function's name [seed_tool_call]"},
      {"", "error: no_call []"},
  };
  for (const auto& [functions, expected] : rows) {
    std::string shown = shown_reading(read_text(read_uitars, seed(functions)), true);
    EXPECT_EQ(shown, expected) << functions;
  }
  EXPECT_EQ(shown_reading(read_text(read_uitars, "<function=wait></function>"), true),
            "sleep(5) [seed_tool_call, no_tags]");
  EXPECT_EQ(
      shown_reading(read_text(read_uitars, "<seed:tool_call><function=wait></function>"), true),
      "sleep(5) [seed_tool_call, unclosed_tag]");
}

TEST(UiTars, ReadsTheKnownErrorsOfItsModels) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {"click(start_box='(1,2)')", "left_click(1, 2) [no_action_label, box_call]"},
      {"I will do it:\n`wait()`", "sleep(5) [no_action_label, box_call]"},
      {"Thought: so. Action: wait()", "sleep(5) [box_call]"},
      {"Thought: so.\n**Action:** `wait()`", "sleep(5) [box_call]"},
      {"Thought: so.\nAction:\n```\nwait()\n```", "sleep(5) [box_call]"},
      {"action: wait()", "sleep(5) [box_call]"},
      {"Action: click(start_box='(1,2)')\ntype(content='a')",
       "left_click(1, 2); type(\"a\") [box_call, not_separated]"},
      {"Action: click(start_box='(1,2)'); wait()",
       "left_click(1, 2); sleep(5) [box_call, not_separated]"},
      {"Action: wait()\nThought: and now\nAction: take_screenshot()",
       "sleep(5); screenshot() [box_call, several_sections]"},
      {"Action: type(content='it's me')", "type(\"it's me\") [box_call, unescaped_quotes]"},
      {"Action: type(content='print('a')')", "type(\"print('a')\") [box_call, unescaped_quotes]"},
      {"Action: type(content='a') or b')", "type(\"a') or b\") [box_call, unescaped_quotes]"},
      {"Action: type(content='a\nb')", "type(\"a\\nb\") [box_call]"},
      {"Action: type(content='f('x')\n\ny')\n\nwait()",
       "type(\"f('x\") [box_call, unescaped_quotes]"},
      {"Action: type(content='a')\n\nwait()", "type(\"a\"); sleep(5) [box_call]"},
      {"Action: type(content='it's')\nwait()",
       "type(\"it's\"); sleep(5) [box_call, unescaped_quotes, not_separated]"},
      {"Action: type(content=\"say \"hi\"\") and then",
       "type(\"say \\\"hi\\\"\") [box_call, unescaped_quotes]"},
      {"Action: type(content='a'", "type(\"a\") [box_call, unclosed_call]"},
      {"Action: type(content='hal",
       "invalid_call: the action could not be read: it is cut off: the end of its content is "
       "missing [box_call]"},
      {"Action: finished(content='it's done')", "done: it's done [box_call, unescaped_quotes]"},
      {"Action: click(start_box='(1,2)'", "left_click(1, 2) [box_call, unclosed_call]"},
      {"Action: click(start_box='(1,2)", "left_click(1, 2) [box_call, loose_arguments]"},
      {"Action: click(start_box='(12,3",
       "invalid_call: the action could not be read: it is cut off: the end of its arguments is "
       "missing [box_call]"},
      {"Action: click(start_box=<|box_start|>(1,2)<|box_end|>)",
       "left_click(1, 2) [box_call, loose_arguments]"},
      {"Action: click(start_box=<|box_start|>(1,2)<|box_end|>",
       "left_click(1, 2) [box_call, unclosed_call, loose_arguments]"},
      {"Action: drag(start_box=<|box_start|>(1,2)<|box_end|>, "
       "end_box=<|box_start|>(3,4)<|box_end|>)",
       "drag(1, 2, 3, 4) [box_call, loose_arguments]"},
      {"Action: scroll(start_box=(1,2), direction=down)",
       "scroll(1, 2, -5) [box_call, loose_arguments]"},
      {"Action: click(here)",
       "invalid_call: the action could not be read: its arguments could not be read [box_call]"},
      {"Action: drag(start_box='(1,2)',\n  end_box='(3,4)')", "drag(1, 2, 3, 4) [box_call]"},
      // Not an action.
      {"Thought: I wonder (a lot).", "error: no_call []"},
      {"Action: I click (twice) on it.", "error: no_call []"},
      {"An_action: wait()", "error: no_call []"},
      {"", "error: no_call []"},
  };
  for (const auto& [text, expected] : rows)
    EXPECT_EQ(shown_reading(read_text(read_uitars, text), true), expected) << text;
}

// Pixels of the picture after the server has resized it to multiples of 28; 0 to 1000 in 1.0 and 2.
TEST(UiTars, TakesPlacesInItsModelsScale) {
  const struct {
    Size picture;
    const char *action, *expected;
  } rows[] = {
      {{1932, 1092}, "click(start_box='(1931,1091)')", "left_click(1000, 1000)"},
      {{1932, 1092}, "click(start_box='(966,546)')", "left_click(500.259, 500.458)"},
      {{1920, 1080}, "click(start_box='(1931,1091)')", "left_click(1000, 1000)"},
      {{1280, 720}, "click(start_box='(1287,727)')", "left_click(1000, 1000)"},
      {{700, 434}, "click(start_box='(699,447)')", "left_click(1000, 1000)"},
  };
  for (const auto& [picture, action, expected] : rows) {
    const std::optional<Reply> said = Reply{quote_json("Action: " + std::string(action)), {}};
    const Reading reading = read_uitars(
        {said, {Coordinates::Kind::pixels, 1000, 28}, picture, std::nullopt}, Toolset::all());
    EXPECT_EQ(shown_reading(reading), expected) << picture.width;
  }
  EXPECT_EQ(read_action("click(start_box='(177,549)')"), "left_click(177, 549)");
}

TEST(UiTars, ReportsTheModelsReasonAndTheLineOfEachAction) {
  const struct {
    const char *text, *reason;
    int line;
  } rows[] = {
      {"Thought: I click\non it.\nAction: wait()", "I click", 3},
      {"Thought: I wait. Action: wait()", "I wait.", 1},
      {"Reflection: no.\nAction_Summary: Wait.\nAction: wait()", "Wait.", 3},
      {"<gui_think>\nso\n</gui_think>\n<seed:tool_call><function=wait></function>", "so", 4},
  };
  for (const auto& [text, reason, line] : rows) {
    const Reading reading = read_text(read_uitars, text);
    ASSERT_EQ(reading.items.size(), 1U) << text;
    EXPECT_EQ(reading.items[0].note, reason) << text;
    EXPECT_EQ(reading.items[0].line, line) << text;
  }
  const Reading reading =
      read_text(read_uitars, "Action: wait()\n\nclick(start_box='(1,2)')\n\nfly(high='1')");
  ASSERT_EQ(reading.items.size(), 2U);
  EXPECT_EQ(reading.items[1].written, "click(start_box='(1,2)')");
  EXPECT_EQ(reading.items[1].line, 3);
}

TEST(UiTars, ReportsWhatWasNotDone) {
  Toolset tools = Toolset::all();
  tools.set(ToolId::scroll, false);
  const Reading reading =
      read_reply(read_uitars, {quote_json("Action: scroll(start_box='(1,2)', direction='up')"), {}},
                 {}, tools);
  const TurnReport report =
      report_trained(reading, std::vector<ItemResult>{{Outcome::malformed}}, {});
  EXPECT_EQ(report.feedback,
            "NOT DONE: scroll(start_box='(1,2)', direction='up') -- scroll is switched off");
  EXPECT_EQ(report_trained(read_text(read_uitars, "Hm."), {}, {}).feedback,
            "ERROR: no action was found; expected \"Action: click(start_box='(x,y)')\" or another "
            "action");
}

TEST(UiTars, ReadsAnyTextInLinearTime) {
  for (const std::string piece :
       {"Action: click(", "Action: click() ", "type(content='", "Action: type(content='",
        "Action: type(content=\"a\")", "Action: click(a='''\n", "click(a=b,", " \n",
        "<gui_think><seed:tool_call>", "<function=a>", "<parameter=", ":"}) {
    const auto text_of = [&](std::size_t count) {
      std::string text = "Action: ";
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return text;
    };
    EXPECT_LT(
        growth(text_of(5'000), text_of(80'000), 64,
               [](const std::string& text) { static_cast<void>(read_text(read_uitars, text)); }),
        64)
        << piece;
  }
}
}  // namespace franz
