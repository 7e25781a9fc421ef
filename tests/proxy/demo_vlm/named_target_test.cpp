#include "proxy/demo_vlm/named_target.h"
#include <gtest/gtest.h>
#include <string>
#include "common/picture/named_targets.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
namespace {
// A card of 1001x501 pixels with a red circle around (250, 100) and a blue one around (750, 400).
SeenRequest asking(const std::string& text) {
  SeenRequest request;
  request.picture = black(1001, 501);
  for (unsigned char& channel : request.picture->rgb) channel = 236;
  const auto circle = [&](int x, int y, const NamedColour& colour) {
    for (int dy = -9; dy <= 9; ++dy)
      for (int dx = -9; dx <= 9; ++dx)
        if (dx * dx + dy * dy <= 81)
          paint(*request.picture, x + dx, y + dy, colour.rgb.r, colour.rgb.g, colour.rgb.b);
  };
  circle(250, 100, kTargetColours[0]);
  circle(750, 400, kTargetColours[2]);
  request.texts = {text};
  return request;
}

std::string said(const std::string& colour, const std::string& habit, int noise = 0) {
  Result<PlaceHabit> parsed = parse_place_habit(habit);
  if (!parsed.ok()) return parsed.error().message;
  parsed.value().noise = noise;
  const auto reply = name_target(
      asking(std::string(kAskedForTarget) + colour + " circle? Answer with the place only."),
      parsed.value());
  return reply ? reply->text : "nothing";
}

TEST(NamedTarget, IsAnsweredInEachConvention) {
  const struct {
    const char *colour, *habit, *answer;
  } rows[] = {
      {"red", "0-1000", "[250, 200]"},
      {"blue", "0-1000", "[750, 800]"},
      {"red", "0-999", "[250, 200]"},
      {"blue", "0-999", "[749, 799]"},
      {"red", "0-1", "## Code:\n```python\npyautogui.click(x=0.25, y=0.2)\n```"},
      {"red", "pixels", "[250, 100]"},
      {"blue", "pixels 28", "Thought: I see it.\nAction: click(start_box='(755,402)')"},
      {"blue", "pixels 32", "[743, 409]"},
      {"blue", "2001x1001", "[1500, 800]"},
      {"green", "0-1000", "I do not see it."},
      {"pink", "0-1000", "I do not see it."},
      {"red", "percent", "\"percent\" is no convention for places"},
      {"red", "12x", "\"12x\" is no convention for places"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(said(row.colour, row.habit), row.answer) << row.colour << " " << row.habit;
}

TEST(NamedTarget, IsOffAsFarAsTheNoiseAllowsAndTheSameEachTime) {
  EXPECT_EQ(said("red", "pixels", 40), said("red", "pixels", 40));
  EXPECT_NE(said("red", "pixels", 40), "[250, 100]");
  EXPECT_EQ(said("red", "guess"), said("red", "guess"));
}

TEST(NamedTarget, IsOnlyForWhoAsksForOne) {
  EXPECT_FALSE(name_target(asking("What is in the picture?"), {}));
  EXPECT_FALSE(name_target({}, {}));
}
}  // namespace
}  // namespace franz::demo_vlm
