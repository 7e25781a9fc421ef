// --resume with a hostile run folder: nothing outside it is touched, the problem is named before
// anything is written, and nothing blocks.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

// Everything below a folder: names, link targets and bytes.
std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::string& what = all[fs::relative(entry.path(), folder).string()];
    if (entry.is_symlink()) {
      what = "-> " + fs::read_symlink(entry.path()).string();
    } else if (entry.is_regular_file()) {
      what = read_file(entry.path().string()).value();
    }
  }
  return all;
}

class PreparedRun : public testing::Test {
 protected:
  // One run for all tests of this process; each test modifies its own copy.
  static const std::string& recorded() {
    static const std::string folder = [] {
      const std::string runs = test_folder() + "/recorded";
      EXPECT_TRUE(make_folders(runs).ok());
      return record_run(runs, 3).folder;
    }();
    return folder;
  }

  PreparedRun()
      : run_(copy_run(recorded(), test_folder() + "/run_20260131_120000")),
        outside_(test_folder() + "/outside") {
    EXPECT_TRUE(make_folders(outside_ + "/000").ok());
    for (const char* const name : {"/file", "/000/old.tmp", "/old.tmp"})
      EXPECT_TRUE(append_file(outside_ + name, "echo a start file\n").ok());
  }

  std::string in(const std::string& name) const { return join_path(run_, name); }
  std::string out(const std::string& name) const { return join_path(outside_, name); }
  void link(const std::string& name, const std::string& target) const {
    fs::remove_all(in(name));
    fs::create_symlink(target, in(name));
  }
  void fifo(const std::string& name) const {
    fs::remove_all(in(name));
    EXPECT_EQ(::mkfifo(in(name).c_str(), 0600), 0);
  }

  ProgramResult resume(const std::vector<std::string>& more = {"--turns", "4"}) const {
    std::vector<std::string> arguments = {"--listen",   "127.0.0.1:0", "--dashboard", "127.0.0.1:0",
                                          "--upstream", "demo",        "--resume",    run_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program_of_ours("proxy", arguments);
  }

  // Expects the refusal with this message, and that no byte changed anywhere.
  void expect_refused(const std::string& what) const {
    expect_error(run_ + " contains something that is not part of a run: " + what);
  }
  void expect_error(const std::string& error) const {
    const auto run = contents(run_), outside = contents(outside_);
    const ProgramResult result = resume();
    EXPECT_EQ(result.code, 3) << result.output;
    EXPECT_EQ(result.errors, "proxy: --resume: " + error + "\n");
    EXPECT_EQ(contents(run_), run);
    EXPECT_EQ(contents(outside_), outside);
  }

  const std::string run_, outside_;
};

TEST_F(PreparedRun, DoesNotAppendToAFileThatALogLinksTo) {
  edit_file(run_, "state.json", "", "franz.state.v3",
            "; touch executed #");  // appears in a log line
  link("orchestrator.log", out("file"));
  expect_refused("orchestrator.log is a link");
}

TEST_F(PreparedRun, DoesNotTruncateAFileThatTheLockLinksTo) {
  link("proxy.lock", out("file"));
  expect_refused("proxy.lock is a link");
  fs::remove(in("proxy.lock"));
  fs::create_hard_link(out("file"), in("proxy.lock"));
  expect_refused(in("proxy.lock") + ": has a second name (a hard link), so it is not written to");
}

TEST_F(PreparedRun, DoesNotOverwriteAFileThatTheCanvasLinksTo) {
  fs::copy(in("sandbox_canvas.bmp"), out("picture.bmp"));
  link("sandbox_canvas.bmp", out("picture.bmp"));
  expect_refused("sandbox_canvas.bmp is a link");
}

TEST_F(PreparedRun, RemovesNoTemporaryFilesInALinkedFolder) {
  link("linked", outside_);
  expect_refused("linked is a link");
}

TEST_F(PreparedRun, WritesNothingIntoAFolderThatExchangeLinksTo) {
  link("exchange", outside_);
  expect_refused("exchange is a link");
  fs::remove(in("exchange"));
  fs::create_directory(in("exchange"));
  link("exchange/000", out("000"));
  expect_refused("exchange/000 is a link");
}

TEST_F(PreparedRun, FollowsNoCircularLinks) {
  link("a", ".");
  link("b", ".");
  expect_refused("a is a link, and 1 more");
}

TEST_F(PreparedRun, DoesNotBlockOnAFifo) {
  for (const char* const name :
       {"proxy.lock", "proxy.log", "orchestrator.log", "turn_0002.json", "turn_0002.png",
        "run.jsonl", "state.json", "sandbox_state.json", "SHA256SUMS"}) {
    SCOPED_TRACE(name);
    copy_run(recorded(), run_);
    fifo(name);
    expect_refused(std::string(name) + " is a FIFO, a socket or a device");
  }
}

TEST_F(PreparedRun, NamesAFolderThatReplacesAFile) {
  fs::remove(in("state.json"));
  fs::create_directory(in("state.json"));
  expect_refused("state.json is a folder instead of a file");
}

// A complete but invalid line is damage, and nothing is cut off.
TEST_F(PreparedRun, NamesTheDamagedLineOfTheLog) {
  const std::string log = read_of(run_, kRunLog);
  const auto lines = std::count(log.begin(), log.end(), '\n');
  ASSERT_TRUE(append_file(in(kRunLog), "garbage\n").ok());
  ASSERT_TRUE(append_file(in("state.json.9-1.tmp"), "{").ok());
  const auto run = contents(run_);
  const ProgramResult result = resume();
  EXPECT_EQ(result.code, 3) << result.output;
  EXPECT_NE(result.errors.find("run.jsonl: line " + std::to_string(lines + 1) + ": "),
            std::string::npos)
      << result.errors;
  EXPECT_EQ(contents(run_), run);
}

// A torn line after a kill is ignored.
TEST_F(PreparedRun, CutsATornLine) {
  const std::string log = read_of(run_, kRunLog);
  ASSERT_TRUE(append_file(in(kRunLog), R"({"seq":99,"ti)").ok());
  const ProgramResult result = resume();
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_EQ(read_of(run_, kRunLog).substr(0, log.size()), log);
  EXPECT_EQ(verify(run_).code, 0);
}

TEST_F(PreparedRun, IsResumedIfItHoldsOnlyRegularFiles) {
  const ProgramResult result = resume();
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_TRUE(file_exists(in("turn_0004.json")));
}
// The orchestrator alone checks the folder as the proxy does.
TEST_F(PreparedRun, IsRefusedByTheOrchestratorAlone) {
  const auto refused = [this] {
    const ProgramResult result =
        run_program_of_ours("orchestrator", {"--vlm", "http://127.0.0.1:9", "--run-dir", run_});
    EXPECT_EQ(result.code, 3);
    return result.errors;
  };
  const std::string prefix =
      "orchestrator: " + run_ + " contains something that is not part of a run: ";
  link("state.json", out("file"));
  EXPECT_EQ(refused(), prefix + "state.json is a link\n");
  fifo("state.json");
  EXPECT_EQ(refused(), prefix + "state.json is a FIFO, a socket or a device\n");
  EXPECT_EQ(read_of(outside_, "file"), "echo a start file\n");
}

// An orchestrator started by a proxy, which has already checked the folder.
TEST_F(PreparedRun, StateIsNotReadThroughALinkOrAFifo) {
  const auto refused = [this] {
    RunningProgram orchestrator("orchestrator", {"--vlm", "http://127.0.0.1:9"},
                                {{"FRANZ_RUN_DIR", run_}, {"FRANZ_RUN_ID", "17aa"}});
    const auto end = orchestrator.wait_for_end();
    EXPECT_TRUE(end && end->code == 1) << orchestrator.errors();
    return orchestrator.errors();
  };
  link("state.json", out("file"));
  EXPECT_EQ(refused(), "orchestrator: " + in("state.json") + ": is a link, not a file\n");
  fifo("state.json");
  EXPECT_EQ(refused(), "orchestrator: " + in("state.json") + ": is a FIFO, not a file\n");
  EXPECT_EQ(read_of(outside_, "file"), "echo a start file\n");
}

// A hostile old run must not stop a new run.
TEST_F(PreparedRun, IsRemovedAsAnOldRunWithoutBlockingOrFollowingLinks) {
  const std::string runs = test_folder() + "/runs";
  ASSERT_TRUE(make_folders(runs).ok());
  copy_run(run_, runs + "/run_20200101_000000");
  ASSERT_EQ(::mkfifo((runs + "/run_20200101_000000/proxy.lock").c_str(), 0600), 0);
  fs::create_symlink(outside_, runs + "/run_20200101_000000/linked");
  copy_run(run_, test_folder() + "/elsewhere");
  fs::create_symlink("../elsewhere", runs + "/run_20200102_000000");
  RunningProgram proxy("proxy",
                       {"--upstream", "demo", "--listen", "127.0.0.1:0", "--dashboard",
                        "127.0.0.1:0", "--runs", runs, "--turns", "1"},
                       {{"FRANZ_PROXY_KEEP_RUNS", "1"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  EXPECT_FALSE(fs::exists(runs + "/run_20200101_000000"));
  EXPECT_TRUE(fs::is_symlink(runs + "/run_20200102_000000"));
  EXPECT_TRUE(file_exists(test_folder() + "/elsewhere/run.jsonl"));
  EXPECT_TRUE(file_exists(out("old.tmp")));
}

// With any umask, only the owner may read what the model saw.
TEST(NewRun, IsReadableOnlyByItsOwner) {
  const mode_t before = ::umask(0);
  const std::string folder = record_run(test_folder(), 3).folder;
  ::umask(before);
  ASSERT_NE(folder, "");
  const auto mode = [](const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
  };
  EXPECT_EQ(mode(folder), 0700U);
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    EXPECT_EQ(mode(entry.path()), entry.is_directory() ? 0700U : 0600U) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 15U);
}
}  // namespace
}  // namespace franz
