#include "capturer/sandbox/trace.h"
#include <gtest/gtest.h>
#include <string>
#include "tests/capturer/render_sandbox.h"

namespace franz::capturer {
namespace {
std::string text_of(const std::optional<MapPoint>& place) {
  if (!place) return "-";
  return std::to_string(static_cast<int>(place->x)) + "," +
         std::to_string(static_cast<int>(place->y));
}

// "applied; cursor previous type_at" after the calls.
std::string outcome(const std::vector<std::string>& calls, const Pointers& before = {},
                    const ActionRules& rules = {}) {
  const Trace trace = trace_actions(actions_of(calls), rules, before, {1920, 1080});
  std::string text;
  for (const bool applied : trace.applied) text += applied ? 'y' : 'n';
  return text + "; " + text_of(trace.after.cursor) + " " + text_of(trace.after.previous) + " " +
         text_of(trace.after.type_at);
}

TEST(Trace, FollowsPointerAndTypingPlace) {
  const struct {
    std::vector<std::string> calls;
    std::string outcome;
  } cases[] = {
      {{}, "; - - -"},
      {{"left_click(1, 2)"}, "y; 1,2 - 1,2"},
      {{"double_left_click(1, 2)", "right_click(3, 4)"}, "yy; 3,4 - 1,2"},
      {{"left_click(1, 2)", "drag(3, 4, 5, 6)"}, "yy; 5,6 - 1,2"},
      {{"left_click(1, 2)", "type(\"a\")", "type(\"b\")"}, "yyy; 1,2 - 1,2"},
      {{"left_click(-5, 2000)"}, "y; 0,1000 - 0,1000"},
      {{"left_click(1, 2)", "left_click(1, 2)"}, "yy; 1,2 - 1,2"},
      {{"move(1, 2)"}, "y; 1,2 - -"},
      {{"left_click(1, 2)", "move(3, 4)", "type(\"a\")"}, "yyy; 3,4 - 1,2"},
      {{"move(3, 4)", "type(\"a\")", "move(5, 6)"}, "ynn; 3,4 - -"},
      {{"move(-5, 2000)"}, "y; 0,1000 - -"},
      {{"left_click(1, 2)", "middle_click(3, 4)"}, "yy; 3,4 - 1,2"},
  };
  for (const auto& [calls, expected] : cases) {
    EXPECT_EQ(outcome(calls), expected) << (calls.empty() ? "" : calls.back());
  }
}

TEST(Trace, ThePreviousPointerIsTheOneBeforeTheTurn) {
  const Pointers before{MapPoint{9, 8}, MapPoint{7, 7}, std::nullopt};
  EXPECT_EQ(outcome({"drag(1, 2, 3, 4)", "drag(3, 4, 5, 6)"}, before), "yy; 5,6 9,8 -");
  EXPECT_EQ(outcome({"left_click(1, 2)"}, before), "y; 1,2 9,8 1,2");
  EXPECT_EQ(outcome({"move(1, 2)"}, before), "y; 1,2 9,8 -");
  EXPECT_EQ(outcome({}, before), "; 9,8 9,8 -") << "it did not move";
  EXPECT_EQ(outcome({"type(\"meow\")"}, before), "n; 9,8 9,8 -");
}

TEST(Trace, TypeBeforeAnyClickStopsThere) {
  EXPECT_EQ(outcome({"drag(1, 2, 3, 4)", "type(\"meow\")", "left_click(5, 6)"}), "ynn; 3,4 - -");
  EXPECT_EQ(outcome({"right_click(1, 2)", "type(\"meow\")"}), "yn; 1,2 - -");
}

TEST(Trace, ADialectMaySkipIneffectiveActionsAndTypeAtARightClick) {
  const ActionRules skip{OnError::skip, {}}, right{OnError::stop, {false, true, true}};
  EXPECT_EQ(outcome({"type(\"meow\")", "left_click(5, 6)", "type(\"meow\")"}, {}, skip),
            "nyy; 5,6 - 5,6");
  EXPECT_EQ(outcome({"left_click(5, 6)", "right_click(1, 2)", "type(\"meow\")"}, {}, right),
            "yyy; 1,2 - 1,2");
  EXPECT_EQ(outcome({"left_click(5, 6)", "type(\"meow\")"}, {}, right), "yn; 5,6 - -");
}

TEST(Trace, ToolsWithoutInkAreNotAppliedAndStopNothing) {
  EXPECT_EQ(outcome({"scroll(1, 2)", "left_click(5, 6)", "press(\"enter\")"}), "nyn; 5,6 - 5,6");
}

TEST(Trace, NumbersArePositionsAmongAllActions) {
  const auto actions = actions_of({"left_click(0, 0)", "move(1, 2)", "left_click(1000, 1000)"});
  const Trace trace = trace_actions(actions, {}, {}, {1920, 1080});
  ASSERT_EQ(trace.actions.size(), 2U);
  EXPECT_EQ(trace.actions[0].number, 1);
  EXPECT_EQ(trace.actions[1].number, 3);
  EXPECT_EQ(trace.actions[0].from, (Point{0, 0}));
  EXPECT_EQ(trace.actions[1].from, (Point{1919, 1079}));
}
}  // namespace
}  // namespace franz::capturer
