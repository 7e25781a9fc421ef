#include "proxy/demo_vlm/screen/screen_policy.h"
#include "common/tools/surface_facts.h"
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

TEST(ScreenPolicy, FillsTheFirstEmptyFieldThenConfirms) {
  const std::string objective =
      "Fill in the form: Name = Ada, City = Köln, Street = Hinten im langen Garten";
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

TEST(ScreenPolicy, WaitsAndGivesUpWhereThereIsNothing) {
  const ScreenSeen seen = look_at_screen(screen_picture("terminal"));
  EXPECT_EQ(plan_on_screen(seen, "", {}).state, State::wait);
  EXPECT_EQ(plan_on_screen(seen, "", {.waits = 2}).state, State::wait);
  EXPECT_EQ(plan_on_screen(seen, "", {.waits = 3}).state, State::done);
  // What it acted on is gone: that is looked at twice.
  const PlanPoint button{559, 634};
  EXPECT_EQ(plan_on_screen(seen, "", {.acted = true, .confirmed = button}).state, State::wait);
  const ScreenPlan gone =
      plan_on_screen(seen, "", {.acted = true, .waits = 1, .confirmed = button});
  EXPECT_EQ(gone.state, State::done);
  EXPECT_TRUE(gone.success);
  // A form that goes away by itself was not submitted.
  const ScreenPlan lost = plan_on_screen(seen, "", {.acted = true, .waits = 1, .typed = {0}});
  EXPECT_EQ(lost.state, State::done);
  EXPECT_FALSE(lost.success);
}

TEST(ScreenPolicy, SubmitsOnceAndOnlyWhatItSees) {
  const std::string objective = "Fill in the form: Name = Ada, City = Köln, Street = ";
  const ScreenSeen full = look_at_screen(screen_picture("form_full"));
  const ScreenPlan submit = plan_on_screen(full, objective + "Hinten im langen Garten", {});
  const ScreenPast after = read_screen_past(submit.seen + " " + submit.next);
  ASSERT_TRUE(after.confirmed);
  EXPECT_EQ(*after.confirmed, (PlanPoint{559, 634}));
  // The dialog does not go away: it waits, and ends without a second click.
  std::string said = submit.next;
  std::size_t waits = 0;
  ScreenPlan plan;
  for (; waits < 20 && plan.state == State::wait; ++waits, said += "\n" + plan.next)
    plan = plan_on_screen(full, objective + "Hinten im langen Garten", read_screen_past(said));
  EXPECT_EQ(waits, 11U);
  EXPECT_EQ(plan.state, State::done);
  EXPECT_FALSE(plan.success);
  EXPECT_TRUE(plan.next.starts_with("I could not finish: the dialog is still there")) << plan.next;
  // A text that is much longer than the one to be typed is another text.
  const ScreenPlan other = plan_on_screen(full, objective + "Ring 1", {});
  EXPECT_EQ(other.state, State::done);
  EXPECT_FALSE(other.success);
}

TEST(ScreenPolicy, TakesNoPointerInAnEmptyFieldForItsText) {
  const std::string objective = "Fill in the form: Name = Grace Hopper";
  const PixelBox field{558, 357, 166, 32};
  // In pixels of the field: an I-beam as most themes draw it, one with a light rim and a large one.
  const struct {
    int left, top, height, foot, stroke;
  } pointers[] = {{60, 5, 16, 3, 1}, {60, 4, 22, 4, 2}, {3, 9, 16, 3, 2}, {80, 2, 28, 5, 3}};
  for (const auto& each : pointers) {
    SCOPED_TRACE(each.height);
    Picture picture = screen_picture("entry_empty");
    const int left = field.left + each.left, top = field.top + each.top;
    for (int y = 0; y < each.height; ++y) {
      const bool is_foot = y < 2 || y >= each.height - 2;
      const int reach = is_foot ? each.foot : 0;
      for (int x = -reach; x < each.stroke + reach; ++x) paint(picture, left + x, top + y, 0, 0, 0);
    }
    const ScreenPlan plan = plan_on_screen(look_at_screen(picture), objective, {});
    EXPECT_EQ(text_of(plan), "click 640,372; type Grace Hopper");
  }
  // It looks for its text before it types again or submits.
  const ScreenSeen empty = look_at_screen(screen_picture("entry_empty"));
  EXPECT_EQ(plan_on_screen(empty, objective, {.acted = true, .typed = {0}}).state, State::wait);
  EXPECT_EQ(plan_on_screen(empty, objective, {.acted = true, .waits = 1, .typed = {0}}).state,
            State::act);
  const ScreenPlan end =
      plan_on_screen(empty, objective, {.acted = true, .waits = 10, .typed = {0, 0}});
  EXPECT_EQ(end.state, State::done);
  EXPECT_FALSE(end.success);
}

TEST(ScreenPolicy, BelievesUnderAMarkWhatItRemembers) {
  ScreenSeen seen{{1280, 720}, {}, FormSeen{}};
  seen.form->fields = {{{100, 100, 160, 30}, FormField::State::hidden}};
  seen.form->confirm = PixelBox{100, 200, 80, 30};
  EXPECT_EQ(plan_on_screen(seen, "", {}).state, State::wait);
  EXPECT_EQ(text_of(plan_on_screen(seen, "", {.waits = 1})), "click 179,114; type Ada Lovelace");
  EXPECT_EQ(text_of(plan_on_screen(seen, "", {.typed = {0}})), "click 139,214");
}

TEST(ScreenPolicy, ClicksAFewTargetsAtOnceAndNoneThatIsHalfCovered) {
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

TEST(ScreenPolicy, KnowsARealScreenByTheWordsAndElseByThePicture) {
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
