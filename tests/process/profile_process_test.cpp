// The other profiles keep the promises of the profile franz.
#include <gtest/gtest.h>
#include <algorithm>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/run/turn_record.h"
#include "common/wire/message_fields.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
// A quick drawing of few strokes.
const std::vector<std::pair<std::string, std::string>> kQuickStar = {
    {"FRANZ_AGENT_OBJECTIVE", "draw a star"},
    {"FRANZ_AGENT_LOOP_DELAY_MS", "0"},
    {"FRANZ_SURFACE_PICTURE", "512x288"}};

// The record of the last turn.
std::string last_record(const std::string& folder) {
  const std::vector<std::string> records = chosen_records(folder);
  return records.empty() ? "" : read_of(folder, records.back());
}

// The digest of the picture's pixels, and how the run ended.
std::string end_of(const std::string& folder) {
  Result<MessageFields> record = MessageFields::parse(last_record(folder));
  if (!record.ok()) return record.error().message;
  return record.value().text("/executor/out/plain_sha256") + " " + record.value().raw("/finished");
}

// Waits for the end of the run and stops the proxy.
void wait_for_the_last_turn(RunningProxy& proxy) {
  EXPECT_NE(proxy.wait_for("finished;"), "") << proxy.output() << proxy.errors();
  press_ctrl_c(proxy.pid());
  EXPECT_TRUE(proxy.wait_for_end().has_value());
}

TEST(Profiles, NarrativeIsDrawnRecordedVerifiedResumedAndForked) {
  const RunningDemo demo;
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "narrative", "--turns", "6"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok");
  ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;

  Result<MessageFields> record = MessageFields::parse(read_of(folder, "turn_0006.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().text("/executor/in/dialect"), "actions");
  EXPECT_EQ(record.value().text("/feedback").find("EXECUTOR_FEEDBACK:\nexecuted=["), 0U);
  EXPECT_EQ(record.value().text("/sst/text").find("NARRATIVE:\n"), 0U);
  EXPECT_GT(record.value().size("/executor/out/items"), 0U);
  const Result<TurnRecord> read = parse_turn_record(read_of(folder, "turn_0006.json"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().max_tokens, 300);

  const ProgramResult forked = run_program_of_ours("proxy", {"fork", folder, "--at", "4"});
  EXPECT_EQ(forked.code, 0) << forked.output << forked.errors;
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "8"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok ok ok");
  EXPECT_NE(read_of(folder, "turn_0008.json").find("EXECUTOR_FEEDBACK:"), std::string::npos)
      << "a run must keep its profile";
  checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;

  const std::string refused = "is a run of the profile narrative, which cannot be changed\n";
  for (const auto& [program, flag] :
       {std::pair("proxy", "--resume"), std::pair("orchestrator", "--run-dir")}) {
    const ProgramResult other =
        run_program_of_ours(program, {flag, folder, "--profile", "franz", "--turns", "9"});
    EXPECT_EQ(other.code, 2) << program;
    EXPECT_NE(other.errors.find(refused), std::string::npos) << other.errors;
  }
  const ProgramResult alone =
      run_program_of_ours("orchestrator", {"--vlm", demo.url, "--run-dir", folder, "--turns", "9"});
  EXPECT_EQ(alone.code, 0) << alone.errors;
  EXPECT_NE(read_of(folder, "turn_0009.json").find("EXECUTOR_FEEDBACK:"), std::string::npos);
}

TEST(Profiles, ToolcallIsDrawnRecordedVerifiedResumedAndForked) {
  RunningDemo demo;
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "toolcall", "--turns", "15"},
                       kQuickStar);
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok ok ok ok ok ok ok ok ok ok");
  ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;

  Result<MessageFields> record = MessageFields::parse(last_record(folder));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().text("/executor/in/dialect"), "tool_calls");
  EXPECT_EQ(record.value().text("/memory/name"), "history");
  EXPECT_EQ(record.value().text("/executor/out/items/0/id"), "call_15");
  EXPECT_EQ(record.value().text("/response/calls/0/id"), "call_16");
  EXPECT_EQ(record.value().text("/response/finish_reason"), "tool_calls");

  const ProgramResult forked = run_program_of_ours("proxy", {"fork", folder, "--at", "9"});
  EXPECT_EQ(forked.code, 0) << forked.output << forked.errors;
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "17"}, kQuickStar);
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok");
  checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

TEST(Profiles, ToolcallReachesTheSameEndAfterKills) {
  RunningDemo demo(20);
  std::string undisturbed, killed;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "toolcall"}, kQuickStar);
    for (const char* line : {"turn  20 ", "turn  40 "}) proxy.wait_for(line);
    undisturbed = proxy.run_folder();
    wait_for_the_last_turn(proxy);
  }
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "toolcall"}, kQuickStar);
    proxy.wait_for("turn   7 ");
    killed = proxy.run_folder();
    kill_with_all_below(proxy);
  }
  for (const char* line : {"turn  14 ", "turn  25 ", "turn  41 "}) {
    RunningProxy proxy({"--upstream", demo.url, "--resume", killed}, kQuickStar);
    EXPECT_NE(proxy.wait_for(line), "") << proxy.output() << proxy.errors();
    kill_with_all_below(proxy);
  }
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", killed}, kQuickStar);
    proxy.wait_for("turn  46 ");
    kill_hard(descendant_named(proxy.pid(), "orchestrator"));
    wait_for_the_last_turn(proxy);
  }
  EXPECT_NE(end_of(undisturbed).find("The star is finished"), std::string::npos)
      << end_of(undisturbed);
  EXPECT_EQ(end_of(killed), end_of(undisturbed));
  for (const std::string& folder : {undisturbed, killed}) {
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }
}

const std::vector<std::pair<std::string, std::string>> kPilotStar = {
    {"FRANZ_AGENT_OBJECTIVE", "draw a star"}, {"FRANZ_SURFACE_PICTURE", "640x360"}};

TEST(Profiles, PilotIsDrawnRecordedVerifiedResumedAndForked) {
  RunningDemo demo;
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "pilot", "--turns", "4"}, kPilotStar);
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok");
  ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;

  Result<MessageFields> record = MessageFields::parse(read_of(folder, "turn_0003.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().text("/executor/in/dialect"), "steps");
  EXPECT_EQ(record.value().text("/memory/name"), "objective");
  EXPECT_EQ(record.value().text("/memory/objective"), "draw a star");
  EXPECT_EQ(record.value().raw("/request/messages"), "2");
  EXPECT_GT(record.value().size("/executor/out/items"), 0U);

  const ProgramResult forked = run_program_of_ours("proxy", {"fork", folder, "--at", "3"});
  EXPECT_EQ(forked.code, 0) << forked.output << forked.errors;
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "6"}, kPilotStar);
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok");
  checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

const std::vector<std::pair<std::string, std::string>> kDottedStar = {
    {"FRANZ_AGENT_OBJECTIVE", "draw a star"}, {"FRANZ_SURFACE_PICTURE", "640x360"}};

// In the sandbox, where clicks set dots; the demo model makes mistakes and corrects them.
TEST(Profiles, WindowIsDrawnRecordedVerifiedResumedAndForked) {
  RunningDemo demo;
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "window", "--turns", "4"},
                       kDottedStar);
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
  }
  Result<MessageFields> record = MessageFields::parse(read_of(folder, "turn_0002.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().text("/executor/in/dialect"), "action");
  EXPECT_EQ(record.value().text("/memory/name"), "objective");
  EXPECT_EQ(record.value().text("/executor/out/error/class"), "malformed_reply");
  EXPECT_EQ(record.value().text("/executor/out/items/0/outcome"), "malformed");
  record = MessageFields::parse(read_of(folder, "turn_0003.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().text("/executor/out/items/0/outcome"), "done");
  EXPECT_EQ(record.value().raw("/executor/out/error"), "null");

  const ProgramResult forked = run_program_of_ours("proxy", {"fork", folder, "--at", "3"});
  EXPECT_EQ(forked.code, 0) << forked.output << forked.errors;
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "25"}, kDottedStar);
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    EXPECT_NE(proxy.output().find("The star is finished, as far as clicks can draw it"),
              std::string::npos)
        << proxy.output();
  }
  EXPECT_EQ(verdicts(folder).find("violation"), std::string::npos) << verdicts(folder);
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

TEST(Profiles, PilotReachesTheSameEndAfterKills) {
  RunningDemo demo(20);
  std::string undisturbed, killed;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "pilot"}, kPilotStar);
    undisturbed = proxy.run_folder();
    wait_for_the_last_turn(proxy);
  }
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "pilot"}, kPilotStar);
    proxy.wait_for("turn   2 ");
    killed = proxy.run_folder();
    kill_with_all_below(proxy);
  }
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", killed}, kPilotStar);
    EXPECT_NE(proxy.wait_for("turn   4 "), "") << proxy.output() << proxy.errors();
    kill_with_all_below(proxy);
  }
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", killed}, kPilotStar);
    proxy.wait_for("turn   5 ");
    kill_hard(descendant_named(proxy.pid(), "orchestrator"));
    wait_for_the_last_turn(proxy);
  }
  EXPECT_NE(end_of(undisturbed).find("\"reason\":\"done\""), std::string::npos)
      << end_of(undisturbed);
  EXPECT_EQ(end_of(killed), end_of(undisturbed));
  for (const std::string& folder : {undisturbed, killed}) {
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }
}
}  // namespace
}  // namespace franz
