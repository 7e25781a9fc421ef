// Programs with closed streams, special files or few descriptors. POSIX only.
#include <gtest/gtest.h>
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
// Runs `line` in a shell; "$BIN" is the folder of our programs.
ChildOutcome shell(const std::string& line) {
  const ChildCommand command{"/bin/sh", {"-c", line}, {{"BIN", kBinDir}}, kSourceDir};
  ChildOutcome outcome = run_child(command, "", kLongEnough);
  EXPECT_EQ(outcome.end.kind, ChildEnd::Kind::exited)
      << line << ": " << describe(outcome.end, kLongEnough) << "\n"
      << outcome.errors;
  return outcome;
}

std::string run_of_two_turns(const std::string& runs) {
  return R"(exec "$BIN"/proxy --upstream demo --listen 127.0.0.1:0 --dashboard 127.0.0.1:0 )"
         "--turns 2 --runs '" +
         runs + "'";
}

TEST(ScarceResources, ClosedStreamsAreNotReused) {
  const struct {
    const char* line;
    int code;
  } cases[] = {
      {R"("$BIN"/proxy settings >&-)", 1},
      {R"("$BIN"/proxy --help >&-)", 1},
      {R"("$BIN"/executor --help >&-)", 1},
      {R"("$BIN"/capturer --help >&-)", 1},
      {R"("$BIN"/proxy verify none <&- >&- 2>&-)", 2},
  };
  for (const auto& [line, code] : cases) EXPECT_EQ(shell(line).end.code, code) << line;
  // A socket or file opened as descriptor 1 would receive the run's output.
  const std::string runs = test_folder();
  EXPECT_EQ(shell(run_of_two_turns(runs) + " <&- >&- 2>&-").end.code, 0);
  const ChildOutcome verified = shell(R"("$BIN"/proxy verify latest --fast --runs ')" + runs + "'");
  EXPECT_EQ(verified.end.code, 0) << verified.output;
  EXPECT_NE(verified.output.find("2 turns verified"), std::string::npos) << verified.output;
}

TEST(ScarceResources, TooFewDescriptorsAreReportedAtTheStart) {
  const std::string runs = test_folder();
  for (const int files : {5, 12, 20, 32, 63}) {
    const ChildOutcome outcome =
        shell("ulimit -n " + std::to_string(files) + "; " + run_of_two_turns(runs));
    EXPECT_EQ(outcome.end.code, 3) << files << outcome.output;
    EXPECT_NE(outcome.errors.find("only " + std::to_string(files) + " files may be open at once"),
              std::string::npos)
        << outcome.errors;
  }
  for (const char* program : {"orchestrator --vlm http://127.0.0.1:1", "demo_vlm"})
    EXPECT_EQ(shell(std::string(R"(ulimit -n 16; exec "$BIN"/)") + program).end.code, 3) << program;
  const ChildOutcome enough = shell("ulimit -n 64; " + run_of_two_turns(runs));
  EXPECT_EQ(enough.end.code, 0) << enough.output << enough.errors;
}

TEST(ScarceResources, ASettingsFileThatIsNotARegularFileIsRefused) {
  const std::string folder = test_folder();
  for (const char* config : {"/dev/zero", "/dev/stdin", "fifo"}) {
    const ChildOutcome outcome =
        shell("cd '" + folder + R"('; test -e fifo || mkfifo fifo; exec "$BIN"/proxy settings )" +
              "--config " + config);
    EXPECT_EQ(outcome.end.code, 2) << config;
    EXPECT_NE(outcome.errors.find(std::string(config) + ": is not a regular file"),
              std::string::npos)
        << outcome.errors;
  }
}
}  // namespace
}  // namespace franz
