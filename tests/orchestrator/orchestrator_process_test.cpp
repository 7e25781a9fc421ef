// The real orchestrator without a proxy: what it does before it asks a model.
#include <gtest/gtest.h>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/file_lock.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/support/logged_run.h"
#include "tests/support/test_paths.h"

namespace franz::orchestrator {
static constexpr auto kLong = std::chrono::seconds(60);  // only if the test fails

static ChildOutcome run(std::vector<std::string> arguments,
                        const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  const std::vector<std::string> always = {
      "--config", std::string(kSourceDir) + "/config/config.ini", "--vlm", "http://127.0.0.1:9"};
  arguments.insert(arguments.end(), always.begin(), always.end());
  return run_child({std::string(kBinDir) + "/orchestrator", arguments, environment, ""}, "", kLong);
}

TEST(Orchestrator, GoesOnFromTheLogWhereTheStateIsBroken) {
  LoggedRun log(join_path(kTestOut, "orchestrator-" + random_hex(8)));
  for (int turn = 1; turn <= 3; ++turn) {
    TurnRecord record = logged_record(turn);
    record.executor_in = record.executor_out = "null";
    log.attempt(record);
  }
  const std::string broken = R"({"protocol":"franz.state.v3","turn":3,"story":"cut o)";
  log.write("state.json", broken);
  const ChildOutcome outcome = run({"--run-dir", log.folder(), "--turns", "3"});
  EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  EXPECT_NE(outcome.errors.find("state.json.corrupt; the run goes on from the recorded turn 3"),
            std::string::npos)
      << outcome.errors;
  EXPECT_NE(outcome.errors.find("finished: 3 turns are made"), std::string::npos);
  EXPECT_NE(outcome.errors.find("info: seal "), std::string::npos) << outcome.errors;
  EXPECT_EQ(read_file(log.in("state.json.corrupt")).value(), broken);
}

TEST(Orchestrator, IsTheOnlyOneThatGoesOnWithARun) {
  const LoggedRun log(join_path(kTestOut, "orchestrator-" + random_hex(8)));
  const auto lock =
      FileLock::take(Folder::open(log.folder()).value(), kStateLockFile, "orchestrator, process 7");
  ASSERT_TRUE(lock.ok());
  for (const bool under_proxy : {false, true}) {
    const ChildOutcome outcome =
        under_proxy ? run({}, {{"FRANZ_RUN_ID", "5f0c"}, {"FRANZ_RUN_DIR", log.folder()}})
                    : run({"--run-dir", log.folder()});
    EXPECT_EQ(describe(outcome.end, kLong), "ended with exit code 3") << outcome.errors;
    EXPECT_NE(outcome.errors.find("another orchestrator goes on with " + log.folder() +
                                  " (orchestrator, process 7)"),
              std::string::npos)
        << outcome.errors;
  }
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
                                "variable TEST_KEY ends with a line break: set it without one"),
            std::string::npos)
      << outcome.errors;
  EXPECT_EQ(outcome.errors.find("sk-secret"), std::string::npos);
  EXPECT_FALSE(file_exists(join_path(kTestOut, "never-made")));
}
}  // namespace franz::orchestrator
