// The orchestrator as it ships, alone: what it does before any model is asked.
#include <gtest/gtest.h>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/support/test_paths.h"

namespace franz::orchestrator {
static constexpr auto kLong = std::chrono::seconds(60);  // never waited for when all is well

static ChildOutcome run(std::vector<std::string> arguments,
                        const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  const std::vector<std::string> always = {
      "--config", std::string(kSourceDir) + "/config/config.ini", "--vlm", "http://127.0.0.1:9"};
  arguments.insert(arguments.end(), always.begin(), always.end());
  return run_child({std::string(kBinDir) + "/orchestrator", arguments, environment, ""}, "", kLong);
}

static std::string fresh_folder() {
  std::string folder = join_path(kTestOut, "orchestrator-" + random_hex(8));
  EXPECT_TRUE(make_folders(folder).ok());
  return folder;
}

TEST(Orchestrator, SetsABrokenStateAsideAndGoesOnFromTheRecord) {
  const std::string folder = fresh_folder();
  const std::string broken = R"({"protocol":"franz.state.v2","turn":3,"story":"cut o)";
  ASSERT_TRUE(replace_file(join_path(folder, "state.json"), broken, Durability::buffered).ok());
  const std::string record =
      R"({"protocol":"franz.turn.v2","turn":3,"response":{"text":"\ud83d kept \/"}})";
  ASSERT_TRUE(replace_file(join_path(folder, "turn_0003.json"), record, Durability::buffered).ok());

  const ChildOutcome outcome = run({"--run-dir", folder, "--turns", "3", "--profile", "franz"});
  EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  EXPECT_NE(outcome.errors.find("state.json.corrupt; the story of the recorded turn 3 goes on"),
            std::string::npos)
      << outcome.errors;
  EXPECT_NE(outcome.errors.find("finished: 3 turns are made"), std::string::npos);
  EXPECT_EQ(read_file(join_path(folder, "state.json.corrupt")).value(), broken);
}

TEST(Orchestrator, TellsOfManyBrokenRecordsInFewLines) {
  const std::string folder = fresh_folder();
  const auto record = [&](int turn, const std::string& text) {
    ASSERT_TRUE(
        replace_file(join_path(folder, record_file(turn)), text, Durability::buffered).ok());
  };
  record(1, R"({"protocol":"franz.turn.v2","turn":1,"response":{"text":"kept"}})");
  for (int turn = 2; turn <= 31; ++turn) record(turn, "{");
  const ChildOutcome outcome = run({"--run-dir", folder, "--turns", "1", "--profile", "franz"});
  EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  std::size_t told = 0;
  const std::string words = ".json cannot be read: ";
  for (std::size_t at = outcome.errors.find(words); at != std::string::npos;
       at = outcome.errors.find(words, at + 1))
    ++told;
  EXPECT_EQ(told, 20U) << outcome.errors;
  EXPECT_NE(outcome.errors.find("turn_0031.json cannot be read: "), std::string::npos);
  EXPECT_NE(outcome.errors.find("10 more records cannot be read"), std::string::npos);
  EXPECT_NE(outcome.errors.find("the story of the recorded turn 1 goes on"), std::string::npos);
}

TEST(Orchestrator, RefusesWhatItCannotDoWithExitCode2) {
  const struct {
    std::vector<std::string> arguments;
    std::string said;
  } cases[] = {
      {{"--turns", "x"}, "orchestrator: --turns: \"x\" is not a whole number"},
      {{"--profile", "dog"}, "orchestrator: no profile dog: "},
      {{"--nonsense"}, "--nonsense"},
  };
  for (const auto& [arguments, said] : cases) {
    const ChildOutcome outcome = run(arguments);
    EXPECT_EQ(describe(outcome.end, kLong), "ended with exit code 2") << said;
    EXPECT_NE(outcome.errors.find(said), std::string::npos) << outcome.errors;
  }
}

TEST(Orchestrator, RefusesAKeyOfTwoLinesByItsVariablesName) {
  const ChildOutcome outcome =
      run({"--run-dir", join_path(kTestOut, "never-made")},
          {{"FRANZ_MODEL_API_KEY_ENV", "TEST_KEY"}, {"TEST_KEY", "sk-secret\n"}});
  EXPECT_EQ(describe(outcome.end, kLong), "ended with exit code 2");
  EXPECT_NE(outcome.errors.find("orchestrator: [model] api_key_env: the API key in the environment "
                                "variable TEST_KEY ends with a line break: set it again without"),
            std::string::npos)
      << outcome.errors;
  EXPECT_EQ(outcome.errors.find("sk-secret"), std::string::npos);
  EXPECT_FALSE(file_exists(join_path(kTestOut, "never-made")));
}
}  // namespace franz::orchestrator
