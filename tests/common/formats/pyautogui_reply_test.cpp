#include <gtest/gtest.h>
#include "common/formats/pyautogui/reply.h"
#include "common/formats/trained_feedback.h"
#include "tests/common/formats/trained_reading.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
std::string in_block(const std::string& code) { return "```python\n" + code + "\n```"; }

std::string read_code(const std::string& code) {
  return shown_reading(read_text(read_pyautogui, in_block(code)));
}
void expect_linear(const std::string& begin, const std::string& piece) {
  const auto text_of = [&](std::size_t count) {
    std::string text = begin;
    for (std::size_t i = 0; i < count; ++i) text += piece;
    return text;
  };
  EXPECT_LT(
      growth(text_of(2'500), text_of(40'000), 64,
             [](const std::string& text) { static_cast<void>(read_text(read_pyautogui, text)); }),
      64)
      << begin << piece;
}
}  // namespace

TEST(Pyautogui, ReadsItsFunctions) {
  const struct {
    const char *code, *expected;
  } rows[] = {
      {"pyautogui.click(x=123, y=456)", "left_click(123, 456)"},
      {"pyautogui.click(123, 456)", "left_click(123, 456)"},
      {"pyautogui.click((123, 456))", "left_click(123, 456)"},
      {"pyautogui.click(x='123', y='456')", "left_click(123, 456)"},
      {"pyautogui.click()", "left_click(500, 500)"},
      {"pyautogui.click(x=1, y=2, clicks=2, interval=0.1, button='left')",
       "double_left_click(1, 2)"},
      {"pyautogui.click(1, 2, 1, 0.1, 'right')", "right_click(1, 2)"},
      {"pyautogui.click(1, 2, 3, 'left')", "triple_click(1, 2)"},
      {"pyautogui.click(1, 2, button='middle')", "middle_click(1, 2)"},
      {"pyautogui.click(1, 2, clicks=2, button='right')", "right_click(1, 2); right_click(1, 2)"},
      {"pyautogui.click(1, 2, clicks=4)", "invalid_args: expected 1 to 3 clicks, got 4"},
      {"pyautogui.click(1)", "invalid_args: x: expected two numbers, got one"},
      {"pyautogui.click('save.png')", "invalid_args: x: expected [x, y], got \"save.png\""},
      {"pyautogui.click(1, 2, button='fire')",
       "invalid_args: button: expected left, middle or right, got \"fire\""},
      {"pyautogui.click(1, 2, clicks='two')",
       "invalid_args: clicks: expected a number, got \"two\""},
      {"pyautogui.rightClick(1, 2)", "right_click(1, 2)"},
      {"pyautogui.middleClick(1, 2)", "middle_click(1, 2)"},
      {"pyautogui.doubleClick(x=1, y=2)", "double_left_click(1, 2)"},
      {"pyautogui.tripleClick(1, 2)", "triple_click(1, 2)"},
      {"computer.triple_click(x=1, y=2)", "triple_click(1, 2)"},
      {"pyautogui.moveTo(1, 2, duration=0.5)", "move(1, 2)"},
      {"pyautogui.moveTo()", "invalid_args: x: it is missing; expected [x, y]"},
      {"pyautogui.moveRel(10, -20)", "move(510, 480)"},
      {"pyautogui.move(xOffset=10, yOffset=20)", "move(510, 520)"},
      {"pyautogui.move(0, 2000)", "invalid_place: the offset is wider than the picture"},
      {"pyautogui.dragTo(1, 2, duration=1, button='left')", "drag(500, 500, 1, 2)"},
      {"pyautogui.dragTo(1, 2, 0.5, 'right')", "invalid_args: button: only the left one drags"},
      {"pyautogui.dragRel(100, 0)", "drag(500, 500, 600, 500)"},
      {"pyautogui.drag(0, 100)", "drag(500, 500, 500, 600)"},
      {"pyautogui.scroll(-5)", "scroll(500, 500, -5)"},
      {"pyautogui.scroll(-5, 1, 2)", "scroll(1, 2, -5)"},
      {"pyautogui.scroll(clicks=10, x=1, y=2)", "scroll(1, 2, 10)"},
      {"pyautogui.scroll(-500)", "scroll(500, 500, -5)"},
      {"pyautogui.scroll()",
       "invalid_args: clicks: expected how far to turn the wheel, a positive number is up"},
      {"pyautogui.hscroll(3)", "hscroll(500, 500, 3)"},
      {"pyautogui.press('enter')", "press(\"enter\")"},
      {"pyautogui.press(keys='Return')", "press(\"enter\")"},
      {"pyautogui.press('tab', presses=2, interval=0.1)", "press(\"tab\"); press(\"tab\")"},
      {"pyautogui.press(['a', 'b'], 2)", "press(\"a\"); press(\"b\"); press(\"a\"); press(\"b\")"},
      {"pyautogui.press('a', presses=1000)",
       "invalid_args: presses: expected 1 to 20 presses, of at most 100 keys"},
      {"pyautogui.press('strg')", "invalid_key: no key is called \"strg\""},
      {"pyautogui.press()", "invalid_args: keys: no key is named"},
      {"pyautogui.hotkey('ctrl', 'c')", "hotkey(\"ctrl\", \"c\")"},
      {"pyautogui.hotkey(['ctrl', 'shift', 't'])", "hotkey(\"ctrl\", \"shift\", \"t\")"},
      {"pyautogui.hotkey('ctrl', 'c', interval=0.1)", "hotkey(\"ctrl\", \"c\")"},
      {"pyautogui.hotkey()", "invalid_args: keys: no key is named"},
      {"pyautogui.write('Grüße', interval=0.05)", "type(\"Grüße\")"},
      {"pyautogui.write(message=\"it's\\n\")", "type(\"it's\\n\")"},
      {"pyautogui.write('''two\nlines''')", "type(\"two\\nlines\")"},
      {"pyautogui.typewrite(['a', 'enter'])", "press(\"a\"); press(\"enter\")"},
      {"pyautogui.typewrite(42)", "type(\"42\")"},
      {"pyautogui.write('')", "empty_text: there is nothing to type"},
      {"pyautogui.write()", "invalid_args: message: it is missing: there is nothing to type"},
      {"pyautogui.keyDown('shift'); pyautogui.click(1, 2); pyautogui.keyUp('shift')",
       "key_down(\"shift\"); left_click(1, 2); key_up(\"shift\")"},
      {"pyautogui.mouseDown()", "mouse_down(\"left\")"},
      {"pyautogui.mouseDown('right')", "mouse_down(\"right\")"},
      {"pyautogui.mouseDown(1, 2, 'middle')", "move(1, 2); mouse_down(\"middle\")"},
      {"pyautogui.mouseUp(x=1, y=2)", "move(1, 2); mouse_up(\"left\")"},
      {"computer.wait()", "sleep(5)"},
      {"computer.wait(seconds=2)", "sleep(2)"},
      {"time.sleep(1.5)", "sleep(1.5)"},
      {"pyautogui.sleep(2)", "sleep(2)"},
      {"time.sleep(-1)", "invalid_args: expected a time in seconds"},
      {"pyautogui.screenshot()", "screenshot()"},
      {"computer.terminate(status=\"success\")", "done: success"},
      {"computer.terminate(status='failure')", "done: failure"},
      {"computer.terminate('failure', 'no file')", "done: failure: no file"},
      {"computer.terminate(status=\"success\", answer='''it's\n\"42\"''')", "done: it's\n\"42\""},
      {"computer.call_user()",
       "no_person: nobody answers questions during the run: decide, or end it with what is "
       "missing"},
      {"# a comment\n\npyautogui.click(1, 2)  # and another", "left_click(1, 2)"},
      {"  pyautogui.click(1, 2)\n  pyautogui.press('a')", "left_click(1, 2); press(\"a\")"},
      {"pyautogui.click(\n    x=1,\n    y=2,\n)", "left_click(1, 2)"},
  };
  for (const auto& [code, expected] : rows) EXPECT_EQ(read_code(code), expected) << code;
  EXPECT_TRUE(read_code("pyautogui.clik(1, 2)")
                  .starts_with("unknown_function: there is no function \"clik\"; did you mean "
                               "click? The functions are: click, leftClick, "));
  EXPECT_TRUE(read_code("os.system('ls')")
                  .starts_with("unknown_function: there is no function \"os.system\""));
}

TEST(Pyautogui, RefusesOtherStatementsByNameAndEndsThere) {
  const std::string no_call = "there is no call: write calls like pyautogui.click(x=1, y=2)";
  const struct {
    const char* code;
    std::string why;
  } rows[] = {
      {"for i in range(3):\n    pyautogui.press('a')",
       "for loops are not performed: write each call"},
      {"while True: pass", "while loops are not performed: write each call"},
      {"if x:\n  pyautogui.click(1, 2)",
       "conditions are not performed: decide by the picture, and write the calls"},
      {"def f():\n  pyautogui.click(1, 2)", "definitions are not performed: write each call"},
      {"with pyautogui.hold('shift'):\n  pyautogui.press('a')",
       "with statements are not performed: write keyDown and keyUp"},
      {"x = 5\npyautogui.click(x, 5)",
       "assignments are not performed: write the values into the calls"},
      {"x: int = 5", "assignments are not performed: write the values into the calls"},
      {"pyautogui.PAUSE = 0.5", "assignments are not performed: write the values into the calls"},
      {"pyautogui.click(x, 5)", "the value of \"x\" is not known here: write the value itself"},
      {"pyautogui.click(*place)", "nothing is calculated: write the result as an argument"},
      {"pyautogui.write(open('/etc/passwd').read())",
       "the value of \"open\" is not known here: write the value itself"},
      {"pyautogui.write(f'{x}')", "f-strings are not performed: write the text as it is"},
      {"pyautogui.write(message=rf\"{x}\")",
       "f-strings are not performed: write the text as it is"},
      {"pyautogui.click(100 + 5, 7)", "nothing is calculated: write the result as an argument"},
      {"pyautogui.write('a' * 3)", "nothing is calculated: write the result as an argument"},
      {"pyautogui.write('a'.upper())", "nothing is calculated: write the result as an argument"},
      {"pyautogui.press([k for k in keys])",
       "the value of \"k\" is not known here: write the value itself"},
      {"pyautogui.locateOnScreen('a.png').x",
       "there is more than a call: write one call a line, and nothing else"},
      {"pyautogui.click(1, 2) if x else None",
       "there is more than a call: write one call a line, and nothing else"},
      {"'''a text'''", no_call},
      {"[pyautogui.press('a') for i in range(3)]", no_call},
      {"5", no_call},
      {"pyautogui.click", no_call},
      {"Click the button.", no_call},
      {"pyautogui.click(x=1, y=", "the call is cut off"},
      {"pyautogui.write('hal", "the arguments could not be read: write numbers and texts"},
      {"pyautogui.click(1, 2 3)", "the arguments could not be read: write numbers and texts"},
  };
  for (const auto& [code, why] : rows) {
    EXPECT_EQ(read_code(code), "not_performed: " + why) << code;
    // Calls before it are performed, and nothing after it.
    EXPECT_EQ(
        read_code("pyautogui.click(1, 2)\n" + std::string(code) +
                  "\npyautogui.press('a')\ncomputer.terminate()"),
        "left_click(1, 2); not_performed: " +
            (std::string_view(code).ends_with(", y=")
                 ? "the value of \"pyautogui.press\" is not known here: write the value itself"
                 : why))
        << code;
  }
}

TEST(Pyautogui, FindsTheCodeInItsForms) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {"# Step: 1\n## Thought:\nIt is there.\n## Action:\nClick it.\n## Code:\n```python\n"
       "pyautogui.click(x=1, y=2)\n```",
       "left_click(1, 2) [code_block]"},
      {"## Code:\n```code\ncomputer.wait()\n```\n", "sleep(5) [code_block]"},
      {"```\npyautogui.click(x=1, y=2)\n```", "left_click(1, 2) [code_block]"},
      // The last block that is not blank counts.
      {"```python\npyautogui.press('a')\n```\nNo:\n```python\npyautogui.press('b')\n```",
       "press(\"b\") [code_block]"},
      {"```python\npyautogui.press('a')\n```\n```", "press(\"a\") [code_block]"},
      {"```python\npyautogui.press('a')\n```\n```json\n{}\n```", "press(\"a\") [code_block]"},
      {"```python\npyautogui.press('a')", "press(\"a\") [code_block, unclosed_block]"},
      {"```python\npyautogui.write('''```\nx\n```''')\n```",
       "type(\"```\\nx\\n```\") [code_block]"},
      {"```python\nimport pyautogui\nfrom time import (\n  sleep\n)\nimport time; "
       "time.sleep(1)\n```",
       "sleep(1) [code_block, imports]"},
      {"```python\nclick(1, 2)\n```", "left_click(1, 2) [code_block, no_module]"},
      {"◁think▷hm◁/think▷\n```python\npyautogui.press('a')\n```", "press(\"a\") [code_block]"},
      {"<think>```python\npyautogui.press('a')\n```</think>\n```python\ncomputer.wait(1)\n```",
       "sleep(1) [code_block]"},
      {"I click.\npyautogui.click(1, 2)\npyautogui.press('a')\nThen I look.",
       "left_click(1, 2); press(\"a\") [no_fence]"},
      {"Now computer.wait() is best.", "error: no_call []"},
      {"<think>a</think><operation>Click it.</operation><action>\nclick(x=1, y=2, clicks=2, "
       "button='left')\n</action>",
       "double_left_click(1, 2) [action_tags]"},
      {"<action>\nhotkey('ctrl','c')\nwait(2)\n</action>",
       "hotkey(\"ctrl\", \"c\"); sleep(2) [action_tags]"},
      {"<action>\nresponse(answer='7')\nterminate(status='success', info='ok')\n</action>",
       "done: 7 [action_tags]"},
      {"<action>terminate(status='failure', info='no file')",
       "done: failure: no file [action_tags, "
       "unclosed_tag]"},
      {"<action>\nwrite(message='</action>')\n</action>", "type(\"</action>\") [action_tags]"},
      {"```python\npyautogui.write('<action>')\n```", "type(\"<action>\") [code_block]"},
      {"<action>press('a')</action><action>press('b')</action>", "press(\"b\") [action_tags]"},
      {"I am finished.", "error: no_call []"},
      {"", "error: no_call []"},
      {"```python\n# nothing\n```", "error: no_call [code_block]"},
      {"```python\ncomputer.terminate()\npyautogui.press('a')\n```",
       "behind_the_end: it stands behind the end that the reply says; done: success [code_block]"},
  };
  for (const auto& [text, expected] : rows)
    EXPECT_EQ(shown_reading(read_text(read_pyautogui, text), true), expected) << text;
  const ReplyCall call{"\"c1\"", "\"click\"", R"("{\"x\":1}")"};
  const Reading reading = read_reply(read_pyautogui, {"\"\"", {call}});
  EXPECT_EQ(shown_reading(reading),
            "unknown_action: tool calls are not performed: write code in a ```python block");
  EXPECT_EQ(reading.items[0].id, "c1");
}

TEST(Pyautogui, ReportsLinesAndTheModelsReason) {
  const Reading reading = read_text(read_pyautogui,
                                    "## Action:\nClick it.\n## Code:\n```python\n"
                                    "import pyautogui\npyautogui.click(1, 2)\n\nx = 1\n```");
  ASSERT_EQ(reading.items.size(), 2U);
  EXPECT_EQ(reading.items[0].line, 6);
  EXPECT_EQ(reading.items[0].note, "Click it.");
  EXPECT_EQ(reading.items[0].written, "pyautogui.click(1, 2)");
  EXPECT_EQ(reading.items[1].line, 8);
  const std::vector<ItemResult> results = {{Outcome::done}, {Outcome::malformed}};
  EXPECT_EQ(report_trained(reading, results, {}).feedback,
            "NOT DONE: x = 1 -- assignments are not performed: write the values into the calls");
  EXPECT_EQ(read_text(read_pyautogui, "a\nb\n<action>\npress('a')\n</action>").items[0].line, 4);
}

TEST(Pyautogui, TakesPlacesInItsModelsScale) {
  const auto read = [](const std::string& code, const Coordinates& coordinates, Size seen) {
    const std::optional<Reply> said = Reply{quote_json(in_block(code)), {}};
    return shown_reading(
        read_pyautogui({said, coordinates, seen, MapPoint{500, 500}}, Toolset::all()));
  };
  const Coordinates share{Coordinates::Kind::relative, 1, 0};
  EXPECT_EQ(read("pyautogui.click(x=0.5, y=0.125)", share, {1540, 868}), "left_click(500, 125)");
  EXPECT_EQ(read("pyautogui.click(x=1.0, y=0.0)", share, {1540, 868}), "left_click(1000, 0)");
  EXPECT_EQ(read("pyautogui.moveRel(0.1, 0)", share, {1540, 868}), "move(600, 500)");
  EXPECT_EQ(read("pyautogui.moveRel(100, 0)", share, {1540, 868}),
            "invalid_place: the offset is wider than the picture");
  // The last pixel of the picture as the model's own resizing gives it.
  const struct {
    Size seen;
    const char* code;
  } rows[] = {
      {{1280, 720}, "pyautogui.click(1287, 727)"},   {{1366, 768}, "pyautogui.click(1371, 755)"},
      {{1536, 864}, "pyautogui.click(1539, 867)"},   {{1540, 868}, "pyautogui.click(1539, 867)"},
      {{1920, 1080}, "pyautogui.click(1931, 1091)"}, {{2560, 1440}, "pyautogui.click(2547, 1427)"},
  };
  for (const auto& [seen, code] : rows)
    EXPECT_EQ(read(code, {Coordinates::Kind::pixels, 1000, 28}, seen), "left_click(1000, 1000)")
        << code;
  EXPECT_EQ(read("pyautogui.click(770, 434)", {Coordinates::Kind::pixels, 1000, 28}, {1540, 868}),
            "left_click(500.325, 500.577)");
}

TEST(Pyautogui, DragsFromThePointer) {
  EXPECT_EQ(
      read_code("pyautogui.moveTo(10, 20)\npyautogui.dragTo(30, 40)\npyautogui.dragRel(1, 1)"),
      "move(10, 20); drag(10, 20, 30, 40); drag(30, 40, 31, 41)");
  for (const char* code : {"pyautogui.dragTo(1, 2)", "pyautogui.dragRel(1, 2)",
                           "pyautogui.moveRel(1, 2)", "pyautogui.click()"})
    EXPECT_EQ(shown_reading(read_reply(read_pyautogui, {quote_json(in_block(code)), {}}, {},
                                       Toolset::all(), std::nullopt)),
              "no_place: there is no place: the pointer has not been moved yet")
        << code;
}

TEST(Pyautogui, ReadsAnyTextInLinearTime) {
  const std::string block = "```python\n";
  for (const std::string piece : {"```python\n", "```\n", "<action>", "<action>\n", "</action>"})
    expect_linear(piece, piece);
  for (const std::string piece :
       {"click(", "click('\n", "click(1, 2)\n", "click([1,\n", "\"", "a(\n", "import (\n", "#\n",
        ";", "pyautogui.", "computer.wait()\n"})
    expect_linear(block + piece, piece);
  expect_linear(block + "click(", "1,\n");
  expect_linear("<action>\n", "click('''");
}
}  // namespace franz
