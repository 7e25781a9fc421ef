// proxy fork, runs that continue from a fork, and proxy diff.
#include <gtest/gtest.h>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
// The folder that `proxy fork` prints.
std::string forked(const ProgramResult& result) {
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  const std::size_t end = result.output.find('\n');
  const std::size_t start = result.output.rfind(": ", end) + 2;
  return result.output.substr(start, end - start);
}

void resume_to(const std::string& folder, int turns) {
  RunningDemo demo;
  RunningProxy proxy(
      {"--upstream", demo.url, "--resume", folder, "--turns", std::to_string(turns)});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
}

TEST(Fork, ContinuesFromATurnAndVerifiesFromTheFirst) {
  const std::string runs = test_folder();
  const Recorded old = record_run(runs, 8);
  const std::string fork =
      forked(run_program_of_ours("proxy", {"fork", old.folder, "--at", "5", "--runs", runs}));
  EXPECT_EQ(read_of(fork, "turn_0005.png"), read_of(old.folder, "turn_0005.png"));
  EXPECT_FALSE(file_exists(join_path(fork, "turn_0006.json")));
  // The origin's lines, byte for byte, and a line that begins the new run.
  const std::string log = read_of(fork, kRunLog);
  const std::size_t own = log.rfind('\n', log.size() - 2) + 1;
  EXPECT_EQ(log.substr(0, own), read_of(old.folder, kRunLog).substr(0, own));
  EXPECT_NE(log.find(R"("kind":"begin")", own), std::string::npos);
  EXPECT_EQ(facts_of(fork).origin, facts_of(old.folder).run);
  EXPECT_EQ(facts_of(fork).origin_at, 5);
  ProgramResult result = verify(fork);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("5 turns verified"), std::string::npos) << result.output;

  resume_to(fork, 9);
  result = verify(fork);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find(": 9 turns verified: 8 stories, 9 requests, 9 pictures drawn again; "
                               "sealed"),
            std::string::npos)
      << result.output;
  std::string expected = "first";
  for (int turn = 2; turn <= 9; ++turn) expected += " ok";
  EXPECT_EQ(verdicts(fork), expected);
  // The model is deterministic, so the same drawing leads to the same turns.
  const auto without_time = [](const std::string& folder, const char* name) {
    const std::string record = read_of(folder, name);
    const std::size_t at = record.find(R"("plain_sha256":")");
    return record.substr(at, 80);
  };
  EXPECT_EQ(without_time(fork, "turn_0008.json"), without_time(old.folder, "turn_0008.json"));
  // The original run is unchanged.
  EXPECT_EQ(verify(old.folder, {"--fast", "--seal", old.seal}).code, 0);

  // A fork of a fork, before and after the first fork's turn.
  for (const int at : {7, 3}) {
    const std::string second = forked(
        run_program_of_ours("proxy", {"fork", fork, "--at", std::to_string(at), "--runs", runs}));
    resume_to(second, at + 2);
    result = verify(second);
    EXPECT_EQ(result.code, 0) << at << "\n" << result.output;
    EXPECT_NE(result.output.find(std::to_string(at + 2) + " pictures drawn again"),
              std::string::npos)
        << result.output;
  }
}

TEST(Fork, SaysWhyARunCannotBeContinued) {
  const std::string runs = test_folder();
  const Recorded old = record_run(runs, 3);
  const std::string name = old.folder.substr(old.folder.rfind('/') + 1);
  const auto fork = [&](const std::string& run, const char* at) {
    return run_program_of_ours("proxy", {"fork", run, "--at", at, "--runs", runs});
  };
  ProgramResult result = fork(name, "9");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("turn 9 of " + old.folder +
                               " is not recorded; its last recorded turn is 3"),
            std::string::npos)
      << result.errors;
  EXPECT_EQ(fork("no_such_run", "1").code, 2);
  EXPECT_EQ(fork(name, "0").code, 2);

  edit_file(old.folder, "turn_0002.json", R"("feedback":)", "OK", "KO");
  result = fork(name, "3");
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.errors.find("differs from its record, so it cannot be forked: turn 2: "
                               "turn_0002.json: "),
            std::string::npos)
      << result.errors;
  // No unfinished fork is left.
  EXPECT_EQ(list_folder(runs).value().size(), 1U);
}

TEST(Diff, ComparesAForkWithItsOrigin) {
  const std::string runs = test_folder();
  const Recorded old = record_run(runs, 5);
  const auto diff = [&](const std::string& a, const std::string& b,
                        const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"diff", a, b, "--runs", runs};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program_of_ours("proxy", arguments);
  };
  ProgramResult result = diff(old.folder, copy_run(old.folder, join_path(runs, "copy")));
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("5 turns are the same, 0 differ\n"), std::string::npos)
      << result.output;

  const std::string fork =
      forked(run_program_of_ours("proxy", {"fork", old.folder, "--at", "3", "--runs", runs}));
  result = diff(old.folder, fork);
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find("only in A: turns 4-5\n3 turns are the same, 0 differ\n"),
            std::string::npos)
      << result.output;
  {
    RunningDemo demo;
    RunningProxy proxy({"--upstream", demo.url, "--resume", fork, "--turns", "5", "--set",
                        "model.temperature=0.25"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  }
  result = diff(old.folder, fork);
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find("forked at turn 3\n"
                               "turn 4 is the first that differs\n"
                               "  temperature\n"
                               "    A  0.7\n"
                               "    B  0.25\n"),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find("3 turns are the same, 2 differ\n"), std::string::npos)
      << result.output;
  result = diff(fork, old.folder, {"--json"});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find(R"("same":false,"same_turns":3,"different_turns":2)"),
            std::string::npos)
      << result.output;
}

TEST(Diff, SaysWhichRunCannotBeRead) {
  const std::string runs = test_folder();
  const Recorded old = record_run(runs, 1);
  const auto diff = [&](const std::string& a, const std::string& b) {
    return run_program_of_ours("proxy", {"diff", a, b, "--runs", runs});
  };
  ProgramResult result = diff("latest", "no_such_run");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("no_such_run"), std::string::npos) << result.errors;
  const std::string broken = copy_run(old.folder, join_path(runs, "broken"));
  write_of(broken, "turn_0001.json", "{}");
  result = diff(old.folder, broken);
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("proxy diff: broken: "), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("turn_0001.json"), std::string::npos) << result.errors;
}
}  // namespace
}  // namespace franz
