#include <gtest/gtest.h>
#include "common/base/json.h"
#include "common/memory/history.h"
#include "common/memory/sst.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/log_entry.h"
#include "common/run/run_files.h"
#include "common/run/run_objective_app.h"
#include "common/wire/state_file.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
constexpr Memory kForgets{"forgets", Need::last_reply, PictureDue::always, sst_messages};
constexpr Memory kKeeps{"keeps", Need::all_steps, PictureDue::always, history_messages};
constexpr Memory kNeeds{"needs", Need::all_steps, PictureDue::always, history_messages, true};

// A run folder whose files contain these objectives.
std::string run_folder(const std::optional<std::string>& of_state, const std::string& of_run) {
  std::string folder = join_path(kTestOut, "objective-" + random_hex(8));
  EXPECT_TRUE(make_folders(folder).ok());
  LoopState state;
  state.objective = of_state;
  EXPECT_TRUE(append_file(join_path(folder, "state.json"), to_json(state)).ok());
  BeginEntry begin;
  begin.run = "5f0c";
  begin.in_force.settings = JsonObject().text("agent.objective", of_run).finish();
  EXPECT_TRUE(append_file(join_path(folder, kRunLog), LogChain().line("t", begin) + "\n").ok());
  return folder;
}

// Gives these answers, then ends the input.
AskPerson answers(std::vector<std::string> lines) {
  return [lines = std::move(lines), next = std::size_t{0}](
             const std::string& question) mutable -> std::optional<std::string> {
    EXPECT_EQ(question, "What should the model do? ");
    if (next == lines.size()) return std::nullopt;
    return lines[next++];
  };
}

// "flag: objective" of the last flag with an objective, "-" if none; "! " and the error.
std::string held(const std::string& folder, const Memory& memory, const std::string& of_settings,
                 const AskPerson& ask_person, std::vector<FlagValue> flags = {},
                 const std::string& surface = "sandbox") {
  Settings settings;
  settings.agent.profile = "pilot";
  settings.agent.objective = of_settings;
  settings.surface.kind = surface;
  const Status status = hold_objective(folder, memory, settings, ask_person, flags);
  if (!status.ok()) return "! " + status.error().message;
  for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag)
    if (flag->section == "agent" && flag->key == "objective")
      return flag->flag + ": " + flag->value;
  return "-";
}

const std::string kMissing =
    "! the profile pilot needs an objective: give it as a bare argument (\"Draw a cat\"), by "
    "--objective TEXT, or by [agent] objective in config.ini";

TEST(RunObjective, IsNeededOnARealScreen) {
  EXPECT_EQ(held("", kForgets, "", {}, {}, "desktop"),
            "! a run on the desktop" + kMissing.substr(kMissing.find(" needs")));
  EXPECT_EQ(held("", kForgets, "", answers({"fill it"}), {}, "desktop"), "--objective: fill it");
  EXPECT_EQ(held("", kForgets, "fill it", {}, {}, "desktop"), "-");
}

TEST(RunObjective, OfANewRunIsAskedForOnlyIfNeededAndNotSet) {
  EXPECT_EQ(held("", kForgets, "", answers({"x"})), "-");
  EXPECT_EQ(held("", kKeeps, "", answers({"x"})), "-");
  EXPECT_EQ(held("", kNeeds, "draw a star", answers({"x"})), "-");
  EXPECT_EQ(held("", kNeeds, "", answers({"x"})), "--objective: x");
  EXPECT_EQ(held("", kNeeds, " \n", answers({"", " \t", " draw a c\u00e4t "})),
            "--objective: draw a c\u00e4t");
}

TEST(RunObjective, IfMissingIsRefusedWithTheWaysToGiveOne) {
  EXPECT_EQ(held("", kNeeds, "", {}), kMissing);
  EXPECT_EQ(held("", kNeeds, "", answers({})), kMissing);
  EXPECT_EQ(held("", kNeeds, "", answers({"", "  "})), kMissing);
  EXPECT_EQ(held("", kNeeds, "", {}, {{"--objective", "agent", "objective", ""}}), kMissing);
  EXPECT_EQ(held(join_path(kTestOut, "no-such-run"), kNeeds, "", {}), kMissing);
}

TEST(RunObjective, OfAResumedRunIsItsOwn) {
  const std::string own = run_folder("draw a cat", "draw a fish");
  EXPECT_EQ(held(own, kNeeds, "", {}), "state.json: draw a cat");
  EXPECT_EQ(held(own, kNeeds, "draw a star", {}), "state.json: draw a cat");
  EXPECT_EQ(held(own, kKeeps, "draw a star", {}), "state.json: draw a cat");
  EXPECT_EQ(held(own, kForgets, "draw a star", {}), "-");
  EXPECT_EQ(held(own, kNeeds, "a house", {}, {{"--objective", "agent", "objective", "a house"}}),
            "--objective: a house")
      << "the loop tells that the conversation keeps its own";
}

TEST(RunObjective, OfARunKilledBeforeItsFirstTurnComesFromItsSettings) {
  const std::string none_yet = run_folder(std::nullopt, "draw a fish");
  EXPECT_EQ(held(none_yet, kNeeds, "", {}), "run.jsonl: draw a fish");
  EXPECT_EQ(held(none_yet, kKeeps, "draw a star", {}), "-");
  EXPECT_EQ(held(run_folder(std::nullopt, ""), kNeeds, "", answers({"x"})), "--objective: x");
}
}  // namespace
}  // namespace franz
