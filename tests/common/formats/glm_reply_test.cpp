#include <gtest/gtest.h>
#include "common/formats/glm/reply.h"
#include "common/formats/trained_feedback.h"
#include "tests/common/formats/trained_reading.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
std::string boxed(const std::string& action) {
  return "I do it. <|begin_of_box|>" + action + "<|end_of_box|>\nMemory:\n[{\"a\":\"b\"}]";
}

std::string read_action(const std::string& action) {
  return shown_reading(read_text(read_glm, boxed(action)));
}
}  // namespace

TEST(Glm, ReadsItsActions) {
  const struct {
    const char *action, *expected;
  } rows[] = {
      {"left_click(start_box='[512,300]', element_info='Save')", "left_click(512, 300)"},
      {"left_click(start_box=[512,300])", "left_click(512, 300)"},
      {"left_click(start_box='[100,200,300,400]')", "left_click(200, 300)"},
      {"left_click()", "invalid_args: start_box: it is missing; expected [x, y]"},
      {"left_click(start_box='x')", "invalid_args: start_box: expected [x, y], got \"x\""},
      {"right_click(start_box='[1,2]')", "right_click(1, 2)"},
      {"middle_click(start_box='[1,2]')", "middle_click(1, 2)"},
      {"left_double_click(start_box='[1,2]')", "double_left_click(1, 2)"},
      {"hover(start_box='[1,2]', element_info='')", "move(1, 2)"},
      {"left_drag(start_box='[1,2]', end_box='[3,4]', element_info='')", "drag(1, 2, 3, 4)"},
      {"left_drag(start_box='[1,2]')", "invalid_args: end_box: it is missing; expected [x, y]"},
      {"key(keys='ctrl+c')", "hotkey(\"ctrl\", \"c\")"},
      {"key(keys='Return')", "press(\"enter\")"},
      {"key()", "invalid_args: keys: no key is named"},
      {"type(content='it's me')", "type(\"it's me\")"},
      {"type(content='')", "empty_text: there is nothing to type"},
      {"scroll(start_box='[1,2]', direction='down', step=3, element_info='')", "scroll(1, 2, -3)"},
      {"scroll(start_box='[1,2]', direction='up')", "scroll(1, 2, 5)"},
      {"scroll(direction='left', step='2')", "hscroll(500, 500, -2)"},
      {"scroll(start_box='[1,2]', direction='')",
       "invalid_args: direction: it is missing; expected up, down, left or right"},
      {"scroll(start_box='[1,2]', direction='up', step='x')",
       "invalid_args: step: expected a number, got \"x\""},
      {"WAIT()", "sleep(5)"},
      {"DONE()", "done: success"},
      {"FAIL()", "done: failure"},
      {R"({"action_type":"click","box_2d":[[100,200,300,400]]})", "left_click(200, 300)"},
      {R"({"action_type":"double_tap","box_2d":[1,2]})", "double_left_click(1, 2)"},
      {R"({"action_type":"input_text","text":"a","box_2d":[[1,2,3,4]],"override":true})",
       "left_click(2, 3); hotkey(\"ctrl\", \"a\"); type(\"a\")"},
      {R"({"action_type":"input_text","text":"a"})", "type(\"a\")"},
      {R"({"action_type":"keyboard_enter"})", "press(\"enter\")"},
      {R"({"action_type":"scroll","direction":"down"})", "scroll(500, 500, -5)"},
      {R"({"action_type":"wait"})", "sleep(5)"},
      {R"({"action_type":"answer","text":"42"})", "done: 42"},
      {R"({"action_type":"status","goal_status":"complete"})", "done: success"},
      {R"({"action_type":"status","goal_status":"infeasible"})", "done: infeasible"},
  };
  for (const auto& [action, expected] : rows) EXPECT_EQ(read_action(action), expected) << action;
  EXPECT_TRUE(read_action("left_clik(start_box='[1,2]')")
                  .starts_with("unknown_action: there is no action \"left_clik\"; did you mean "
                               "left_click? The actions are: left_click, right_click, "));
  EXPECT_TRUE(read_action(R"({"action_type":"open_app"})")
                  .starts_with("unknown_action: there is no action \"open_app\""));
}

TEST(Glm, ReadsItsFormsAndTheirErrors) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {"<think>left_click(start_box='[9,9]')</think>So. <|begin_of_box|>WAIT()<|end_of_box|>",
       "sleep(5) [box_call]"},
      {"I wait.\nWAIT()\nMemory:\n[]", "sleep(5) [no_box, box_call]"},
      {"Action: left_click(start_box='[1,2]') and then WAIT()",
       "left_click(1, 2) [no_box, box_call]"},
      {"type(content='it's')\nMemory:\n[{\"a\":\"('b')\"}]",
       "type(\"it's\") [no_box, box_call, unescaped_quotes]"},
      {"<|begin_of_box|>WAIT()", "sleep(5) [box_call, unclosed_box]"},
      {"<|begin_of_box|>type(content='a')\nMemory:\n[{'b':'c')]",
       "type(\"a\") [box_call, unclosed_box]"},
      {"<|begin_of_box|>WAIT()<|end_of_box|> "
       "<|begin_of_box|>hover(start_box='[1,2]')<|end_of_box|>",
       "sleep(5); move(1, 2) [box_call]"},
      {"<|begin_of_box|>type(content='<|end_of_box|>')<|end_of_box|>",
       "type(\"<|end_of_box|>\") [box_call]"},
      {"<|begin_of_box|>left_click(start_box=[1,2], element_info=OK)<|end_of_box|>",
       "left_click(1, 2) [box_call, loose_arguments]"},
      {"<|begin_of_box|>left_click(start_box='[1,2]'<|end_of_box|>",
       "left_click(1, 2) [box_call, unclosed_call]"},
      {"<|begin_of_box|>left_click(start_box='[12,3",
       "invalid_call: the action could not be read: it is cut off: the end of its arguments is "
       "missing [box_call, unclosed_box]"},
      {"Memory:\n[]\nReason: so\nAction: {\"action_type\": \"click\", \"box_2d\": [[1,2,3,4]]}",
       "left_click(2, 3) [json_action, no_box]"},
      {"{'action_type': 'wait'}", "sleep(5) [json_action, python_literals, no_box]"},
      {"<|begin_of_box|>DONE()<|end_of_box|><|begin_of_box|>WAIT()<|end_of_box|>",
       "behind_the_end: it stands behind the end that the reply says; done: success [box_call]"},
      // Not an action.
      {"The answer is <|begin_of_box|>42<|end_of_box|>", "error: no_call []"},
      {"<|begin_of_box|>{\"x\":1}<|end_of_box|>", "error: no_call []"},
      {"a monkey(1) or my_key(2)", "error: no_call []"},
      {"\"action_type\"", "error: no_call []"},
      {"", "error: no_call []"},
  };
  for (const auto& [text, expected] : rows)
    EXPECT_EQ(shown_reading(read_text(read_glm, text), true), expected) << text;
}

TEST(Glm, TakesPlacesFrom0To999) {
  EXPECT_EQ(shown_reading(read_text(read_glm, boxed("left_click(start_box='[999,499]')"),
                                    {Coordinates::Kind::relative, 999, 0})),
            "left_click(1000, 499.499)");
}

TEST(Glm, GivesTheTargetAsTheModelsReason) {
  const Reading reading =
      read_text(read_glm,
                "So.\n<|begin_of_box|>left_click(start_box='[1,2]', element_info='Save "
                "button')<|end_of_box|>");
  ASSERT_EQ(reading.items.size(), 1U);
  EXPECT_EQ(reading.items[0].note, "Save button");
  EXPECT_EQ(reading.items[0].line, 2);
  EXPECT_EQ(reading.items[0].written, "left_click(start_box='[1,2]', element_info='Save button')");
  EXPECT_EQ(report_trained(read_text(read_glm, "Hm."), {}, {}).feedback,
            "ERROR: no action was found; expected <|begin_of_box|>left_click(start_box='[x,y]')"
            "<|end_of_box|> or another action");
}

TEST(Glm, ReadsAnyTextInLinearTime) {
  for (const std::string piece :
       {"<|begin_of_box|>", "<|begin_of_box|>type(content='", "<|end_of_box|>", "key(", "a(",
        "{\"action_type\":", "<|begin_of_box|>{\"", "type(content='\n", "Memory:\n["}) {
    const auto text_of = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return text;
    };
    EXPECT_LT(growth(text_of(1'000), text_of(16'000), 64,
                     [](const std::string& text) { static_cast<void>(read_text(read_glm, text)); }),
              64)
        << piece;
  }
}
}  // namespace franz
