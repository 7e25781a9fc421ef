// A run of the demo model in the dialect `actions`, on a canvas that performs its lines.
#include <gtest/gtest.h>
#include <cstdio>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/seen_request.h"
#include "proxy/demo_vlm/story_policy.h"
#include "proxy/demo_vlm/text_lines.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
namespace {
const std::string kSystem =
    "Your objective: draw a cat\n\nYour actions:\n"
    "  drag(x1, y1, x2, y2) -- straight white line from (x1,y1) to (x2,y2)\n"
    "  left_click(x, y) -- white dot at position\n"
    "  screenshot() -- request a fresh screenshot\n"
    "  type(text) -- type text at last click position\n"
    "Write every reply in this form:\n\nNARRATIVE:\nSome sentences.\n\nACTIONS:\none on each "
    "line\n";

std::vector<std::string> actions_of(const std::string& reply) {
  std::vector<std::string> lines;
  bool inside = false;
  for (const std::string_view line : split_lines(reply)) {
    if (inside && !line.empty()) lines.emplace_back(line);
    inside = inside || line == "ACTIONS:";
  }
  return lines;
}

struct NarrativeRun {
  Picture picture = black(512, 288);
  bool clicked = false;
  PlanPoint at{};
  std::string story, feedback, all_feedback;

  // False: the line is no call that can be performed.
  bool perform(const std::string& call) {
    int n[4] = {};
    // NOLINTNEXTLINE(cert-err34-c): the calls are the demo's own
    const int read = std::sscanf(call.c_str(), "%*[a-z_](%d, %d, %d, %d)", n, n + 1, n + 2, n + 3);
    if (call.starts_with("drag(") && read == 4) {
      draw_line(picture, {n[0], n[1]}, {n[2], n[3]});
    } else if (call.starts_with("left_click(") && read == 2) {
      clicked = true;
      at = {n[0], n[1]};
      draw_line(picture, at, at);
    } else if (call == "type(\"franz\")" && clicked) {
      draw_call(picture, {PlannedCall::Kind::type, at, at, "franz"});
    } else {
      return false;
    }
    return true;
  }

  void turn() {
    std::vector<std::string> executed, ignored;
    for (const std::string& call : actions_of(story))
      (perform(call) ? executed : ignored).push_back(call);
    feedback = "EXECUTOR_FEEDBACK:\nexecuted=" + json_text_array(executed) +
               "\nignored=" + json_text_array(ignored);
    for (const std::string& call : executed)
      if (call.find("-20") != call.npos) feedback += "\nNOTE: clamped to 0-1000: " + call;
    all_feedback += feedback + "\n";
    story = decide({story, feedback, picture, {}, kSystem}).text;
  }
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}
}  // namespace

TEST(ActionsFormat, IsSpokenWhereThePromptHasBothSections) {
  EXPECT_EQ(dialect_for({"", "", {}, {}, kSystem}), "actions");
  EXPECT_EQ(dialect_for({"", "", {}, {}, "Write one python block. ACTIONS: none"}), "python");
  EXPECT_EQ(dialect_for({}), "python");
}

TEST(ActionsFormat, DrawsTheCatMistakesIncludedWithinItsTokens) {
  NarrativeRun run;
  for (int turn = 1; turn <= 60; ++turn) {
    run.turn();
    EXPECT_LE(tokens_of(run.story.size()), 300) << run.story;
    EXPECT_EQ(run.story.find("NARRATIVE:\n"), 0U);
    EXPECT_TRUE(contains(run.story, "\n\nACTIONS:"));
    EXPECT_FALSE(contains(run.story, "```"));
  }
  for (const Part& part : drawings().front().parts) {
    if (part.name == "rest") break;
    for (const PlannedCall& call : part.calls)
      EXPECT_EQ(look_for(run.picture, call), Sight::there) << part.name << to_text(call);
  }
  for (const char* mistake : {"ignored=[\"type(", "drg(", "NOTE: clamped", "the other half"})
    EXPECT_TRUE(contains(run.all_feedback, mistake)) << mistake;
}

TEST(ActionsFormat, FindsOutWhyALineWasIgnored) {
  const auto heard = [](const std::string& ignored) {
    return read_lists(
        {"", "EXECUTOR_FEEDBACK:\nexecuted=[]\nignored=[" + ignored + "]", {}, {}, kSystem}, {});
  };
  EXPECT_FALSE(heard("").failed);
  EXPECT_FALSE(heard("\"screenshot()\"").failed);
  EXPECT_EQ(heard("\"drg(1, 2, 3, 4)\"").failed->suggestion, "drag");
  EXPECT_EQ(heard("\"drag(1, 2, 3)\"").failed->kind, "TypeError");
  EXPECT_TRUE(heard("\"type(\\\"a\\\")\"").type_without_click);
  EXPECT_TRUE(heard("\"screenshot()\",\"drg(1)\"").others_ran);
  EXPECT_FALSE(heard("no list").failed);
}

TEST(ActionsFormat, RemembersWhatItWrote) {
  NarrativeRun run;
  for (int turn = 0; turn < 6; ++turn) run.turn();
  const Memory memory = read_narrative({run.story, "", {}, {}, kSystem}, drawings().front());
  EXPECT_TRUE(memory.understood);
  EXPECT_EQ(memory.parts.front(), Progress::done);
  EXPECT_EQ(memory.calls, actions_of(run.story));
  EXPECT_FALSE(read_narrative({"nonsense", "", {}, {}, kSystem}, drawings().front()).understood);
}
}  // namespace franz::demo_vlm
