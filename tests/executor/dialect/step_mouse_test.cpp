#include "executor/dialect/step_mouse.h"
#include <gtest/gtest.h>
#include <vector>
#include "tests/executor/dialect/steps_shown.h"

namespace franz::executor {
namespace {
struct Act {
  int x, y;
  const char* rest = "";  // more arguments: ,"action":"drag"
};

std::string reply_of(const std::vector<Act>& acts) {
  std::string steps;
  for (const Act& each : acts)
    steps += (steps.empty() ? "" : ",") +
             step_of("mouse", "{\"x\":" + std::to_string(each.x) +
                                  ",\"y\":" + std::to_string(each.y) + each.rest + "}");
  return reply_of_steps(steps);
}

constexpr const char* kMove = R"(,"action":"move")";
constexpr const char* kDown = R"(,"action":"down")";
constexpr const char* kUp = R"(,"action":"up")";
constexpr const char* kDrag = R"(,"action":"drag")";

struct Case {
  std::vector<Act> acts;
  std::optional<MapPoint> pointer;
  std::string expected;
  std::optional<MapPoint> left_at;
};

void expect(const std::vector<Case>& cases, const Toolset& tools = Toolset::all()) {
  for (const Case& each : cases) {
    const Reading reading = read_reply({quote_json(reply_of(each.acts)), {}}, tools, each.pointer);
    EXPECT_EQ(shown(reading), each.expected) << reply_of(each.acts);
    EXPECT_EQ(reading.pointer, each.left_at) << reply_of(each.acts);
  }
}

TEST(StepMouse, Clicks) {
  expect({
      {{{1, 2}}, {}, "1 left_click(1, 4)", MapPoint{1, 4}},
      {{{1, 2, R"(,"clicks":2)"}}, {}, "1 double_left_click(1, 4)", MapPoint{1, 4}},
      {{{1, 2, R"(,"clicks":3)"}},
       {},
       "1 double_left_click(1, 4)\n1 left_click(1, 4)",
       MapPoint{1, 4}},
      {{{1, 2, R"(,"button":"right","clicks":2)"}},
       {},
       "1 right_click(1, 4)\n1 right_click(1, 4)",
       MapPoint{1, 4}},
      {{{1, 2, R"(,"button":"middle")"}}, {}, "1 middle_click(1, 4)", MapPoint{1, 4}},
      {{{1, 2}, {3, 4}}, MapPoint{9, 9}, "1 left_click(1, 4)\n2 left_click(3, 8)", MapPoint{3, 8}},
  });
}

TEST(StepMouse, DragsFromWhereThePointerIs) {
  expect({
      {{{10, 20, kDrag}}, MapPoint{5, 6}, "1 drag(5, 6, 10, 40)", MapPoint{10, 40}},
      {{{1, 2, kMove}, {10, 20, kDrag}, {30, 40, kDrag}},
       {},
       "1 move(1, 4)\n2 drag(1, 4, 10, 40)\n3 drag(10, 40, 30, 80)",
       MapPoint{30, 80}},
      {{{1, 2}, {10, 20, kDrag}},
       MapPoint{5, 6},
       "1 left_click(1, 4)\n2 drag(1, 4, 10, 40)",
       MapPoint{10, 40}},
      {{{10, 20, kDrag}, {1, 2, kMove}},
       {},
       "1 no_place\n2 move(1, 4)\n"
       "? steps[0]: there is no place to drag from: move the pointer there first",
       MapPoint{1, 4}},
      {{{10, 20, kDrag}},
       {},
       "1 no_place\n"
       "? steps[0]: there is no place to drag from: move the pointer there first\n! no_place",
       std::nullopt},
      {{{10, 20, R"(,"action":"drag","button":"right")"}},
       MapPoint{5, 6},
       "1 wrong_button\n? steps[0].args.button: expected \"left\" with the action \"drag\", got "
       "\"right\"\n! wrong_button",
       MapPoint{5, 6}},
  });
}

TEST(StepMouse, DownAndUpAreADrag) {
  expect({
      {{{1, 2, kDown}, {10, 20, kUp}}, {}, "1 move(1, 4)\n2 drag(1, 4, 10, 40)", MapPoint{10, 40}},
      // The path with the button held is drawn.
      {{{1, 2, kDown}, {10, 20, kMove}, {30, 20, kMove}, {30, 40, kUp}},
       {},
       "1 move(1, 4)\n2 drag(1, 4, 10, 40)\n3 drag(10, 40, 30, 40)\n4 drag(30, 40, 30, 80)",
       MapPoint{30, 80}},
      {{{1, 2, kDown}, {10, 20, kMove}, {10, 20, kUp}},
       {},
       "1 move(1, 4)\n2 drag(1, 4, 10, 40)\n3 move(10, 40)",
       MapPoint{10, 40}},
      {{{1, 2, kDown}, {1, 2, kMove}, {10, 20, kUp}},
       {},
       "1 move(1, 4)\n2 move(1, 4)\n3 drag(1, 4, 10, 40)",
       MapPoint{10, 40}},
      {{{1, 2, kDown}, {1, 2, kUp}}, {}, "1 move(1, 4)\n2 left_click(1, 4)", MapPoint{1, 4}},
  });
}

TEST(StepMouse, TheButtonIsHeldInOneReplyOnly) {
  const std::string let_go =
      "? steps[0]: the button does not stay down between turns, it was released: a step with the "
      "action \"up\" has to follow in the same reply";
  expect({
      {{{1, 2, kDown}}, {}, "1 move(1, 4)\n" + let_go, MapPoint{1, 4}},
      {{{1, 2, kDown}, {10, 20, kMove}},
       {},
       "1 move(1, 4)\n2 drag(1, 4, 10, 40)\n" + let_go,
       MapPoint{10, 40}},
      {{{10, 20, kUp}, {1, 2}},
       MapPoint{5, 6},
       "1 not_down\n2 left_click(1, 4)\n? steps[0]: the button is not down: a step with the action "
       "\"down\" has to come before this one, in the same reply",
       MapPoint{1, 4}},
      {{{1, 2, kDown}, {10, 20}, {10, 20, kDown}, {30, 40, kUp}},
       {},
       "1 move(1, 4)\n2 still_down\n3 still_down\n4 drag(1, 4, 30, 80)\n"
       "? steps[1]: the button is down since steps[0]: release it first, with the action \"up\"\n"
       "? steps[2]: the button is down since steps[0]: release it first, with the action \"up\"",
       MapPoint{30, 80}},
      {{{1, 2, R"(,"action":"down","button":"right")"}},
       {},
       "1 wrong_button\n? steps[0].args.button: expected \"left\" with the action \"down\", got "
       "\"right\"\n! wrong_button",
       std::nullopt},
  });
}

TEST(StepMouse, PlacesOutsideAreMovedToTheEdge) {
  expect({
      {{{1500, 20}},
       {},
       "1 left_click(1000, 40) clamped\n? steps[0].args: (1500, 20) lies outside the picture of "
       "1001x501: moved to its edge",
       MapPoint{1000, 40}},
      {{{1, 2, kMove}, {-5, 501, kDrag}},
       {},
       "1 move(1, 4)\n2 drag(1, 4, 0, 1000) clamped\n? steps[1].args: (-5, 501) lies outside the "
       "picture of 1001x501: moved to its edge",
       MapPoint{0, 1000}},
  });
}

TEST(StepMouse, ADisabledToolIsNamed) {
  Toolset tools;
  tools.set(ToolId::left_click, true);
  const std::string off = "! switched_off";
  expect(
      {
          {{{1, 2, R"(,"button":"right")"}, {3, 4}},
           {},
           "1 switched_off\n2 left_click(3, 8)\n? steps[0].args.button: \"right\" is switched off",
           MapPoint{3, 8}},
          {{{1, 2, R"(,"clicks":2)"}},
           {},
           "1 switched_off\n? steps[0].args.clicks: a double click is switched off\n" + off,
           std::nullopt},
          {{{1, 2, kMove}},
           {},
           "1 switched_off\n? steps[0].args.action: \"move\" is switched off\n" + off,
           std::nullopt},
          {{{1, 2, kDrag}},
           MapPoint{5, 6},
           "1 switched_off\n? steps[0].args.action: \"drag\" is switched off\n" + off,
           MapPoint{5, 6}},
      },
      tools);
  tools.set(ToolId::left_click, false);
  tools.set(ToolId::drag, true);
  expect({{{{1, 2}},
           {},
           "1 switched_off\n? steps[0].args.button: \"left\" is switched off\n" + off,
           std::nullopt}},
         tools);
}
}  // namespace
}  // namespace franz::executor
