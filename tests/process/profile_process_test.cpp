// The other profiles: what holds for a run of franz holds for theirs.
#include <gtest/gtest.h>
#include "common/run/turn_record.h"
#include "common/wire/json_fields.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
TEST(Profiles, NarrativeIsDrawnRecordedVerifiedResumedAndForked) {
  std::string folder;
  {
    RunningProxy proxy({"--upstream", "demo", "--profile", "narrative", "--turns", "6"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok");
  ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;

  Result<JsonFields> record = JsonFields::parse(read_of(folder, "turn_0006.json"));
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
    RunningProxy proxy({"--upstream", "demo", "--resume", folder, "--turns", "8"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok ok ok");
  EXPECT_NE(read_of(folder, "turn_0008.json").find("EXECUTOR_FEEDBACK:"), std::string::npos)
      << "a run keeps its profile";
  checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;

  const std::string refused = "is a run of the profile narrative, and a run keeps its own\n";
  for (const auto& [program, flag] :
       {std::pair("proxy", "--resume"), std::pair("orchestrator", "--run-dir")}) {
    const ProgramResult other =
        run_program_of_ours(program, {flag, folder, "--profile", "franz", "--turns", "9"});
    EXPECT_EQ(other.code, 2) << program;
    EXPECT_NE(other.errors.find(refused), std::string::npos) << other.errors;
  }
  RunningDemo demo;
  const ProgramResult alone =
      run_program_of_ours("orchestrator", {"--vlm", demo.url, "--run-dir", folder, "--turns", "9"});
  EXPECT_EQ(alone.code, 0) << alone.errors;
  EXPECT_NE(read_of(folder, "turn_0009.json").find("EXECUTOR_FEEDBACK:"), std::string::npos);
}
}  // namespace
}  // namespace franz
