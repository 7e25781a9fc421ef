// Runs on a screen that a person uses: here a virtual display, and xdotool is the person.
#include <gtest/gtest.h>
#include <httplib.h>
#include <algorithm>
#include <filesystem>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/run/turn_record.h"
#include "common/wire/message_fields.h"
#include "tests/process/held_demo.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/process/shown_form.h"
#include "tests/process/slow_steps.h"
#include "tests/support/pressed_input.h"
#include "tests/support/virtual_display.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
using Variables = std::vector<std::pair<std::string, std::string>>;

class OwnScreen : public testing::Test {
 protected:
  void SetUp() override {
    auto display = VirtualDisplay::start(Size{1280, 720});
    ASSERT_TRUE(display.ok()) << display.error().message;
    display_ = std::move(display).value();
    person("mousemove 1200 700");
    form_ = std::make_unique<ShownForm>(*display_);
    const auto shown =
        display_->run("xdotool", {"search", "--sync", "--onlyvisible", "--name", "Order"});
    ASSERT_TRUE(shown.ok()) << shown.error().message;
  }

  Variables variables(Variables more = {}) const {
    Variables all = display_->environment();
    all.insert(all.end(), {{"FRANZ_SURFACE_KIND", "desktop"}, {"FRANZ_SURFACE_DISPLAY", "own"}});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  std::vector<std::string> run_of(const std::string& profile, bool yes = true) const {
    std::vector<std::string> arguments{"--upstream", demo_.url, "--profile", profile, kObjective};
    if (yes) arguments.emplace_back("--yes");
    return arguments;
  }

  void person(const std::string& does) const {
    const auto done = display_->run("sh", {"-c", "xdotool " + does});
    EXPECT_TRUE(done.ok()) << does << ": " << (done.ok() ? "" : done.error().message);
  }

  // Triggers a panic by xdotool arguments `how`, or by the page's button if that is empty. Repeats
  // until it is noticed: the watch may not have grabbed the keys yet, and a pointer warp by xdotool
  // is no input event, so the run's own click may hide a single warp.
  bool panics(RunningProxy& proxy, const std::string& how) const {
    if (how.empty()) control(proxy, "panic");
    return wait_until([&] {
      if (!how.empty()) person(how);
      return loop(proxy) == "paused panic";
    });
  }

  // Sends a command as the page does.
  static void control(RunningProxy& proxy, const std::string& command) {
    httplib::Client client("http://" + proxy.address("dashboard"));
    client.set_read_timeout(kLongEnough);
    const auto answer = client.Post("/api/control", {{"X-Franz-Control", "1"}},
                                    R"({"command":")" + command + "\"}", "application/json");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200) << answer->body;
  }

  // State and cause of the loop as the page shows them: "paused takeover", "thinking".
  static std::string loop(RunningProxy& proxy) {
    httplib::Client client("http://" + proxy.address("dashboard"));
    client.set_read_timeout(kLongEnough);
    const auto answer = client.Get("/api/run");
    if (!answer) return "no answer";
    Result<MessageFields> run = MessageFields::parse(answer->body);
    if (!run.ok()) return run.error().message;
    const std::string state = run.value().optional_text("/loop").value_or("none");
    const auto cause = run.value().optional_text("/cause");
    return state + (cause ? " " + *cause : "");
  }

  // The turn that the page shows.
  static std::int64_t shown_turn(RunningProxy& proxy) {
    httplib::Client client("http://" + proxy.address("dashboard"));
    client.set_read_timeout(kLongEnough);
    const auto answer = client.Get("/api/run");
    Result<MessageFields> run = MessageFields::parse(answer ? answer->body : "{}");
    return run.ok() ? run.value().integer("/turn", 0, INT32_MAX, 0) : 0;
  }

  // The pid of the run's acting executor; 0 if none is acting.
  static long long acting(long long pid) {
    for (const long long each : descendants(pid)) {
      const auto words = read_file("/proc/" + std::to_string(each) + "/cmdline");
      if (!words.ok() || words.value().find("/executor") == std::string::npos) continue;
      const bool other = words.value().find("--watch") != std::string::npos ||
                         words.value().find("--release") != std::string::npos;
      if (!other) return each;
    }
    return 0;
  }
  static long long watching(long long pid) {
    for (const long long each : descendants(pid)) {
      const auto words = read_file("/proc/" + std::to_string(each) + "/cmdline");
      if (words.ok() && words.value().find("--watch") != std::string::npos) return each;
    }
    return 0;
  }

  // Waits until the run acts in turn 2, whose reply has several actions, and has done the first
  // one.
  static bool wait_for_second_turn(RunningProxy& proxy) {
    const std::string folder = proxy.run_folder();
    return wait_until([&] {
      const Result<std::string> state = read_file(join_path(folder, "state.json"));
      return state.ok() && state.value().find("\"turn\":2,\"in\"") != std::string::npos &&
             acting(proxy.pid()) != 0;
    });
  }

  static std::string feedback_of(const std::string& folder) {
    std::string all;
    for (const std::string& name : chosen_records(folder)) {
      Result<MessageFields> record = MessageFields::parse(read_of(folder, name));
      if (record.ok()) all += record.value().text("/executor/out/feedback") + "\n";
    }
    return all;
  }

  // Expects a filled form, no pressed keys or buttons, and a record that verify accepts.
  void expect_filled(RunningProxy& proxy) {
    EXPECT_EQ(form_->printed(), kFilled) << proxy.output() << proxy.errors();
    const std::string folder = proxy.run_folder();
    const std::vector<long long> processes = descendants(proxy.pid());
    press_ctrl_c(proxy.pid());
    ASSERT_TRUE(proxy.wait_for_end());
    EXPECT_TRUE(are_gone(processes));
    EXPECT_EQ(what_is_down(display_->name()), "");
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }

  RunningDemo demo_;
  std::unique_ptr<VirtualDisplay> display_;
  std::unique_ptr<ShownForm> form_;
};

class OwnScreenProfiles : public OwnScreen, public testing::WithParamInterface<std::string> {};

// Without approval every executor acts; none only plans.
const Variables kActsWithoutApproval{{"FRANZ_SAFETY_APPROVE", "never"}};

// The person's input, and the reported cause.
const std::vector<std::pair<std::string, std::string>> kPanics{
    {"mousemove 0 0", "panic: the pointer is in the corner"},
    {"key ctrl+alt+Pause", "panic: the key"},
    {"", "panic: the button"}};
const std::string kGoOn = "mousemove 1200 700 key ctrl+alt+shift+Pause";
const std::string kPanicWarning = "WARNING: a person stopped all input.";
}  // namespace

TEST_P(OwnScreenProfiles, FillInAForm) {
  RunningProxy proxy(run_of(GetParam()), variables());
  EXPECT_EQ(form_->printed(), kFilled) << proxy.output() << proxy.errors();
  EXPECT_EQ(proxy.output().find("paused"), std::string::npos)
      << "our own input must not count as the person's";
  expect_filled(proxy);
  const std::string record = read_of(proxy.run_folder(), "turn_0001.json");
  EXPECT_NE(record.find("\"desktop\":{\"display\":\"" + display_->name() + "\""),
            std::string::npos);
  EXPECT_NE(record.find(R"("person":true,"takeover":true)"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, OwnScreenProfiles,
                         testing::Values("franz", "narrative", "toolcall", "pilot", "qwen",
                                         "uitars", "pyautogui", "holo", "glm", "anthropic",
                                         "openai"),
                         [](const auto& row) { return row.param; });

TEST_F(OwnScreen, IsActedOnByAnOrchestratorAlone) {
  const RunningDemo demo;
  RunningProgram alone("orchestrator",
                       {"--vlm", demo.url, "--run-dir", test_folder() + "/run", "--profile",
                        "pilot", "--yes", kObjective},
                       variables());
  EXPECT_EQ(form_->printed(), kFilled) << alone.output() << alone.errors();
  press_ctrl_c(alone.pid());
  EXPECT_TRUE(alone.wait_for_end());
}

TEST_F(OwnScreen, ThatIsMissingIsRefusedWithAReason) {
  const struct {
    std::string wayland_display;
    int code;
    std::string said;
  } cases[] = {
      {"", 2, "this is a Wayland session, but WAYLAND_DISPLAY is not set"},
      {"wayland-missing", 3, "wayland-missing: "},
  };
  for (const auto& [wayland_display, code, said] : cases) {
    RunningProxy wayland(run_of("pilot"), variables({{"WAYLAND_DISPLAY", wayland_display},
                                                     {"XDG_SESSION_TYPE", "wayland"}}));
    const auto end = wayland.wait_for_end();
    ASSERT_TRUE(end) << said;
    EXPECT_EQ(end->code, code) << wayland.errors();
    EXPECT_NE(wayland.errors().find(said), std::string::npos) << wayland.errors();
  }
}

// Nothing is connected to: the settings alone decide.
TEST_F(OwnScreen, ASettingThatTheScreenCannotKeepIsRefusedByName) {
  const struct {
    std::pair<std::string, std::string> set;
    std::string said;
  } cases[] = {
      {{"FRANZ_SAFETY_TAKEOVER", "on"},
       "[safety] takeover = on (FRANZ_SAFETY_TAKEOVER): on a Wayland session FRANZ does not notice "
       "a person"},
      {{"FRANZ_SURFACE_ONLY_WINDOWS", R"(["Order"])"}, "input cannot be limited to some"},
  };
  for (const auto& [set, said] : cases) {
    RunningProxy wayland(run_of("pilot"), variables({{"WAYLAND_DISPLAY", "wayland-0"}, set}));
    const auto end = wayland.wait_for_end();
    ASSERT_TRUE(end) << said;
    EXPECT_EQ(end->code, 2);
    EXPECT_NE(wayland.errors().find(said), std::string::npos) << wayland.errors();
  }
}

TEST_F(OwnScreen, AStartIsAnnouncedAndBeginsOnResume) {
  RunningProxy proxy(run_of("pilot", false), variables({{"FRANZ_SAFETY_COUNTDOWN_S", "3600"}}));
  EXPECT_NE(
      proxy.wait_for("paused: the run begins on your screen " + display_->name() + " in 3600 s"),
      "")
      << proxy.output() << proxy.errors();
  EXPECT_TRUE(wait_until([&] { return loop(proxy) == "paused countdown"; })) << loop(proxy);
  control(proxy, "pause");
  EXPECT_TRUE(wait_until([&] { return loop(proxy) == "paused"; })) << loop(proxy);
  control(proxy, "resume");
  expect_filled(proxy);
}

TEST_F(OwnScreen, APersonCanTakeOver) {
  SlowSteps steps;
  RunningProxy proxy(steps.added_to(run_of("narrative")), variables(kActsWithoutApproval));
  ASSERT_TRUE(wait_for_second_turn(proxy)) << proxy.output() << proxy.errors();
  // While the executor acts or waits between two actions.
  EXPECT_TRUE(wait_until([&] {
    person("mousemove_relative -- -3 -2");
    return loop(proxy) == "paused takeover";
  })) << proxy.output();
  EXPECT_NE(proxy.wait_for("paused: the person at the screen took over"), "");
  EXPECT_EQ(what_is_down(display_->name()), "");
  // An executor just started for the next turn may still look like an acting one.
  EXPECT_TRUE(wait_until([&] { return acting(proxy.pid()) == 0; }));
  steps.hurry();
  control(proxy, "resume");
  EXPECT_NE(proxy.wait_for("turn   3"), "") << proxy.output();
  press_ctrl_c(proxy.pid());  // the files are written after the line
  ASSERT_TRUE(proxy.wait_for_end());
  const std::string folder = proxy.run_folder();
  EXPECT_NE(feedback_of(folder).find("-- the person at the screen took over"), std::string::npos)
      << feedback_of(folder);
  const std::string record = read_of(folder, "turn_0002.json");
  EXPECT_NE(record.find("\"takeover\":true"), std::string::npos);
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

TEST_F(OwnScreen, AnEditOfTheSettingsDisablesNoSafetyFeature) {
  const std::string config = test_folder() + "/config.ini";
  ASSERT_TRUE(replace_file(config, "[safety]\ntakeover = on\n", Durability::buffered).ok());
  std::vector<std::string> arguments = run_of("pilot");
  arguments.insert(arguments.end(), {"--config", config});
  RunningProxy proxy(arguments, variables({{"FRANZ_AGENT_LOOP_DELAY_MS", "200"}}));
  EXPECT_NE(proxy.wait_for("turn   1"), "") << proxy.output() << proxy.errors();
  ASSERT_TRUE(
      replace_file(config, "[safety]\ntakeover = off\napprove = never\n", Durability::buffered)
          .ok());
  EXPECT_NE(proxy.wait_for("[safety] takeover: off has no effect"), "")
      << proxy.output() << proxy.errors();
  EXPECT_NE(proxy.wait_for("[safety] approve: never has no effect"), "");
}

TEST_F(OwnScreen, MovingTheMouseDuringAReplyIsNoTakeover) {
  HeldDemo demo;
  std::vector<std::string> arguments = run_of("pilot");
  arguments[1] = demo.url();
  RunningProxy proxy(arguments, variables());
  for (const int turn : {1, 2}) {
    // Waits for this turn's state: the previous turn's is shown until the next one begins.
    ASSERT_TRUE(wait_until([&] {
      return loop(proxy) == "thinking" && shown_turn(proxy) == turn && acting(proxy.pid()) == 0;
    }));
    person("mousemove_relative -- -1 0");
    demo.release(1);
    EXPECT_NE(proxy.wait_for("turn   " + std::to_string(turn)), "") << proxy.output();
  }
  EXPECT_EQ(proxy.output().find("took over"), std::string::npos) << proxy.output();
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
}

// Takeover is off because it would come first while the executor acts.
TEST_F(OwnScreen, APanicPausesTheRunAndAKeyResumesIt) {
  for (const auto& [does, why] : kPanics) {
    SCOPED_TRACE(why);
    const SlowSteps steps;
    Variables more = kActsWithoutApproval;
    more.emplace_back("FRANZ_SAFETY_TAKEOVER", "off");
    RunningProxy proxy(steps.added_to(run_of("narrative")), variables(more));
    ASSERT_TRUE(wait_for_second_turn(proxy)) << proxy.output() << proxy.errors();
    EXPECT_TRUE(panics(proxy, does)) << loop(proxy);
    EXPECT_NE(proxy.wait_for("paused: " + why), "") << proxy.output();
    EXPECT_EQ(acting(proxy.pid()), 0);
    EXPECT_EQ(what_is_down(display_->name()), "");
    const std::string folder = proxy.run_folder();
    steps.hurry();
    person(kGoOn);
    EXPECT_NE(proxy.wait_for("turn   3"), "") << proxy.output();
    press_ctrl_c(proxy.pid());
    ASSERT_TRUE(proxy.wait_for_end());
    const std::string feedback = feedback_of(folder);
    EXPECT_NE(feedback.find(kPanicWarning), std::string::npos) << feedback;
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }
}

// Nothing was interrupted, so the feedback has no warning.
TEST_F(OwnScreen, APanicDuringAReplyPausesTheRunUntilAKey) {
  HeldDemo demo;
  std::vector<std::string> arguments = run_of("narrative");
  arguments[1] = demo.url();
  RunningProxy proxy(arguments, variables({{"FRANZ_SAFETY_TAKEOVER", "off"}}));
  for (const auto& [does, why] : kPanics) {
    SCOPED_TRACE(why);
    ASSERT_TRUE(wait_until([&] { return loop(proxy) == "thinking"; })) << loop(proxy);
    EXPECT_TRUE(panics(proxy, does)) << loop(proxy);
    EXPECT_NE(proxy.wait_for("paused: " + why), "") << proxy.output();
    // An executor just started for the next turn may still look like an acting one.
    EXPECT_TRUE(wait_until([&] { return acting(proxy.pid()) == 0; }));
    EXPECT_EQ(what_is_down(display_->name()), "");
    person(kGoOn);
  }
  const std::string folder = proxy.run_folder();
  demo.release(HeldDemo::kAll);
  EXPECT_NE(proxy.wait_for("turn   1"), "") << proxy.output();
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  const std::string feedback = feedback_of(folder);
  EXPECT_EQ(feedback.find(kPanicWarning), std::string::npos) << feedback;
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

TEST_F(OwnScreen, APanicSurvivesACrash) {
  RunningProxy proxy(run_of("pilot"), variables());
  ASSERT_TRUE(panics(proxy, "key ctrl+alt+Pause")) << loop(proxy);
  const long long orchestrator = descendant_named(proxy.pid(), "orchestrator");
  kill_hard(orchestrator);
  EXPECT_TRUE(wait_until([&] {
    const long long now = descendant_named(proxy.pid(), "orchestrator");
    return now != 0 && now != orchestrator && loop(proxy) == "paused";
  })) << loop(proxy);
  control(proxy, "resume");
  expect_filled(proxy);
}

TEST_F(OwnScreen, PausesUntilItIsWatchedAgain) {
  HeldDemo demo;
  std::vector<std::string> arguments = run_of("pilot");
  arguments[1] = demo.url();
  RunningProxy proxy(arguments, variables());
  ASSERT_TRUE(wait_until([&] { return loop(proxy) == "thinking"; }));
  const long long watch = watching(proxy.pid());
  ASSERT_NE(watch, 0);
  kill_hard(watch);
  EXPECT_NE(proxy.wait_for("paused: the screen is not watched for a panic: executor --watch ended "
                           "by signal 9; it is started again"),
            "")
      << proxy.output() << proxy.errors();
  EXPECT_TRUE(wait_until([&] { return loop(proxy) == "thinking"; })) << "it must resume by itself";
  EXPECT_TRUE(wait_until([&] { return watching(proxy.pid()) != 0; }));
  EXPECT_NE(watching(proxy.pid()), watch);
  demo.release(HeldDemo::kAll);
  expect_filled(proxy);
}
}  // namespace franz
