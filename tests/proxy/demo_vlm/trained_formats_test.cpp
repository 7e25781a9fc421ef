#include <gtest/gtest.h>
#include "common/wire/api/apis.h"
#include "proxy/demo_vlm/format/format.h"
#include "tests/proxy/demo_vlm/format_checks.h"
#include "tests/proxy/demo_vlm/trained_run.h"

namespace franz::demo_vlm {
namespace {
struct Profile {
  const char* name;
  Coordinates coordinates;
  // Its mistakes: what the forms of its replies are called, and what it is told of the others.
  std::vector<std::string> forms, complaints;
  const char* memory = name;
  const char* api = "chat";
  // How it ends, where its last action can say so.
  const char* finished = "The cat is finished";
  const char* gave_up = "drag is switched off";
};

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> all = {
      {"qwen",
       {Coordinates::Kind::relative, 999, 0},
       {"tool_call_json", "tool_call_xml", "tool_calls", "unclosed_tag", "python_literals",
        "no_tags"},
       {"there is no action \"left_clck_drag\"; did you mean left_click_drag?"}},
      {"uimate",
       {Coordinates::Kind::relative, 999, 0},
       {"tool_call_xml", "no_tags"},
       {"spot"},
       "uimate",
       "chat",
       "success",
       "failure"},
      {"uitars",
       {Coordinates::Kind::pixels, 1000, 28},
       {"box_call", "point_call", "seed_tool_call", "no_action_label", "unclosed_call"},
       {"drg"}},
      {"pyautogui",
       {Coordinates::Kind::pixels, 1000, 28},
       {"code_block", "imports", "unclosed_block", "no_fence", "no_module"},
       {"loop"}},
      {"holo",
       {},
       {"holo_json", "code_fence", "unclosed_json", "flat_call", "text_around"},
       {"drag_and_drip"}},
      {"glm",
       {Coordinates::Kind::relative, 999, 0},
       {"box_call", "no_box", "unclosed_box", "json_action", "unclosed_call"},
       {"left_drg"},
       "glm",
       "chat",
       "success",
       "failure"},
      {"anthropic",
       {Coordinates::Kind::pixels, 1000, 0},
       {"computer", "toolset", "unclosed_json"},
       {"zoom is not available"},
       "history"},
      {"openai",
       {Coordinates::Kind::pixels, 1000, 0},
       {"actions", "action"},
       {"the mouse has no button back"},
       "openai",
       "responses"},
      {"openai_preview",
       {Coordinates::Kind::pixels, 1000, 0},
       {"action"},
       {"the mouse has no button back"},
       "openai",
       "responses"},
  };
  return all;
}

TrainedRun run_of(const Profile& profile) {
  TrainedRun run(profile.name);
  run.coordinates = profile.coordinates;
  run.picture = black(308, 168);  // on the grid
  run.memory_name = profile.memory;
  run.api = find_api(profile.api);
  if (run.profile == "openai_preview") run.prompt_name = "openai";
  return run;
}
}  // namespace

TEST(TrainedFormats, DrawTheWholeCatMakeTheirMistakesAndMendThem) {
  for (const Profile& profile : profiles()) {
    SCOPED_TRACE(profile.name);
    TrainedRun run = run_of(profile);
    run.turns(150);
    ASSERT_TRUE(run.result) << run.said();
    EXPECT_TRUE(contains(*run.result, profile.finished)) << *run.result;
    expect_whole(run.picture, drawings_in_few_strokes().front());
    for (const std::string& form : profile.forms) EXPECT_TRUE(run.forms.contains(form)) << form;
    for (const std::string& complaint : profile.complaints)
      EXPECT_EQ(count_with(run.told, complaint), 1) << complaint;
    EXPECT_EQ(count_with(run.told, "NOT DONE"),
              static_cast<std::ptrdiff_t>(profile.complaints.size()));
  }
}

TEST(TrainedFormats, DrawTheSameStrokesInEveryFormat) {
  const Drawing& star = *find_drawing("star", drawings_in_few_strokes());
  std::vector<std::string> strokes;
  for (const Part& part : star.parts)
    for (const PlannedCall& call : part.calls) strokes.push_back(to_text(call));
  for (const Profile& profile : profiles()) {
    SCOPED_TRACE(profile.name);
    TrainedRun run = run_of(profile);
    run.objective = "draw a star";
    run.turns(60);
    ASSERT_TRUE(run.result) << run.said();
    for (const std::string& each : run.drawn) {
      const Call call = parse_canonical_call(each).value();
      std::string nearest = std::string(tool_of(call.tool).name) + "(";
      for (const Argument& argument : call.arguments) {
        const std::size_t index = static_cast<std::size_t>(&argument - call.arguments.data());
        nearest += (index > 0 ? ", " : "");
        nearest += std::holds_alternative<std::string>(argument)
                       ? quote_json(std::get<std::string>(argument))
                       : std::to_string(std::lround(number_at(call, index)));
      }
      EXPECT_EQ(std::ranges::count(strokes, nearest + ")"), 1) << each;
    }
    // A text has its click in front of it again.
    EXPECT_EQ(std::set(run.drawn.begin(), run.drawn.end()).size(), strokes.size());
  }
}

TEST(TrainedFormats, DrawAgainWhatLeftNoInk) {
  for (const Profile& profile : profiles()) {
    SCOPED_TRACE(profile.name);
    TrainedRun first = run_of(profile);
    first.objective = "draw a star";
    first.turns(60);
    TrainedRun run = run_of(profile);
    run.objective = "draw a star";
    run.lost = {first.drawn.at(3)};
    run.turns(60);
    ASSERT_TRUE(run.result) << run.said();
    EXPECT_EQ(std::ranges::count(run.drawn, first.drawn.at(3)), 2);
  }
}

TEST(TrainedFormats, SayWhatTheyCannotGoOnWithout) {
  for (const Profile& profile : profiles()) {
    SCOPED_TRACE(profile.name);
    TrainedRun run = run_of(profile);
    run.switched_off = {"drag"};
    run.note = "Hurry.";
    run.turns(10);
    ASSERT_TRUE(run.result) << run.said();
    EXPECT_TRUE(contains(*run.result, profile.gave_up)) << *run.result;
  }
}

TEST(TrainedFormats, TakeNoteOfTheOperator) {
  for (const Profile& profile : profiles()) {
    SCOPED_TRACE(profile.name);
    TrainedRun run = run_of(profile);
    run.turns(3);
    run.note = "Draw faster.";
    run.turn();
    EXPECT_TRUE(contains(run.said(), "Draw faster.")) << run.said();
  }
}

TEST(PlaceWriter, WritesAsShortAsSaysTheSamePlace) {
  const PlaceWriter thousandths({}, {100, 100});
  EXPECT_EQ(thousandths.x({350, 0}), "350");
  const PlaceWriter grid({Coordinates::Kind::relative, 999, 0}, {100, 100});
  EXPECT_EQ(grid.x({1000, 0}), "999");
  EXPECT_EQ(grid.y({0, 350}), "349.65");
  const PlaceWriter pixels({Coordinates::Kind::pixels, 1000, 28}, {1036, 588});
  EXPECT_EQ(pixels.x({1000, 0}), "1035");
  EXPECT_EQ(pixels.x({350, 0}), "362.25");
  const PlaceWriter share({Coordinates::Kind::relative, 1, 0}, {100, 100});
  EXPECT_EQ(share.x({500, 0}), "0.5");
}
}  // namespace franz::demo_vlm
