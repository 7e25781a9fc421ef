// The shipped profiles of trained formats keep the promises of the profile franz.
#include <gtest/gtest.h>
#include "common/base/json.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/process/tampering.h"

namespace franz {
namespace {
std::vector<std::string> trained_profiles() {
  if (kStartsAreSlow) return {"qwen", "pyautogui", "openai"};
  return {"qwen", "uimate", "uitars", "pyautogui", "holo", "glm", "anthropic", "openai"};
}

// The sides are multiples of 28 for the pixel conventions of some of these models.
const std::vector<std::pair<std::string, std::string>> kQuickStar = {
    {"FRANZ_AGENT_OBJECTIVE", "draw a star"},
    {"FRANZ_AGENT_LOOP_DELAY_MS", "0"},
    {"FRANZ_SURFACE_PICTURE", "504x280"}};

// Runs until the star is finished and returns the run folder.
std::string drawn_star(const RunningDemo& demo, const std::string& profile) {
  RunningProxy proxy({"--upstream", demo.url, "--profile", profile, "--turns", "90"}, kQuickStar);
  const auto end = proxy.wait_for_end();
  EXPECT_TRUE(end && end->ok()) << profile << proxy.output() << proxy.errors();
  // The formats of GLM and UI-Mate have no closing text.
  const std::string said =
      profile == "glm" || profile == "uimate" ? "done: success" : "The star is finished";
  EXPECT_NE(proxy.output().find(said), std::string::npos) << proxy.output();
  return proxy.run_folder();
}
}  // namespace

TEST(TrainedProfiles, DrawTheSameCanvasToTheByte) {
  const RunningDemo demo;
  const std::string canvas = read_of(drawn_star(demo, "toolcall"), "sandbox_canvas.bmp");
  ASSERT_FALSE(canvas.empty());
  for (const std::string& profile : trained_profiles()) {
    SCOPED_TRACE(profile);
    const std::string folder = drawn_star(demo, profile);
    EXPECT_TRUE(read_of(folder, "sandbox_canvas.bmp") == canvas);
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
    EXPECT_NE(checked.output.find("pictures drawn again"), std::string::npos) << checked.output;
    EXPECT_EQ(verdicts(folder).find("violation"), std::string::npos) << verdicts(folder);
    EXPECT_EQ(verdicts(folder).find("unverifiable"), std::string::npos) << verdicts(folder);
  }
}

TEST(TrainedProfiles, AreResumedAndForked) {
  const RunningDemo demo;
  for (const std::string& profile : trained_profiles()) {
    SCOPED_TRACE(profile);
    std::string folder;
    {
      RunningProxy proxy({"--upstream", demo.url, "--profile", profile, "--turns", "7"},
                         kQuickStar);
      const auto end = proxy.wait_for_end();
      ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
      folder = proxy.run_folder();
    }
    const ProgramResult forked = run_program_of_ours("proxy", {"fork", folder, "--at", "4"});
    EXPECT_EQ(forked.code, 0) << forked.output << forked.errors;
    {
      RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "9"}, kQuickStar);
      const auto end = proxy.wait_for_end();
      ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    }
    EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok ok ok ok");
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }
}

// Items that must be sent back to the model's server are checked to the byte.
TEST(TrainedProfiles, NamesAChangedByteInAnItemThatIsSentBack) {
  const RunningDemo demo;
  Recorded recorded;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "openai", "--turns", "5"}, kQuickStar);
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    recorded.folder = proxy.run_folder();
  }
  EXPECT_EQ(verdicts(recorded.folder), "first ok ok ok ok");
  EXPECT_NE(read_of(recorded.folder, record_file(2, 1)).find("computer_call"), std::string::npos);
  const auto changed = [](const char* from, const char* to) {
    return edited("exchange/000/0004-1.request", R"("type":"computer_call",)", from, to);
  };
  for (const Tampering& row : std::vector<Tampering>{
           {"a member", changed(R"("x":)", R"("X":)"),
            "turn 4: exchange/000/0004-1.request: messages[2].tool_calls[0].arguments"},
           {"a status", changed("completed", "Completed"),
            "turn 4: exchange/000/0004-1.request: messages[2].tool_calls[0].arguments"}})
    expect_named(recorded, row, {});
}
}  // namespace franz
