// proxy verify on live runs and on runs after kills and failures.
#include <gtest/gtest.h>
#include <filesystem>
#include <vector>
#include "common/os/file_lock.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/rewritten_log.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

TEST(Verify, ChecksALiveRun) {
  RunningDemo demo(20);
  RunningProxy proxy({"--upstream", demo.url});
  proxy.wait_for("turn   4 ");
  for (int i = 0; i < 3; ++i) {
    const ProgramResult result = verify(proxy.run_folder());
    EXPECT_EQ(result.code, 0) << result.output << result.errors;
    EXPECT_NE(result.output.find("not checked: the run is being written now"), std::string::npos)
        << result.output;
  }
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok());
  const ProgramResult result = verify(proxy.run_folder());
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("; sealed (seal "), std::string::npos) << result.output;
}

TEST(Verify, GivesNoSealToALiveRun) {
  const Recorded recorded = record_run(test_folder(), 3);
  const auto lock = FileLock::take(Folder::open(recorded.folder).value(), kLockFile, "a test");
  ASSERT_TRUE(lock.ok());
  const ProgramResult result = verify(recorded.folder, {"--seal", recorded.seal});
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("the run is still being written, so it has no seal"),
            std::string::npos)
      << result.output;
}

TEST(Verify, AcceptsRunsAfterKills) {
  RunningDemo demo(50);
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url});
    proxy.wait_for("turn   2 ");
    kill_hard(descendant_named(proxy.pid(), "orchestrator"));
    proxy.wait_for("turn   4 ");
    folder = proxy.run_folder();
    kill_hard(proxy.pid());
    proxy.wait_for_end();
  }
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("not checked: the log has no end"), std::string::npos)
      << result.output;
  RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "8"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  // The kill may have lost the record of the turn in flight, which is then named.
  const bool has_lost = !facts_of(folder).lost_turns.empty();
  EXPECT_EQ(end->code, has_lost ? 1 : 0) << proxy.output() << proxy.errors();
  result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("; sealed (seal "), std::string::npos) << result.output;
}

TEST(Verify, ReportsPicturesOfAnotherRenderer) {
  const Recorded recorded = record_run(test_folder(), 3);
  for (const char* name : {"turn_0001.json", "turn_0002.json", "turn_0003.json"})
    edit_file(recorded.folder, name, R"("timings_ms")", R"("renderer":)", R"("renderer":9)");
  rewrite_log(recorded.folder);
  const ProgramResult result = verify(recorded.folder);
  EXPECT_NE(result.output.find("not checked: turns 1-3: pictures not compared: renderer 9"),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find("0 pictures drawn again"), std::string::npos) << result.output;
  // The other renderer drew the canvas, too.
  EXPECT_EQ(result.code, 0) << result.output;
}

// The model types characters that look different in builds without Unifont or with another version.
TEST(Verify, ReportsPicturesWithOtherGlyphs) {
  const std::string folder = test_folder();
  write_of(folder, "words.jsonl",
           R"({"content":"```python\nleft_click(100, 300)\n```"})"
           "\n"
           R"({"content":"```python\ntype('猫')\n```"})"
           "\n"
           R"({"content":"```python\ndrag(100, 500, 900, 500)\n```"})"
           "\n");
  RunningProgram demo("demo_vlm", {"--listen", "127.0.0.1:0", "--delay-ms", "0", "--script",
                                   join_path(folder, "words.jsonl")});
  const std::string listening = demo.wait_for("listening on ");
  ASSERT_NE(listening, "") << demo.errors();
  RunningProxy proxy({"--upstream", listening.substr(listening.find("http://")), "--turns", "4"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string run = proxy.run_folder();
  ProgramResult result = verify(run, {"--strict"});
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("4 pictures drawn again"), std::string::npos) << result.output;

  // The turns before the typing have no such character.
  EXPECT_EQ(read_of(run, "turn_0002.json").find(R"("glyphs")"), std::string::npos);
  for (const char* name : {"turn_0003.json", "turn_0004.json"})
    edit_file(run, name, R"("plain_sha256")", R"("glyphs":")", R"("glyphs":"another-)");
  rewrite_log(run);
  result = verify(run);
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("not checked: turns 3-4: pictures not compared: glyphs another-"),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find("2 pictures drawn again"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("sandbox_canvas.bmp could not be compared: it was drawn with other"),
            std::string::npos)
      << result.output;
}

// Our programs with a capturer that runs the shell line `does` in turn `turn`. There "$in" is the
// first line of its input (the request), "$real" the real capturer and "$run" the run folder.
std::string bin_with_capturer(const std::string& runs, int turn, const std::string& does) {
  std::string bin = join_path(runs, "bin");
  fs::remove_all(bin);
  EXPECT_TRUE(make_folders(bin).ok());
  for (const char* name : {"proxy", "orchestrator", "executor"})
    fs::copy_file(fs::path(kBinDir) / name, fs::path(bin) / name);
  write_of(bin, "capturer",
           "#!/bin/sh\nreal='" + std::string(kBinDir) +
               "/capturer'\nin=$(head -n 1; cat >/dev/null)\n"
               "run=$(printf %s \"$in\" | sed 's/.*\"run_dir\":\"\\([^\"]*\\)\".*/\\1/')\n"
               "case \"$in\" in *'\"turn\":" +
               std::to_string(turn) + ",'*) " + does +
               ";; esac\nprintf %s \"$in\" | exec \"$real\"\n");
  fs::permissions(fs::path(bin) / "capturer", fs::perms::owner_all);
  return bin;
}

TEST(Verify, AcceptsARunAfterCapturerFailures) {
  const std::string degraded =
      "not checked: turn 4: degraded (capturer: ended with exit code 1): digests only\n";
  struct Row {
    const char* what;
    int turn;
    std::string does, said, summary;
  };
  const std::vector<Row> rows = {
      {"the capturer fails before it draws", 4, "exit 1", degraded, "5 pictures drawn again"},
      {"the capturer fails after it has drawn", 4,
       R"(printf %s "$in" | "$real" >/dev/null; exit 1)", degraded, "5 pictures drawn again"},
      {"the canvas is lost", 4, R"(rm "$run/sandbox_canvas.bmp")", "", "6 pictures drawn again"},
      {"the canvas is damaged", 4, R"(echo x > "$run/sandbox_canvas.bmp")", "",
       "6 pictures drawn again"},
      {"the places are lost, and which turn the canvas is of", 3,
       R"(echo x > "$run/sandbox_state.json")",
       "not checked: turn 3: a warning that cannot be checked: \"sandbox_state.json was damaged",
       "2 pictures drawn again"},
  };
  const std::string runs = test_folder();
  for (const Row& row : rows) {
    const Recorded recorded = record_run(runs, 6, bin_with_capturer(runs, row.turn, row.does));
    const ProgramResult result = verify(recorded.folder);
    EXPECT_EQ(result.code, 0) << row.what << "\n" << result.output << result.errors;
    EXPECT_EQ(result.output.find(row.said), 0U) << row.what << "\n" << result.output;
    EXPECT_NE(result.output.find(row.summary), std::string::npos) << row.what << "\n"
                                                                  << result.output;
    EXPECT_EQ(result.errors, "") << row.what;
  }
}
}  // namespace
}  // namespace franz
