#include "proxy/demo_vlm/story.h"
#include <gtest/gtest.h>
#include "proxy/demo_vlm/drawing_plan.h"

namespace franz::demo_vlm {
static const Drawing& cat() { return drawings().front(); }

static Story sample() {
  Story story;
  story.memory.rules = {"drag(x1, y1, x2, y2) -- a line", "One block."};
  story.memory.parts.assign(cat().parts.size(), Progress::to_do);
  story.memory.parts[0] = Progress::done;
  story.memory.parts[10] = Progress::drawing;  // a name with a comma in it
  story.memory.extra_stars = 3;
  story.seen = "A wall.\nNothing else.";
  story.next_step = "The tail.";
  story.blocks = {{"drag(1, 2, 3, 4)", "screenshot()"}};
  return story;
}

TEST(Story, IsWrittenInThePromptsStructure) {
  const std::string text = write_story(sample(), cat());
  EXPECT_EQ(text.substr(0, 140),
            "RULES I KNOW\n- drag(x1, y1, x2, y2) -- a line\n- One block.\n\nWHAT I SEE\nA wall.\n"
            "Nothing else.\n\nMY DRAWING PROGRESS\n[x] wall  [ ] moon  [ ] st");
  EXPECT_NE(text.find("  [>] tail, other side  [ ] eyes"), text.npos);
  EXPECT_EQ(
      text.substr(text.find("Extra")),
      "Extra stars: 3\n\nNEXT STEP\nThe tail.\n\n```python\ndrag(1, 2, 3, 4)\nscreenshot()\n```");
}

TEST(Story, IsReadBackAsItWasWritten) {
  const Memory memory = read_story(write_story(sample(), cat()), cat());
  EXPECT_TRUE(memory.understood);
  EXPECT_EQ(memory.rules, sample().memory.rules);
  EXPECT_EQ(memory.parts, sample().memory.parts);
  EXPECT_EQ(memory.extra_stars, 3);
  EXPECT_EQ(memory.calls, sample().blocks.front());
}

TEST(Story, OfAnotherDrawingKeepsItsRules) {
  const Drawing& house = drawing_for("Your objective: draw a house");
  const Memory memory = read_story(write_story(sample(), cat()), house);
  EXPECT_TRUE(memory.understood);
  EXPECT_EQ(memory.left, "cat");
  EXPECT_EQ(memory.rules, sample().memory.rules);
  EXPECT_EQ(memory.parts, std::vector<Progress>(house.parts.size(), Progress::to_do));
  EXPECT_EQ(memory.extra_stars, 0);
}

TEST(Story, ThatIsDamagedIsForgottenWhole) {
  const std::string text = write_story(sample(), cat());
  const std::string stories[] = {
      "",
      "rubbish",
      text.substr(20),
      text.substr(0, text.size() / 2),
      std::string(text).replace(text.find("] moon"), 6, "] mood"),
      std::string(text).replace(text.find("MY DRAWING"), 10, "MY DRAWIN\xff"),
      std::string(1000000, '['),
      std::string("RULES I KNOW\nMY DRAWING PROGRESS\n[")};
  for (const std::string& story : stories) {
    const Memory memory = read_story(story, cat());
    EXPECT_FALSE(memory.understood) << story.substr(0, 80);
    EXPECT_TRUE(memory.rules.empty()) << story.substr(0, 80);
    EXPECT_EQ(memory.parts, std::vector<Progress>(cat().parts.size(), Progress::to_do))
        << story.substr(0, 80);
  }
}
}  // namespace franz::demo_vlm
