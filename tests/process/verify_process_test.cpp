// proxy verify on runs recorded by the real programs.
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/rewritten_log.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

TEST(Verify, AcceptsAnUnchangedRun) {
  const Recorded recorded = record_run(test_folder(), 6);
  ASSERT_EQ(recorded.seal.size(), 64U);
  const std::string summary =
      fs::path(recorded.folder).filename().string() +
      ": 6 turns verified: 5 stories, 6 requests, 6 pictures drawn again; sealed (seal " +
      recorded.seal.substr(0, 8);
  ProgramResult result = verify(recorded.folder);
  EXPECT_EQ(result.code, 0) << result.errors;
  EXPECT_EQ(result.output.find(summary), 0U) << result.output;
  EXPECT_EQ(result.errors, "");
  // Without a terminal there is no progress bar. A seal is accepted in upper case.
  EXPECT_EQ(result.output.find('\r'), std::string::npos);
  std::string capitals = recorded.seal;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  result = verify(recorded.folder, {"--fast", "--seal", capitals});
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find(", as given)"), std::string::npos) << result.output;
  // The run's location does not matter.
  result = verify(copy_run(recorded.folder, recorded.folder + " \xC3\xA9"));
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
}

TEST(Verify, RefusesMissingRunsOldVersionsAndShortSeals) {
  const std::string runs = test_folder();
  EXPECT_EQ(verify("no_such_run", {"--runs", runs}).code, 2);
  const std::string folder = join_path(runs, "run_1");
  ASSERT_TRUE(make_folders(folder).ok());
  write_of(folder, "run.json", R"({"protocol":"franz.run.v2","run":"a"})");
  const ProgramResult old = verify("run_1", {"--runs", runs});
  EXPECT_EQ(old.code, 2) << old.output;
  EXPECT_NE(old.errors.find("franz.run.v2"), std::string::npos) << old.errors;
  EXPECT_NE(old.errors.find("franz.run.v3"), std::string::npos) << old.errors;
  const ProgramResult seal = verify(folder, {"--seal", "3a7b"});
  EXPECT_EQ(seal.code, 2);
  EXPECT_NE(seal.errors.find("64 hexadecimal digits"), std::string::npos) << seal.errors;
}

TEST(Verify, IsStrictIfAsked) {
  const Recorded recorded = record_run(test_folder(), 6);
  const ProgramResult whole = verify(recorded.folder, {"--strict"});
  EXPECT_EQ(whole.code, 0) << whole.output;
  EXPECT_EQ(whole.output.find("not checked: "), std::string::npos) << whole.output;
  EXPECT_EQ(verify(recorded.folder, {"--strict", "--fast"}).code, 2);

  edit_file(recorded.folder, "turn_0002.json", R"("timings_ms")", R"("renderer":)",
            R"("renderer":9)");
  write_of(recorded.folder, "notes.txt", "x");
  rewrite_log(recorded.folder);
  ProgramResult result = verify(recorded.folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("5 pictures drawn again; sealed"), std::string::npos)
      << result.output;
  result = verify(recorded.folder, {"--strict", "--json"});
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find(R"("verified":false)"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find(R"({"code":"renderer","turns":[[2,2]],)"), std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find(R"({"code":"unlisted","turns":[],"why":"no line lists notes.txt"})"),
            std::string::npos)
      << result.output;
}

// With [agent] max_steps, the last reply is performed in a turn without a request.
TEST(Verify, AcceptsAFinishedRun) {
  RunningProxy proxy({"--upstream", "demo", "--turns", "9"}, {{"FRANZ_AGENT_MAX_STEPS", "2"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->code == 10) << proxy.output() << proxy.errors();
  EXPECT_NE(proxy.output().find("turn   3  finished"), std::string::npos) << proxy.output();
  const std::string folder = proxy.run_folder();
  EXPECT_FALSE(file_exists(join_path(folder, "exchange/000/0003-1.request")));
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find(": 3 turns verified: 1 story, 2 requests, 3 pictures drawn again; "
                               "sealed"),
            std::string::npos)
      << result.output;

  // It cannot be resumed, but it can be forked.
  result = run_program_of_ours("proxy", {"--upstream", "demo", "--resume", folder});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("is finished (2 turns are made ([agent] max_steps)); proxy fork"),
            std::string::npos)
      << result.errors;
  const auto fork = [&](const char* at) {
    return run_program_of_ours("proxy", {"fork", folder, "--at", at, "--runs", test_folder()});
  };
  result = fork("3");
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.errors.find("turn 3 cannot be resumed: the run finished with it"),
            std::string::npos)
      << result.errors;
  result = fork("2");
  EXPECT_EQ(result.code, 0) << result.errors;
}

// A copy of the run as after a kill between the last turn's record and the end.
static std::string unsealed(const std::string& folder, const std::string& name) {
  std::string killed = copy_run(folder, folder + name);
  fs::remove(fs::path(killed) / "turns_0001_0003.json");
  fs::remove(fs::path(killed) / kSumsFile);
  std::string log = read_of(killed, kRunLog);
  log.resize(log.rfind('\n', log.size() - 2) + 1);
  write_of(killed, kRunLog, log);
  return killed;
}

TEST(Verify, AcceptsAFinishedRunThatWasSealedLater) {
  RunningProxy proxy({"--upstream", "demo", "--turns", "9"}, {{"FRANZ_AGENT_MAX_STEPS", "2"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->code == 10) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  const auto by_proxy = [](const std::string& run) {
    return run_program_of_ours("proxy", {"--upstream", "demo", "--resume", run});
  };
  const auto alone = [](const std::string& run) {
    return run_program_of_ours("orchestrator", {"--vlm", "http://127.0.0.1:9", "--run-dir", run});
  };
  for (const bool with_proxy : {true, false}) {
    const std::string killed = unsealed(folder, with_proxy ? "_a" : "_b");
    const auto resume = [&] { return with_proxy ? by_proxy(killed) : alone(killed); };
    ProgramResult result = resume();
    EXPECT_EQ(result.code, 10) << result.output << result.errors;
    const std::string seal = seal_of(killed);
    EXPECT_NE((result.output + result.errors).find(seal), std::string::npos)
        << result.output << result.errors;
    EXPECT_EQ(read_of(killed, "turns_0001_0003.json"), read_of(folder, "turns_0001_0003.json"));
    result = verify(killed, {"--seal", seal});
    EXPECT_EQ(result.code, 0) << result.output;
    EXPECT_NE(result.output.find(": 3 turns verified"), std::string::npos) << result.output;
    // Now it is complete and cannot be resumed again.
    result = resume();
    EXPECT_EQ(result.code, 2) << result.output << result.errors;
    EXPECT_NE(result.errors.find("proxy fork"), std::string::npos) << result.errors;
  }
}
}  // namespace
}  // namespace franz
