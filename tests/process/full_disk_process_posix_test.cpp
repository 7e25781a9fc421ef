// A run on a full disk, simulated by limits on file sizes.
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/resource.h>
#include "common/wire/message_fields.h"
#include "tests/process/killing.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
// Limits the size of the program's files. Linux only.
void limit_files(long long pid, rlim_t bytes) {
  rlimit limit{};
  ASSERT_EQ(::prlimit(static_cast<pid_t>(pid), RLIMIT_FSIZE, nullptr, &limit), 0);
  limit.rlim_cur = bytes;
  ASSERT_EQ(::prlimit(static_cast<pid_t>(pid), RLIMIT_FSIZE, &limit, nullptr), 0);
}

// Whether the run is paused because of the disk.
bool pauses_for_the_disk(RunningProxy& proxy) {
  httplib::Client client("http://" + proxy.address("dashboard"));
  return wait_until([&client] {
    const auto run = client.Get("/api/run");
    return run && run->body.find(R"("cause":"disk")") != std::string::npos;
  });
}

int turn_of_state(const std::string& folder) {
  Result<MessageFields> state = MessageFields::parse(read_of(folder, "state.json"));
  EXPECT_TRUE(state.ok());
  return state.ok() ? static_cast<int>(state.value().integer("/turn", 0, 1000)) : 0;
}

TEST(FullDisk, PausesTheRunUntilThereIsRoom) {
  for (const char* const program : {"proxy", "orchestrator"}) {
    SCOPED_TRACE(program);
    const RunningDemo demo(20);
    RunningProxy proxy({"--upstream", demo.url});
    proxy.wait_for("turn   3 ");
    const long long pid = program == std::string("proxy")
                              ? proxy.pid()
                              : descendant_named(proxy.pid(), "orchestrator");
    limit_files(pid, 0);
    ASSERT_TRUE(pauses_for_the_disk(proxy)) << proxy.output() << proxy.errors();
    const std::string folder = proxy.run_folder();
    const int turn = turn_of_state(folder);
    limit_files(pid, RLIM_INFINITY);
    const std::string number = std::to_string(turn + 3);
    EXPECT_NE(proxy.wait_for("turn " + std::string(3 - number.size(), ' ') + number + " "), "");
    press_ctrl_c(proxy.pid());
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    const ProgramResult checked = verify(folder, {"--strict"});
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }
}

TEST(FullDisk, AKillLosesNoReplySilently) {
  const RunningDemo demo(20);
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "pyautogui"});
    proxy.wait_for("turn   3 ");
    folder = proxy.run_folder();
    limit_files(proxy.pid(), 0);
    ASSERT_TRUE(pauses_for_the_disk(proxy)) << proxy.output() << proxy.errors();
    kill_with_all_below(proxy);
    proxy.wait_for_end();
  }
  const int turn = turn_of_state(folder);
  ASSERT_EQ(turn, story_of(folder).last_turn() + 1);  // the state is one ahead of the log
  RunningProxy proxy(
      {"--upstream", demo.url, "--resume", folder, "--turns", std::to_string(turn + 2)});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 1) << proxy.output() << proxy.errors();
  const std::string lost = "turn " + std::to_string(turn);
  EXPECT_NE(proxy.output().find(lost), std::string::npos) << proxy.output();
  EXPECT_EQ(to_text(facts_of(folder).lost_turns), lost);
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output;
  EXPECT_NE(checked.output.find(lost), std::string::npos) << checked.output;
  EXPECT_EQ(verify(folder, {"--strict"}).code, 1);
}
}  // namespace
}  // namespace franz
