#include <gtest/gtest.h>
#include <set>
#include "common/os/files.h"
#include "common/tools/surface_facts.h"
#include "common/tools/vocabulary.h"
#include "proxy/demo_vlm/format/format.h"
#include "tests/proxy/demo_vlm/action_run.h"
#include "tests/proxy/demo_vlm/format_checks.h"
#include "tests/proxy/demo_vlm/screen_pictures.h"

namespace franz::demo_vlm {
namespace {
using Texts = std::vector<std::string>;

TEST(ActionFormat, SpeaksWhereTheFormIsShownAndActionsAreListed) {
  SeenRequest request;
  request.texts = {R"({"actions_history":[]})"};
  EXPECT_EQ(dialect_for(request), "steps");
  request.system = R"(Reply with {"action":"click"})";
  EXPECT_EQ(dialect_for(request), "action");
  request.texts = {"{}"};
  EXPECT_NE(dialect_for(request), "action");
}

// A window that is what its pictures show, one after the other.
TEST(ActionFormat, PressesTheButtonThatConfirmsAndSaysDoneWithIt) {
  ActionRun run;
  run.picture = screen_picture("window_question");
  EXPECT_TRUE(run.turn());
  EXPECT_TRUE(run.said().starts_with("```json\n")) << run.said();
  EXPECT_TRUE(run.turn());
  EXPECT_EQ(run.complaints,
            Texts{"reply: a code fence (```json) stands around the JSON: leave it out"});
  EXPECT_EQ(run.said(),
            R"({"action":"click","x":199,"y":96,"done":true,"why":"The JSON stands alone, without )"
            R"(a code fence: once more. I see a dialog with 2 buttons. Everything is filled in: I )"
            R"(click the button that confirms it, at (802, 803).","confidence":0.9})");
  EXPECT_FALSE(run.turn());
  EXPECT_EQ(run.performed, Texts{"click 199,96"});
  EXPECT_TRUE(run.result);
}

TEST(ActionFormat, LeavesFieldsAloneWhereItMayNotWrite) {
  ActionRun run;
  run.picture = screen_picture("window_form");
  run.turns(10);
  EXPECT_EQ(run.performed, Texts{"click 201,137"});
}

TEST(ActionFormat, FillsInAFormWhereItMay) {
  ActionRun run;
  run.tools.emplace_back("type", true);
  run.objective = "Fill in the form: Name = Ada";
  run.picture = screen_picture("window_entry");
  run.after_typing = screen_picture("window_entry_filled");
  run.turns(10);
  EXPECT_EQ(run.performed, (Texts{"click 97,53", "type Ada", "click 144,95"}));
  EXPECT_EQ(run.malformed, 1U);
  EXPECT_TRUE(run.result);
}

TEST(ActionFormat, EndsWhereTheWindowShowsThatItIsDone) {
  ActionRun run;
  run.picture = screen_picture("window_question");
  run.turns(2);
  run.loses_clicks = true;  // its answer to the click comes to nothing: the run goes on
  run.turns(1);
  EXPECT_FALSE(run.result);
  run.loses_clicks = false;
  run.picture = screen_picture("terminal");
  run.turns(10);
  EXPECT_LE(run.most_noops, 2U);
  EXPECT_TRUE(run.result);
}

TEST(ActionFormat, LooksTwiceWhereThereIsNothingThenEnds) {
  ActionRun run;
  run.picture = screen_picture("terminal");
  run.turns(10);
  EXPECT_EQ(run.most_noops, 2U);
  EXPECT_EQ(run.malformed, 0U);
  EXPECT_TRUE(run.result && contains(*run.result, "I have looked 2 times")) << run.said();
}

TEST(ActionFormat, EndsWhereThereIsNoPicture) {
  ActionRun run;
  run.sends_none = true;
  run.turns(10);
  EXPECT_EQ(run.most_noops, 2U);
  EXPECT_EQ(run.result, "I see nothing, however often I look.");
}

TEST(ActionFormat, SetsDotsOnACanvasWithTheMistakesThatTheTurnsAllow) {
  for (const std::string name : {"cat", "star", "robot"}) {
    SCOPED_TRACE(name);
    ActionRun run;
    run.surface = "sandbox";
    run.objective = "draw a " + name;
    run.max_steps = 25;
    run.turns(25);
    EXPECT_EQ(run.result, "The " + name +
                              " is finished, as far as clicks can draw it: 18 dots at its "
                              "corners.");
    EXPECT_EQ(run.performed.size(), 18U);
    EXPECT_EQ(run.malformed, 2U);
    EXPECT_EQ(run.most_malformed, 1U);
    EXPECT_EQ(run.most_noops, 1U);
    EXPECT_EQ(count_with(run.complaints, "code fence"), 1);
    EXPECT_EQ(count_with(run.complaints, "text before it: \"My next action is this one:\""), 1);
    EXPECT_EQ(run.complaints.size(), 2U);
  }
}

TEST(ActionFormat, SetsADotAgainThatWasRefused) {
  ActionRun run;
  run.surface = "sandbox";
  run.objective = "draw a star";
  run.turns(4);
  run.loses_clicks = true;
  run.turns(1);
  run.loses_clicks = false;
  run.turns(30);
  EXPECT_TRUE(run.result && contains(*run.result, "18 dots")) << run.said();
  EXPECT_EQ(std::set(run.performed.begin(), run.performed.end()).size(), 18U);
}

TEST(ActionFormat, MakesNoMistakeWhereNoTurnIsLeftToMendIt) {
  ActionRun run;
  run.picture = screen_picture("window_question");
  run.max_steps = 3;
  run.turns(3);
  EXPECT_EQ(run.malformed, 0U);
  EXPECT_TRUE(run.result);
}

TEST(ActionFormat, TakesNoteOfTheOperatorAndOfAnyComplaint) {
  ActionRun run;
  run.picture = screen_picture("window_question");
  run.turns(1);
  run.note = "Mind the\nfile";
  run.turns(1);
  EXPECT_TRUE(
      contains(run.said(), R"("why":"The operator says: \"Mind the file\" Noted. The JSON stands)"))
      << run.said();
  SeenRequest request;
  request.system = R"({"action":"click"} on a black canvas)";
  request.texts = {R"({"picture":{"width":100,"height":100},"actions_history":[],)"
                   R"("complaints":["no such luck"]})"};
  EXPECT_TRUE(contains(decide(request).text, R"("why":"I was told: \"no such luck\" )"));
  request.texts = {R"({"actions_history":[{},{"action":"click {"},7]})"};
  EXPECT_EQ(decide(request).text,
            R"({"action":"done","done":true,"why":"I could set no dot.","confidence":0.9})");
}
}  // namespace
}  // namespace franz::demo_vlm
