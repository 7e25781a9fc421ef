#include "proxy/demo_vlm/screen/screen_mind.h"
#include "common/tools/surface_facts.h"
#include "proxy/demo_vlm/screen/form_texts.h"
#include "tests/proxy/demo_vlm/screen_pictures.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
namespace {
using State = ScreenPlan::State;

TEST(FormTexts, AreWhatTheObjectiveGives) {
  const struct {
    const char* objective;
    std::vector<std::string> texts;
  } rows[] = {
      {"Fill in the form: Name = Ada, City = Köln", {"Ada", "Köln"}},
      {"Name=Ada; City = \"Köln, am Rhein\".", {"Ada", "Köln, am Rhein"}},
      {"Fill in the form:\nName = Ada Lovelace\nCity = 東京.\n", {"Ada Lovelace", "東京."}},
      {"Name = , City = Rom.", {"Rom"}},
      {"Name = 'O'Hara, City = \"open", {"O", "\"open"}},
      {"Fill in the form", {}},
      {"=", {}},
      {"", {}},
  };
  for (const auto& row : rows) EXPECT_EQ(texts_given(row.objective), row.texts) << row.objective;
}

TEST(FormTexts, AreUsualOnesOtherwiseSomeOfThemNotAscii) {
  EXPECT_EQ(usual_text(0), "Ada Lovelace");
  EXPECT_EQ(usual_text(1), "Köln");
  EXPECT_EQ(usual_text(3), "東京");
  EXPECT_EQ(usual_text(5), usual_text(0));
}

// "click 668,332; type Ada", places in whole pixels.
std::string text_of(const ScreenPlan& plan) {
  std::string text;
  for (const ScreenAction& action : plan.actions) {
    if (!text.empty()) text += "; ";
    text += action.kind == ScreenAction::Kind::type
                ? "type " + action.text
                : "click " + std::to_string(static_cast<int>(action.at.x)) + "," +
                      std::to_string(static_cast<int>(action.at.y));
  }
  return text;
}

TEST(ScreenMind, FillsTheFirstEmptyFieldThenConfirms) {
  const std::string objective = "Fill in the form: Name = Ada, City = Köln, Street = Ring 1";
  const struct {
    const char* picture;
    std::string objective, actions, progress;
  } rows[] = {
      {"form_empty", objective, "click 667,332; type Ada",
       "[>] field 1  [ ] field 2  [ ] field 3  [ ] button"},
      {"form_one", objective, "click 667,372; type Köln",
       "[x] field 1  [>] field 2  [ ] field 3  [ ] button"},
      {"form_full", objective, "click 715,455",
       "[x] field 1  [x] field 2  [x] field 3  [>] button"},
      {"form_one", "Fill it in", "click 667,372; type Köln",
       "[x] field 1  [>] field 2  [ ] field 3  [ ] button"},
      // Fields of which the objective says nothing stay empty.
      {"form_one", "Name = Ada", "click 715,455",
       "[x] field 1  [ ] field 2  [ ] field 3  [>] button"},
      {"question", "", "click 685,415", "[>] button"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.picture);
    const ScreenPlan plan =
        plan_on_screen(look_at_screen(screen_picture(row.picture)), row.objective, {});
    EXPECT_EQ(plan.state, State::act);
    EXPECT_EQ(text_of(plan), row.actions);
    EXPECT_EQ(plan.progress, row.progress);
  }
}

TEST(ScreenMind, WaitsAndGivesUpWhereThereIsNothing) {
  const ScreenSeen seen = look_at_screen(screen_picture("terminal"));
  EXPECT_EQ(plan_on_screen(seen, "", {}).state, State::wait);
  EXPECT_EQ(plan_on_screen(seen, "", {.waits = 2}).state, State::wait);
  EXPECT_EQ(plan_on_screen(seen, "", {.waits = 3}).state, State::done);
  // What it acted on is gone: that is looked at twice.
  EXPECT_EQ(plan_on_screen(seen, "", {.acted = true}).state, State::wait);
  EXPECT_EQ(plan_on_screen(seen, "", {.acted = true, .waits = 1}).state, State::done);
}

TEST(ScreenMind, BelievesUnderAMarkWhatItRemembers) {
  ScreenSeen seen{{1280, 720}, {}, FormSeen{}};
  seen.form->fields = {{{100, 100, 160, 30}, FormField::State::hidden}};
  seen.form->confirm = PixelBox{100, 200, 80, 30};
  EXPECT_EQ(plan_on_screen(seen, "", {}).state, State::wait);
  EXPECT_EQ(text_of(plan_on_screen(seen, "", {.waits = 1})), "click 179,114; type Ada Lovelace");
  EXPECT_EQ(text_of(plan_on_screen(seen, "", {.typed = ScreenPlace{180, 115}})), "click 139,214");
}

TEST(ScreenMind, ClicksAFewTargetsAtOnceAndNoneThatIsHalfCovered) {
  ScreenSeen seen{{1280, 720}, {.there = true}, std::nullopt};
  for (int i = 0; i < 5; ++i) seen.card.to_do.push_back({100.0 * i, 50, true});
  EXPECT_EQ(text_of(plan_on_screen(seen, "", {})),
            "click 0,50; click 100,50; click 200,50; click 300,50");
  seen.card.to_do = {{10, 20, true}, {30, 40, false}};
  EXPECT_EQ(text_of(plan_on_screen(seen, "", {})), "click 10,20");
  seen.card.to_do = {{30, 40, false}};
  EXPECT_EQ(plan_on_screen(seen, "", {}).state, State::wait);
  EXPECT_EQ(text_of(plan_on_screen(seen, "", {.waits = 1})), "click 30,40");
  seen.card.to_do = {};
  EXPECT_EQ(plan_on_screen(seen, "", {}).state, State::wait);
  seen.card.finished = true;
  EXPECT_EQ(plan_on_screen(seen, "", {}).state, State::done);
}

TEST(ScreenMind, KnowsARealScreenByTheWordsAndElseByThePicture) {
  const std::string sandbox(find_surface_facts("sandbox")->seen);
  const std::string desktop(find_surface_facts("desktop")->seen);
  const auto request = [](const std::string& system, std::optional<Picture> picture) {
    SeenRequest seen;
    seen.system = system;
    seen.picture = std::move(picture);
    return seen;
  };
  EXPECT_TRUE(is_on_screen(request("You see " + desktop + ".", black(512, 288))));
  EXPECT_TRUE(is_on_screen(request("You see " + desktop + ".", std::nullopt)));
  EXPECT_FALSE(is_on_screen(request("You see " + sandbox + ".", screen_picture("form_one"))));
  EXPECT_FALSE(is_on_screen(request("You draw on a black canvas.", screen_picture("form_one"))));
  EXPECT_TRUE(is_on_screen(request("", screen_picture("form_one"))));
  EXPECT_FALSE(is_on_screen(request("", black(512, 288))));
  EXPECT_FALSE(is_on_screen(request("", std::nullopt)));
}
}  // namespace
}  // namespace franz::demo_vlm
