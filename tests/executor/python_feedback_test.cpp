// Compares the complete texts, because models learn their tools from them.
#include "executor/dialect/python_feedback.h"
#include <gtest/gtest.h>

namespace franz::executor {
namespace {
constexpr const char* kTools = "  left_click(x, y) -- white dot at position\n";

TurnAccount account(int blocks, std::size_t actions) {
  TurnAccount account;
  account.blocks = blocks;
  account.actions = actions;
  account.tools_help = kTools;
  return account;
}
}  // namespace

TEST(PythonFeedback, CountsTheActions) {
  EXPECT_EQ(python_feedback(account(1, 8)), "OK: 8 actions executed.");
  EXPECT_EQ(python_feedback(account(1, 1)), "OK: 1 action executed.");
  TurnAccount empty = account(1, 0);
  empty.no_calls = true;
  EXPECT_EQ(python_feedback(empty), "OK: 0 actions executed (empty ```python block).");
}

TEST(PythonFeedback, WarnsAboveTheOkLineAndNotesBelowIt) {
  TurnAccount turn = account(2, 3);
  turn.warnings = {"the canvas was damaged"};
  turn.clamped = {"left_click(1500, 500)", "drag(-1, 2, 3, 4)"};
  turn.without_effect = {"scroll(1, 2)"};
  EXPECT_EQ(python_feedback(turn),
            "WARNING: 2 ```python blocks found. Only the first executed.\n"
            "WARNING: the canvas was damaged\n"
            "OK: 3 actions executed.\n"
            "NOTE: clamped to 0-1000: left_click(1500, 500), drag(-1, 2, 3, 4)\n"
            "NOTE: no effect in the sandbox: scroll(1, 2)");
}

TEST(PythonFeedback, ListsTwentyCallsAndCountsTheRest) {
  TurnAccount turn = account(1, 22);
  for (int i = 0; i < 22; ++i) turn.clamped.push_back("c");
  EXPECT_EQ(python_feedback(turn),
            "OK: 22 actions executed.\n"
            "NOTE: clamped to 0-1000: c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c "
            "and 2 more");
}

TEST(PythonFeedback, ShowsAnErrorWithItsLineAndTheTools) {
  TurnAccount turn = account(1, 0);
  turn.error =
      CallError{"TypeError", "TypeError: drag() missing 1 required positional argument: 'y2'", 1,
                "drag(350, 290, 410)"};
  EXPECT_EQ(python_feedback(turn),
            "  Line 1: drag(350, 290, 410)\n"
            "TypeError: drag() missing 1 required positional argument: 'y2'\n"
            "0 actions executed before error.\n"
            "\n"
            "Available tools:\n"
            "  left_click(x, y) -- white dot at position");
}

TEST(PythonFeedback, ShowsAnErrorAtTheCutEndOfASecondBlockWithNotes) {
  TurnAccount turn = account(2, 1);
  turn.error = CallError{"SyntaxError", "SyntaxError: '(' was never closed", 2, "drag(1, 2"};
  turn.cut_off = true;
  turn.clamped = {"left_click(1500, 500)"};
  EXPECT_EQ(python_feedback(turn),
            "WARNING: 2 ```python blocks found. Only the first executed.\n"
            "  Line 2: drag(1, 2\n"
            "SyntaxError: '(' was never closed\n"
            "(the reply was cut off)\n"
            "1 action executed before error.\n"
            "NOTE: clamped to 0-1000: left_click(1500, 500)\n"
            "\n"
            "Available tools:\n"
            "  left_click(x, y) -- white dot at position");
}

TEST(PythonFeedback, OmitsTheLineIfItIsUnknown) {
  TurnAccount turn = account(1, 0);
  turn.error = CallError{"SyntaxError", "SyntaxError: a block longer than 1 MiB", 0, ""};
  EXPECT_EQ(python_feedback(turn),
            "SyntaxError: a block longer than 1 MiB\n"
            "0 actions executed before error.\n"
            "\n"
            "Available tools:\n"
            "  left_click(x, y) -- white dot at position");
}

TEST(PythonFeedback, ListsTheToolsIfThereIsNoBlock) {
  TurnAccount turn = account(0, 0);
  turn.error =
      CallError{"SyntaxError", "SyntaxError: no ```python block found in your reply.", 0, ""};
  EXPECT_EQ(python_feedback(turn),
            "SyntaxError: no ```python block found in your reply.\n"
            "Wrap your calls in a block that begins with ```python and ends with ```.\n"
            "\n"
            "Available tools:\n"
            "  left_click(x, y) -- white dot at position");
}

TEST(PythonFeedback, ExplainsTypingBeforeAnyClick) {
  TurnAccount turn = account(1, 0);
  turn.error = no_visible_effect("type(\"meow\")", 1);
  EXPECT_EQ(python_feedback(turn),
            "RuntimeError: type(\"meow\") had no visible effect\n"
            "(type() requires a prior left_click() to set cursor position)\n"
            "0 actions executed.\n"
            "\n"
            "Available tools:\n"
            "  left_click(x, y) -- white dot at position");
}

TEST(PythonFeedback, SaysWhyThereIsNoPicture) {
  const struct {
    ChildFailure failure;
    const char* text;
  } rows[] = {
      {{ChildFailure::Kind::no_answer, 15000, ""},
       "ERROR: the capturer did not answer in 15 s; there is no picture this turn."},
      {{ChildFailure::Kind::no_answer, 1500, ""},
       "ERROR: the capturer did not answer in 1.5 s; there is no picture this turn."},
      {{ChildFailure::Kind::ended, 0, ""},
       "ERROR: the capturer ended without an answer; there is no picture this turn."},
      {{ChildFailure::Kind::unreadable, 0, ""},
       "ERROR: the capturer gave an answer that cannot be read; there is no picture this turn."},
      {{ChildFailure::Kind::not_started, 0, ""},
       "ERROR: the capturer could not be started; there is no picture this turn."},
  };
  for (const auto& [failure, text] : rows) {
    TurnAccount turn = account(1, 0);
    turn.capture_failure = failure;
    EXPECT_EQ(python_feedback(turn), text);
  }
}

TEST(PythonFeedback, ReportsAMissingPictureAndTheModelsError) {
  TurnAccount turn = account(1, 0);
  turn.capture_failure = ChildFailure{ChildFailure::Kind::no_answer, 15000, ""};
  turn.error = CallError{"NameError", "NameError: name 'foo' is not defined", 3, "foo()"};
  EXPECT_EQ(python_feedback(turn),
            "ERROR: the capturer did not answer in 15 s; there is no picture this turn.\n"
            "  Line 3: foo()\n"
            "NameError: name 'foo' is not defined\n"
            "0 actions executed before error.\n"
            "\n"
            "Available tools:\n"
            "  left_click(x, y) -- white dot at position");
}

TEST(PythonFeedback, IsAlwaysValidUtf8) {
  TurnAccount turn = account(1, 0);
  turn.error = CallError{"SyntaxError", "SyntaxError: x", 1,
                         "a\xED\xA0\xBD"
                         "b"};
  EXPECT_NE(python_feedback(turn).find("  Line 1: a\uFFFD"), std::string::npos);
}
}  // namespace franz::executor
