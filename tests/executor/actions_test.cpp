// Replies as models write them, and the feedback on them.
#include "executor/dialect/actions.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <numeric>
#include "common/base/json_string.h"
#include "common/tools/call.h"
#include "tests/support/least_time.h"

namespace franz::executor {
namespace {
Reading read(std::string_view text, const Toolset& tools = Toolset::core()) {
  const std::optional<Reply> reply = Reply{quote_json(text), {}};
  return read_actions({reply, {}, {512, 288}}, tools);
}

// Canonical calls; lines that are no call in brackets, as written.
std::vector<std::string> items(const Reading& reading) {
  std::vector<std::string> texts;
  for (const Item& item : reading.items)
    texts.push_back(item.call ? canonical_text(*item.call) : "[" + item.written + "]");
  return texts;
}
std::vector<std::string> items(std::string_view text) { return items(read(text)); }
using Texts = std::vector<std::string>;

TEST(Actions, AreTheLinesOfTheirSection) {
  const Reading reading = read(
      "NARRATIVE:\nI see a black canvas. left_click(1, 1) was a good call.\nleft_click(2, 2)\n\n"
      "ACTIONS:\nleft_click(500, 500)\n\nscreenshot()\n");
  EXPECT_EQ(items(reading), (Texts{"left_click(500, 500)", "screenshot()"}));
  EXPECT_EQ(reading.blocks, 1);
  EXPECT_EQ(reading.items[0].line, 6);
  EXPECT_EQ(reading.items[1].line, 8);
  EXPECT_FALSE(reading.error);
}

TEST(Actions, ToleratesVariantsOfTheHeader) {
  for (const char* header :
       {"ACTIONS:", "actions:", "Actions :", "  ACTIONS  :  ", "ACTIONS", "**ACTIONS:**",
        "**Actions**:", "## Actions", "# ACTIONS:", "__ACTIONS__", "\tActions\t:"}) {
    EXPECT_EQ(items("NARRATIVE:\nclick(9, 9)\n" + std::string(header) + "\nclick(1, 2)"),
              Texts{"left_click(1, 2)"})
        << header;
  }
}

TEST(Actions, AWordInASentenceIsNoHeader) {
  EXPECT_EQ(items("My actions: none so far.\nclick(1, 2)"), Texts{"left_click(1, 2)"});
  EXPECT_EQ(items("ACTIONS\nclick(1, 2)\nNarrative\nclick(3, 4)"), Texts{"left_click(1, 2)"});
}

TEST(Actions, MayStartOnTheHeadersLine) {
  EXPECT_EQ(items("NARRATIVE: I go on.\nACTIONS: click(1, 2)\nclick(3, 4)"),
            (Texts{"left_click(1, 2)", "left_click(3, 4)"}));
}

TEST(Actions, EndAtTheNextSection) {
  const Reading reading = read("ACTIONS:\nclick(1, 2)\nNOTES:\nclick(3, 4)\nACTIONS:\nclick(5, 6)");
  EXPECT_EQ(items(reading), (Texts{"left_click(1, 2)", "left_click(5, 6)"}));
  EXPECT_EQ(reading.blocks, 2);
}

TEST(Actions, WithoutAHeaderAreLinesThatLookLikeCalls) {
  const Reading reading = read(
      "I will draw.\nleft_click(1, 2)\nThis click(3, 4) is in a sentence.\n- `drag(1, 2, 3, 4)`\n"
      "jump(5)\n(a remark)\nscreenshot ( )");
  EXPECT_EQ(items(reading),
            (Texts{"left_click(1, 2)", "drag(1, 2, 3, 4)", "[jump(5)]", "screenshot()"}));
  EXPECT_EQ(reading.blocks, 1);
  EXPECT_TRUE(items("I would rather not do that.").empty());
  EXPECT_EQ(read("I would rather not do that.").blocks, 0);
  EXPECT_TRUE(items("").empty());
}

TEST(Actions, IgnoresBulletsNumbersAndBackticks) {
  for (const char* line : {"- click(1, 2)",
                           "* click(1, 2)",
                           "+ click(1, 2)",
                           "• click(1, 2)",
                           "– click(1, 2)",
                           "1. click(1, 2)",
                           "2) click(1, 2)",
                           "(3) click(1, 2)",
                           "12: click(1, 2)",
                           "- 1. click(1, 2)",
                           "`click(1, 2)`",
                           "- `click(1, 2)`",
                           "1. ``click(1, 2)``",
                           "**click(1, 2)**",
                           "> click(1, 2)",
                           "click(1, 2);",
                           "click(1, 2),",
                           "  click(1, 2)  ",
                           "`click(1, 2)` - the middle of it",
                           "click(1, 2)  # the middle",
                           "click(x=1, y=2)",
                           "click(1, y=2)",
                           "left_click(1,2)"}) {
    EXPECT_EQ(items("ACTIONS:\n" + std::string(line)), Texts{"left_click(1, 2)"}) << line;
  }
}

TEST(Actions, IgnoresFencesAndRules) {
  EXPECT_EQ(items("ACTIONS:\n```python\nclick(1, 2)\n```\n---\n***\n"), Texts{"left_click(1, 2)"});
}

TEST(Actions, AMalformedLineDoesNotAffectOthers) {
  const Reading reading = read(
      "ACTIONS:\nclick(1, 2)\nclick(1\nimport os\nclick(1, 2, 3)\nclick(\"a\", 2)\n"
      "__import__('os').system('x')\nclick(3, 4); jump(); click(5, 6)\ntype(\"it's\")");
  EXPECT_EQ(items(reading),
            (Texts{"left_click(1, 2)", "[click(1]", "[import os]", "[click(1, 2, 3)]",
                   "[click(\"a\", 2)]", "[__import__('os').system('x')]", "left_click(3, 4)",
                   "[jump()]", "left_click(5, 6)", "type(\"it's\")"}));
  for (const Item& item : reading.items)
    EXPECT_NE(item.call.has_value(), item.error.has_value()) << item.written;
  EXPECT_EQ(reading.items[1].error->line, 3);
  EXPECT_EQ(reading.items[1].error->text, "SyntaxError: '(' was never closed");
}

TEST(Actions, ATruncatedLastLineIsNoCall) {
  EXPECT_EQ(items("ACTIONS:\nclick(1, 2)\ndrag(1, 2, 30"),
            (Texts{"left_click(1, 2)", "[drag(1, 2, 30]"}));
  EXPECT_EQ(items("click(1, 2)\ndrag(1, 2, 30"), (Texts{"left_click(1, 2)", "[drag(1, 2, 30]"}));
}

TEST(Actions, AToolThatIsOffIsNoCall) {
  Toolset tools = Toolset::core();
  tools.set(ToolId::drag, false);
  EXPECT_EQ(items(read("ACTIONS:\ndrag(1, 2, 3, 4)\nclick(1, 2)", tools)),
            (Texts{"[drag(1, 2, 3, 4)]", "left_click(1, 2)"}));
}

TEST(Actions, HabitsOfLocalModels) {
  EXPECT_EQ(items("<think>ACTIONS:\nclick(9, 9)\n</think>\nACTIONS:\nclick(1, 2)"),
            Texts{"left_click(1, 2)"});
  EXPECT_EQ(items("I could do ACTIONS:\nclick(9, 9)</think>ACTIONS:\nclick(1, 2)"),
            Texts{"left_click(1, 2)"});
  EXPECT_TRUE(items("<think>ACTIONS:\nclick(9, 9)").empty());
  EXPECT_EQ(read("<think>\n\n</think>\nACTIONS:\nclick(1, 2)").items[0].line, 5);
  EXPECT_EQ(items("\xEF\xBB\xBF"
                  "ACTIONS:\r\nclick(1, 2)\r\nclick(3, 4)\r"),
            (Texts{"left_click(1, 2)", "left_click(3, 4)"}));
}

TEST(Actions, AreNoneBeforeTheFirstReply) {
  const std::optional<Reply> none;
  EXPECT_TRUE(read_actions({none, {}, {512, 288}}, Toolset::core()).items.empty());
}

TEST(Actions, AreLimitedInNumberAndLength) {
  std::string text = "ACTIONS:\n";
  for (std::size_t i = 0; i < kMaxStatements + 10; ++i) text += "click(1, 2)\n";
  EXPECT_EQ(read(text).items.size(), kMaxStatements);
  const std::string long_line(1 << 16, 'x');
  EXPECT_LE(read("ACTIONS:\n" + long_line).items.at(0).written.size(), 2000U);
}

TEST(Actions, AcceptsAnyBytes) {
  std::string bytes(256, '\0');
  std::iota(bytes.begin(), bytes.end(), '\0');
  for (const std::string& text :
       {bytes, "ACTIONS:\n" + bytes, std::string("ACTIONS:\n\0\0(", 12), std::string("\\ud800"),
        "ACTIONS:" + std::string(1 << 16, '('), "ACTIONS:\n" + std::string(1 << 16, '-'),
        "ACTIONS:\n" + std::string(1 << 16, '`'), std::string(1 << 16, '\n')}) {
    for (const Item& item : read(text).items) EXPECT_FALSE(item.call);
  }
}

TEST(Actions, AreReadInLinearTime) {
  const auto many = [](const std::string& piece, std::size_t bytes) {
    std::string text = "ACTIONS:\n";
    while (text.size() < bytes) text += piece;
    return text;
  };
  for (const std::string piece :
       {"- ", "`", "ACTIONS:\n", "1. ", "<think>", "</think>", "click(1, 2)\n", "(", "* ", "#", "a",
        "a:\n", "\n", "click(", "**"}) {
    EXPECT_LT(growth(many(piece, 1UL << 14U), many(piece, 1UL << 18U), 64,
                     [](const std::string& text) { (void)read(text); }),
              64)
        << piece;
  }
}

TEST(TellActions, ListsExecutedAndIgnoredCallsInOrder) {
  const Reading reading = read(
      "ACTIONS:\nscreenshot()\nclick(500, 500)\nbad line\ntype(\"a\\u00e4\")\ndrag(1, 2, 3, 4)");
  const std::vector<ItemResult> results = {{Outcome::noted, "", {}, {}},
                                           {Outcome::done, "", {}, {}},
                                           {Outcome::malformed, "SyntaxError", {}, {}},
                                           {Outcome::refused, "no visible effect", {}, {}, true},
                                           {Outcome::done, "", {}, {}}};
  EXPECT_EQ(report_actions(reading, results, {}).feedback,
            "EXECUTOR_FEEDBACK:\n"
            "executed=[\"left_click(500, 500)\",\"drag(1, 2, 3, 4)\"]\n"
            "ignored=[\"screenshot()\",\"bad line\",\"type(\\\"aä\\\")\"]");
}

TEST(TellActions, HasEmptyListsWithoutCalls) {
  EXPECT_EQ(report_actions({}, {}, {}).feedback, "EXECUTOR_FEEDBACK:\nexecuted=[]\nignored=[]");
}

TEST(TellActions, PutsNotesBelowTheLists) {
  const Reading reading = read("ACTIONS:\nclick(1500, 2)");
  const std::vector<ItemResult> results = {{Outcome::done, "", {}, {}}};
  TurnFacts facts;
  const std::vector<Warning> warnings = {{"canvas", "the canvas was damaged"}};
  facts.warnings = warnings;
  EXPECT_EQ(report_actions(reading, results, facts).feedback,
            "EXECUTOR_FEEDBACK:\n"
            "executed=[\"left_click(1500, 2)\"]\n"
            "ignored=[]\n"
            "WARNING: the canvas was damaged\n"
            "NOTE: clamped to 0-1000: left_click(1500, 2)");
}

TEST(TellActions, WithoutAPictureTheOutcomesAreUnknown) {
  const Reading reading = read("ACTIONS:\nclick(1, 2)\nnonsense");
  const std::vector<ItemResult> results = {{Outcome::partial, "", {}, {}},
                                           {Outcome::malformed, "", {}, {}}};
  TurnFacts facts;
  facts.capture_failure = ChildFailure{ChildFailure::Kind::no_answer, 15000, ""};
  EXPECT_EQ(report_actions(reading, results, facts).feedback,
            "EXECUTOR_FEEDBACK:\nexecuted=[]\nignored=[\"nonsense\"]\n"
            "ERROR: the capturer did not answer in 15 s; there is no picture this turn.");
}
}  // namespace
}  // namespace franz::executor
