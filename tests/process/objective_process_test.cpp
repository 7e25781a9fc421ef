// The objective: given as a bare argument, kept by a run, missing. And the settings file that a
// first start writes.
#include <gtest/gtest.h>
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/settings/settings.h"
#include "common/wire/message_fields.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
std::string field_of(const std::string& folder, const std::string& file,
                     const std::string& pointer) {
  Result<MessageFields> fields = MessageFields::parse(read_of(folder, file));
  EXPECT_TRUE(fields.ok()) << file;
  return fields.ok() ? fields.value().text(pointer) : "";
}

TEST(Objective, IsABareArgumentAndSurvivesTheOrchestrator) {
  RunningProxy proxy({"--upstream", "demo", "--turns", "4", "draw a star"});
  EXPECT_NE(proxy.wait_for("turn   2 "), "");
  kill_hard(descendant_named(proxy.pid(), "orchestrator"));
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  EXPECT_EQ(setting_of(folder, "agent.objective"), "draw a star");
  EXPECT_EQ(source_of(folder, "agent.objective"), "--objective");
  EXPECT_EQ(field_of(folder, "turn_0001.json", "/memory/objective"), "draw a star");
  EXPECT_EQ(field_of(folder, "turn_0004.json", "/memory/objective"), "draw a star");

  RunningDemo demo;
  const std::string alone = join_path(test_folder(), "alone");
  const ProgramResult result = run_program_of_ours(
      "orchestrator", {"draw a fish", "--vlm", demo.url, "--run-dir", alone, "--turns", "1"});
  EXPECT_EQ(result.code, 0) << result.errors;
  EXPECT_EQ(field_of(alone, "turn_0001.json", "/memory/objective"), "draw a fish");
  for (const char* program : {"proxy", "orchestrator"}) {
    const ProgramResult twice =
        run_program_of_ours(program, {"draw a fish", "--objective", "draw a cat"});
    EXPECT_EQ(twice.code, 2) << program;
    EXPECT_EQ(twice.errors, std::string(program) +
                                ": the objective is given twice: by --objective and as \"draw a "
                                "fish\"\n");
  }
}

// A resumed run keeps its objective although the command line names another one.
TEST(Objective, IsKeptByAResumedRun) {
  RunningDemo demo;
  const std::string folder = join_path(test_folder(), "run");
  const auto play = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--vlm", demo.url, "--run-dir", folder});
    const ProgramResult result = run_program_of_ours("orchestrator", more);
    EXPECT_EQ(result.code, 0) << result.errors;
    return result.errors;
  };
  play({"--profile", "toolcall", "--turns", "2", "draw a star"});
  EXPECT_EQ(play({"--turns", "3"}).find("[agent] objective"), std::string::npos);
  EXPECT_EQ(setting_of(folder, "agent.objective"), "draw a star");
  EXPECT_EQ(source_of(folder, "agent.objective"), "state.json");
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "4"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    EXPECT_EQ(proxy.output().find("[agent] objective"), std::string::npos) << proxy.output();
  }
  EXPECT_EQ(field_of(folder, "turn_0004.json", "/memory/objective"), "draw a star");
  EXPECT_EQ(setting_of(folder, "agent.objective"), "draw a star");
  EXPECT_NE(play({"--turns", "5", "draw a fish"}).find("keeps the one that it began with"),
            std::string::npos);
}

// Neither program has a terminal here, so neither can ask.
TEST(Objective, IfNeededAndMissingStopsTheRunBeforeItBegins) {
  RunningDemo demo;
  const std::string missing =
      ": the profile pilot needs an objective: give it as a bare argument (\"Draw a cat\"), by "
      "--objective TEXT, or by [agent] objective in config.ini\n";
  const std::string folder = join_path(test_folder(), "run");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--objective", ""}, {"--objective", " "}}) {
    std::vector<std::string> proxy_arguments = {"--upstream", demo.url, "--profile", "pilot"};
    proxy_arguments.insert(proxy_arguments.end(), more.begin(), more.end());
    RunningProxy refused(proxy_arguments);
    std::vector<std::string> arguments = {"--profile", "pilot", "--run-dir",
                                          folder,      "--vlm", demo.url};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult alone = run_program_of_ours("orchestrator", arguments);
    EXPECT_EQ(alone.code, 2);
    EXPECT_TRUE(alone.errors.ends_with("orchestrator" + missing)) << alone.errors;
    const auto end = refused.wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->code, 2);
    EXPECT_EQ(refused.errors(), "proxy" + missing);
  }
  EXPECT_EQ(list_folder(test_folder()).value(), std::vector<std::string>{});

  {
    RunningProxy proxy(
        {"--upstream", demo.url, "--profile", "pilot", "--turns", "2", "draw a star"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  }
  RunningProxy proxy({"--upstream", demo.url, "--resume", "latest", "--turns", "3"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  EXPECT_EQ(field_of(proxy.run_folder(), "turn_0003.json", "/memory/objective"), "draw a star");
  EXPECT_EQ(setting_of(proxy.run_folder(), "agent.objective"), "draw a star");
  EXPECT_EQ(proxy.output().find("[agent] objective"), std::string::npos) << proxy.output();
}

// A folder with its own config folder for our programs, but without config.ini.
std::string place_without_settings() {
  std::string place = test_folder();
  const std::string config = join_path(place, "config"), ours = join_path(kSourceDir, "config");
  EXPECT_TRUE(make_folders(join_path(config, "profiles")).ok());
  EXPECT_TRUE(make_folders(join_path(config, "prompts")).ok());
  for (const char* name : {"profiles/franz.ini", "prompts/franz.txt"})
    write_of(config, name, read_of(ours, name));
  return place;
}

ChildOutcome proxy_in(const std::string& place, std::vector<std::string> arguments) {
  const ChildCommand command{std::string(kBinDir) + "/proxy", std::move(arguments), {}, place};
  return run_child(command, "", kLongEnough);
}

TEST(FirstStart, WritesASettingsFileWithAllDefaults) {
  const std::string place = place_without_settings();
  const std::string config = join_path(place, "config/config.ini");
  for (const char* task : {"settings", "scenarios", "doctor"}) {
    static_cast<void>(proxy_in(place, {task}));
    EXPECT_FALSE(file_exists(config)) << task;
  }
  EXPECT_EQ(proxy_in(place, {"--config", config}).end.code, 2);
  EXPECT_FALSE(file_exists(config));

  const std::vector<std::string> start = {"--upstream",  "demo",        "--listen", "127.0.0.1:0",
                                          "--dashboard", "127.0.0.1:0", "--turns",  "1"};
  const ChildOutcome first = proxy_in(place, start);
  EXPECT_EQ(first.end.code, 0) << first.errors;
  const std::string line =
      "settings   " + config + " is new: every setting with its default, commented out\n";
  EXPECT_NE(first.output.find(line), std::string::npos) << first.output;
  EXPECT_EQ(read_of(place, "config/config.ini"), reference_ini());
  const ChildOutcome settings = proxy_in(place, {"settings"});
  EXPECT_EQ(settings.end.code, 0) << settings.errors;
  EXPECT_EQ(settings.output.find("config.ini:"), std::string::npos) << settings.output;

  write_of(place, "config/config.ini", "[model]\nseed = 7\n");
  const ChildOutcome second = proxy_in(place, start);
  EXPECT_EQ(second.end.code, 0) << second.errors;
  EXPECT_EQ(second.output.find("is new"), std::string::npos) << second.output;
  EXPECT_EQ(read_of(place, "config/config.ini"), "[model]\nseed = 7\n");
}
}  // namespace
}  // namespace franz
