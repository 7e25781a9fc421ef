// Conversations that no longer fit the model's context.
#include <gtest/gtest.h>
#include <algorithm>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/run/turn_record.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
using Environment = std::vector<std::pair<std::string, std::string>>;

// The sides are multiples of 28 for the pixel conventions of some models. The star takes about 50
// turns.
const Environment kQuickStar = {{"FRANZ_AGENT_OBJECTIVE", "draw a star"},
                                {"FRANZ_AGENT_LOOP_DELAY_MS", "0"},
                                {"FRANZ_MODEL_MAX_TOKENS", "300"},
                                {"FRANZ_SURFACE_PICTURE", "504x280"}};

// The first turn in the memory of each recorded request, in order.
std::vector<int> first_turns(const std::string& folder) {
  std::vector<int> turns;
  for (const std::string& name : chosen_records(folder)) {
    const Result<TurnRecord> record = parse_turn_record(read_of(folder, name));
    if (!record.ok() || !record.value().memory) break;
    turns.push_back(record.value().memory->options.from_turn);
  }
  return turns;
}

// Expects that turns were dropped in few blocks, and that the run is proven except for a turn lost
// by a kill and the turn after it.
void expect_fitted(const std::string& folder, int least_turns) {
  const bool has_lost = !facts_of(folder).lost_turns.empty();
  const std::vector<int> turns = first_turns(folder);
  EXPECT_GE(turns.size(), static_cast<std::size_t>(least_turns));
  EXPECT_TRUE(std::ranges::is_sorted(turns));
  std::vector<int> blocks = turns;
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  EXPECT_GE(blocks.size(), 2U);
  EXPECT_LE(blocks.size(), turns.size() / 4);
  EXPECT_EQ(verdicts(folder).find("violation"), std::string::npos) << verdicts(folder);
  EXPECT_EQ(verdicts(folder).find("unverifiable") != std::string::npos, has_lost)
      << verdicts(folder);
  const bool has_unlisted = folder_exists(join_path(folder, kUnlistedFolder));
  const ProgramResult checked = run_program_of_ours("proxy", {"verify", folder, "--strict"});
  EXPECT_EQ(checked.code, has_lost || has_unlisted ? 1 : 0) << checked.output << checked.errors;
}

std::string run_of(const RunningDemo& demo, const std::string& profile, Environment environment,
                   const std::string& expected_line) {
  environment.insert(environment.end(), kQuickStar.begin(), kQuickStar.end());
  RunningProxy proxy({"--upstream", demo.url, "--profile", profile, "--turns", "90"}, environment);
  const auto end = proxy.wait_for_end();
  EXPECT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  EXPECT_NE((proxy.output() + proxy.errors()).find(expected_line), std::string::npos)
      << proxy.output() << proxy.errors();
  return proxy.run_folder();
}
}  // namespace

// The fixed part of a request decides how many turns a block has; GLM's is the largest.
TEST(Context, BoundsLongConversations) {
  const struct {
    const char *profile, *context;
  } cases[] = {{"toolcall", "2600"}, {"uitars", "2600"}, {"holo", "2600"}, {"glm", "3400"}};
  for (const auto& [profile, context] : cases) {
    SCOPED_TRACE(profile);
    const RunningDemo demo(0, {"--context", context});
    const std::string folder =
        run_of(demo, profile, {},
               "no longer fits the model's context of " + std::string(context) + " tokens");
    expect_fitted(folder, 40);
    if (kStartsAreSlow) break;
  }
}

// The configured size is wrong; a refused request shows the real one. Then the run is killed and
// resumed.
TEST(Context, IsLearnedFromARefusalAndKeptAfterAKill) {
  const RunningDemo demo(5, {"--context", "2600"});
  Environment environment = kQuickStar;
  environment.emplace_back("FRANZ_MODEL_CONTEXT", "1000000");
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "toolcall"}, environment);
    EXPECT_NE(proxy.wait_for("no longer fits the model's context"), "")
        << proxy.output() << proxy.errors();
    EXPECT_NE(proxy.wait_for("turn  30 "), "") << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
    kill_with_all_below(proxy);
  }
  RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "60"}, environment);
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end.has_value()) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, facts_of(folder).lost_turns.empty() ? 0 : 1) << proxy.errors();
  expect_fitted(folder, 30);
}
}  // namespace franz
