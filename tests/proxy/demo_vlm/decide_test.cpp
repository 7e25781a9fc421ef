#include "proxy/demo_vlm/decide.h"
#include <gtest/gtest.h>
#include <cstdio>
#include "proxy/demo_vlm/story.h"
#include "proxy/demo_vlm/text_lines.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
namespace {
const std::string kTools =
    "\nAvailable tools:\n"
    "  drag(x1, y1, x2, y2) -- straight white line from (x1,y1) to (x2,y2)\n"
    "  left_click(x, y) -- white dot at position\n"
    "  screenshot() -- request a fresh screenshot\n"
    "  type(text) -- type text at last click position\n";
const std::string kNoBlock = "SyntaxError: no ```python block found in your reply.\n" + kTools;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

// The calls of the reply's blocks, a line each.
std::vector<std::vector<std::string>> blocks_of(const std::string& reply) {
  std::vector<std::vector<std::string>> blocks;
  bool inside = false;
  for (const std::string_view line : split_lines(reply)) {
    if (line == "```python") blocks.emplace_back();
    if (inside && line != "```") blocks.back().emplace_back(line);
    inside = line == "```python" || (inside && line != "```");
  }
  return blocks;
}

// The report of the block's call number `line` that failed.
std::string failure(int line, const std::string& call, const std::string& error) {
  std::string text = "  Line ";
  text.append(std::to_string(line)).append(": ").append(call).append("\n").append(error);
  text.append("\n").append(std::to_string(line - 1)).append(" actions executed before error.\n");
  return text.append(kTools);
}

// A canvas that performs the demo's calls as executor and capturer do, as far as it uses them.
struct Canvas {
  Picture picture = black(512, 288);
  bool clicked = false;
  PlanPoint at{};

  // The feedback on a reply.
  std::string perform(const std::string& reply) {
    const auto blocks = blocks_of(reply);
    if (blocks.empty()) return kNoBlock;
    std::string notes;
    int count = 0;
    for (const std::string& call : blocks.front()) {
      ++count;
      int n[4] = {};
      // NOLINTNEXTLINE(cert-err34-c): the calls are the demo's own
      const int read =
          std::sscanf(call.c_str(), "%*[a-z_](%d, %d, %d, %d)", n, n + 1, n + 2, n + 3);
      if (call.rfind("drag(", 0) == 0 && read == 4) {
        if (n[0] < 0 || n[2] > 1000) notes += "\nNOTE: clamped to 0-1000: " + call;
        draw_line(picture, {n[0], n[1]}, {n[2], n[3]});
      } else if (call.rfind("drag(", 0) == 0) {
        return failure(count, call,
                       "TypeError: drag() missing 1 required positional argument: 'y2'");
      } else if (call.rfind("left_click(", 0) == 0) {
        clicked = true;
        at = {n[0], n[1]};
        draw_line(picture, at, at);
      } else if (call == "type(\"franz\")" && clicked) {
        draw_call(picture, {PlannedCall::Kind::type, at, at, "franz"});
      } else if (call == "type(\"franz\")") {
        return std::string(
                   "RuntimeError: type(\"franz\") had no visible effect\n(type() requires a prior "
                   "left_click() to set cursor position)\n0 actions executed.\n") +
               kTools;
      } else if (call != "screenshot()") {
        return failure(count, call, "NameError: name 'drg' is not defined. Did you mean: 'drag'?");
      }
    }
    return (blocks.size() > 1 ? "WARNING: 2 ```python blocks found. Only the first executed.\n"
                              : std::string()) +
           "OK: " + std::to_string(count) + " actions executed." + notes;
  }
};

struct DemoRun {
  Canvas canvas;
  std::string story, feedback;
  std::string system = {};

  void turn() {
    feedback = canvas.perform(story);
    story = decide({story, feedback, canvas.picture, {}, system}).text;
  }
  void turns(int count) {
    for (int i = 0; i < count; ++i) turn();
  }
  std::string next_reply(const std::string& with_story) const {
    Canvas copy = canvas;
    const std::string said = copy.perform(story);
    return decide({with_story, said, copy.picture, {}}).text;
  }
};
}  // namespace

TEST(Decide, MeetsTheToolsInTheFirstFeedback) {
  const std::string reply = decide({"", kNoBlock, black(512, 288), {}}).text;
  EXPECT_TRUE(contains(reply, "\n- drag(x1, y1, x2, y2) -- straight white line"));
  EXPECT_TRUE(contains(reply, "I remember nothing: my story is empty."));
  EXPECT_TRUE(contains(reply, "The picture is black"));
  EXPECT_TRUE(contains(reply, "[>] wall  [ ] moon"));
  EXPECT_EQ(blocks_of(reply).size(), 1U);
}

TEST(Decide, DrawsAndSignsTheCatWithin24TurnsMistakesIncluded) {
  DemoRun run;
  std::string all_feedback;
  for (int turn = 1; turn <= 24; ++turn) {
    run.turn();
    all_feedback += run.feedback + "\n";
  }
  for (const Part& part : drawings().front().parts) {
    if (part.name == "rest") break;
    for (const PlannedCall& call : part.calls) {
      EXPECT_EQ(look_for(run.canvas.picture, call), Sight::there) << part.name << to_text(call);
    }
  }
  for (const char* mistake :
       {"RuntimeError: type(", "missing 1 required", "Did you mean: 'drag'", "WARNING: 2 ",
        "NOTE: clamped to 0-1000: drag(-20, 908, 1020, 908)"}) {
    const std::size_t first = all_feedback.find(mistake);
    ASSERT_NE(first, std::string::npos) << mistake;
    EXPECT_EQ(all_feedback.find(mistake, first + 1), std::string::npos) << "once: " << mistake;
  }
  EXPECT_TRUE(contains(run.story, "a whole cat")) << run.story;
  EXPECT_EQ(run.feedback, "OK: 1 actions executed.") << "nothing but a look";
}

TEST(Decide, MendsAFailedLineFromTheFeedback) {
  const struct {
    const char *failure, *corrected;
  } rows[] = {{"missing 1 required", "I write the failed line as drag(542, 380, 536, 360)"},
              {"name 'drg'", "I write the failed line as drag(515, 358, 515, 386)"}};
  for (const auto& row : rows) {
    DemoRun run;
    for (int turn = 0; turn < 24 && !contains(run.feedback, row.failure); ++turn) run.turn();
    EXPECT_TRUE(contains(run.story, row.corrected)) << run.story;
    run.turn();
    EXPECT_EQ(run.feedback.substr(0, 3), "OK:") << run.feedback;
    EXPECT_TRUE(contains(run.story, "is there.")) << run.story;
  }
}

TEST(Decide, DrawsWhatTheObjectiveNames) {
  for (const Drawing& drawing : drawings()) {
    SCOPED_TRACE(drawing.name);
    DemoRun run;
    run.system = "You draw.\nYour objective: draw a " + drawing.name + ", please\nNot a cat.";
    run.turns(30);
    for (const Part& part : drawing.parts) {
      for (const PlannedCall& call : part.calls) {
        EXPECT_EQ(look_for(run.canvas.picture, call), Sight::there) << part.name << to_text(call);
      }
    }
    EXPECT_TRUE(contains(run.story, drawing.whole)) << run.story;
    EXPECT_TRUE(contains(run.story, "] " + drawing.parts[0].name + "  [")) << run.story;
  }
}

TEST(Decide, TurnsToAnotherDrawingWhenTheObjectiveChanges) {
  DemoRun run;
  run.system = "Your objective: draw a cat";
  run.turns(6);
  run.system = "Your objective: draw a house";
  run.turn();
  EXPECT_TRUE(contains(run.story, "My objective is another one: I leave the cat and draw a house."))
      << run.story;
  EXPECT_TRUE(contains(run.story, "- drag(x1, y1, x2, y2) -- ")) << "its rules are kept";
  EXPECT_TRUE(contains(run.story, "[>] ground  [ ] walls"));
  run.turn();
  EXPECT_FALSE(contains(run.story, "another one")) << run.story;
  EXPECT_TRUE(contains(run.story, "My last step, ground, is there.")) << run.story;
}

TEST(DrawingFor, TakesWhatTheObjectiveNamesFirst) {
  const struct {
    std::string message, name;
  } rows[] = {
      {"", "cat"},
      {"Your objective: draw a cat: head, ears, eyes, nose, mouth, whiskers, body\n\nstar", "cat"},
      {"Your objective: Draw a HOUSE beside a tree.\n", "house"},
      {"Your objective: draw two fishes, no: robots", "robot"},
      {"OBJECTIVE: the sun\nand a tree", "sun"},
      {"objective: something\nwith a tree", "cat"},
      {"Draw a tree with white ink.", "tree"},
      {"Start a homestead, a catalogue of starfish.", "cat"},
      {"Your objective: \xC3\xA4 star", "star"},
  };
  for (const auto& [message, name] : rows) EXPECT_EQ(drawing_for(message).name, name) << message;
}

TEST(Decide, KeepsNothingBetweenRequests) {
  DemoRun run;
  run.turns(9);
  const SeenRequest request{run.story, run.feedback, run.canvas.picture, {}};
  const std::string once = decide(request).text;
  DemoRun other;
  other.turns(3);
  EXPECT_EQ(decide(request).text, once);
}

TEST(Decide, DrawsAgainWhatThePictureLacks) {
  DemoRun run;
  run.turns(5);
  const std::string reply =
      decide({run.story, "OK: 15 actions executed.", run.canvas.picture, {}}).text;
  EXPECT_TRUE(contains(reply, "Of my last step, bricks, 6 of 6 strokes are not in the picture."))
      << reply;
  EXPECT_TRUE(contains(reply, "[>] bricks"));
  EXPECT_EQ(blocks_of(reply).front().front(), "drag(0, 908, 1000, 908)");
  const std::string blank = decide({run.story, "OK: 1 action executed.", black(512, 288), {}}).text;
  EXPECT_TRUE(contains(blank, "Gone, although I had drawn it: wall, moon and stars.")) << blank;
  EXPECT_TRUE(contains(blank, "[>] wall"));
}

TEST(Decide, StartsOverFromThePictureWhenTheStoryIsLost) {
  DemoRun run;
  run.turns(8);
  for (const std::string& broken : {std::string(), run.story.substr(40)}) {
    const std::string reply = run.next_reply(broken);
    EXPECT_TRUE(contains(reply, broken.empty() ? "my story is empty" : "My story is garbled"));
    EXPECT_TRUE(contains(reply, "I know no tool called drag.")) << "they were in its rules";
    EXPECT_TRUE(blocks_of(reply).empty());
    EXPECT_TRUE(contains(reply, "[x] wall  [x] moon  [x] stars  [x] bricks  [x] ears")) << reply;
  }
}

TEST(Decide, DoesNotDrawBlind) {
  DemoRun run;
  run.turns(6);
  const std::string missing = decide({run.story, "OK: 6 actions executed.", std::nullopt, {}}).text;
  EXPECT_TRUE(contains(missing, "I see nothing: there is no picture in this request."));
  EXPECT_EQ(blocks_of(missing), (std::vector<std::vector<std::string>>{{"screenshot()"}}));
  const Drawing& cat = drawings().front();
  EXPECT_EQ(read_story(missing, cat).parts, read_story(run.story, cat).parts);
  const std::string broken = decide({run.story, "OK.", std::nullopt, "is not a PNG"}).text;
  EXPECT_TRUE(contains(broken, "I see nothing: the picture is not a PNG."));
}

TEST(Decide, AcknowledgesTheOperatorAndRemembersTheNote) {
  DemoRun run;
  run.turns(3);
  const std::string feedback = run.canvas.perform(run.story) + "\nOPERATOR: A bigger moon, please.";
  const std::string reply = decide({run.story, feedback, run.canvas.picture, {}}).text;
  EXPECT_TRUE(contains(reply, "The operator says: \"A bigger moon, please.\""));
  EXPECT_TRUE(contains(reply, "\n- The operator said: A bigger moon, please.\n"));
}

TEST(Decide, ForgetsAToolThatTheListNoLongerHas) {
  DemoRun run;
  run.turns(3);
  const std::string feedback =
      "  Line 1: drag(1, 2, 3, 4)\nNameError: name 'drag' is not defined\n0 actions executed "
      "before "
      "error.\n\nAvailable tools:\n  screenshot() -- request a fresh screenshot\n";
  const std::string reply = decide({run.story, feedback, run.canvas.picture, {}}).text;
  EXPECT_FALSE(contains(reply, "- drag(x1"));
  EXPECT_TRUE(contains(reply, "The list has no drag"));
  EXPECT_EQ(blocks_of(reply), (std::vector<std::vector<std::string>>{{"screenshot()"}}));
}

TEST(Decide, AddsStarsInTheDarkWhenAllIsDrawnAndThenRests) {
  DemoRun run;
  run.turns(27);
  EXPECT_TRUE(contains(run.story, "One more star")) << run.story;
  run.turns(20);
  const Memory memory = read_story(run.story, drawings().front());
  EXPECT_EQ(memory.extra_stars, 12);
  EXPECT_TRUE(contains(run.story, "I rest and look."));
}
}  // namespace franz::demo_vlm
