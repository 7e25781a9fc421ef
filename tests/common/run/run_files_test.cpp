#include "common/run/run_files.h"
#include <gtest/gtest.h>
#include "common/run/sums.h"
#include "common/wire/limits.h"

namespace franz {
namespace {
TEST(RunFiles, HaveALimitForEachKind) {
  constexpr std::uint64_t kMessage = kMaxMessage, kLong = 16 * kMessage;
  struct Row {
    const char* name;
    std::uint64_t bytes;
  };
  for (const Row& row :
       {Row{"turn_0001.json", kMessage}, Row{"turn_0001.png", kMessage},
        Row{"turn_0001_plan.png", kMessage}, Row{"exchange/000/0001-1.request", kMessage},
        Row{"exchange/000/0001-1.response", kMessage}, Row{"exchange/000/0001-1.cuts", 1U << 20U},
        Row{"run.json", kMessage}, Row{"state.json", kMessage}, Row{"state.json.corrupt", kMessage},
        Row{"sandbox_state.json", kMessage}, Row{"sandbox_canvas.bmp", 805'371'904},
        Row{"orchestrator.log", kLong}, Row{"proxy.log.1", kLong},
        Row{"agent_run_20260131_120000.log", kLong}, Row{"agent_run_20260131_120000.log.4", kLong},
        Row{kSumsFile, 4 * kMessage}, Row{"turns_0001_0015.json", kLong}, Row{"notes.txt", kLong}})
    EXPECT_EQ(max_run_file_bytes(row.name), row.bytes) << row.name;
}

TEST(RunFiles, HaveNoPlaceForNumbersThatNobodyWrites) {
  for (const char* const name :
       {"turn_2147483647.json", "turn_1000000000.json", "turn_99999999999999999999.json",
        "exchange/2147483/2147483647-1.request", "exchange/000/0001-2147483647.request",
        "exchange/000/0001-1000000000.response", "exchange/000/0001-0.request",
        "exchange/000/0001-0.cuts", "exchange/000/0001-1.cut", "turns_2147483641_2147483647.json"})
    EXPECT_EQ(place_of(name).kind, RunFilePlace::Kind::unknown) << name;
  EXPECT_EQ(place_of("turn_999999999.json").turn, kMaxTurn);
  EXPECT_EQ(place_of(plan_file(7)).kind, RunFilePlace::Kind::plan);
  EXPECT_EQ(turn_of_file("turn_0007_plan.png"), 7);
  EXPECT_EQ(place_of("turn_7_plan.png").kind, RunFilePlace::Kind::unknown);
  EXPECT_EQ(place_of("exchange/000/0001-999999999.request").attempt, kMaxAttempt);
}

TEST(RunFiles, NameAnExchangeLogByTheTimeItBeginsAt) {
  EXPECT_EQ(exchange_log_file("2026-01-31T12:00:07.250Z"), "agent_run_20260131_120007.log");
  EXPECT_TRUE(is_exchange_log("agent_run_20260131_120007.log"));
  for (const char* const name :
       {"agent_run_20260131_120007.log", "agent_run_20260131_120007.log.2"})
    EXPECT_EQ(place_of(name).kind, RunFilePlace::Kind::growing) << name;
  for (const char* const name :
       {"agent_run_20260131_12000.log", "agent_run_20260131-120007.log",
        "agent_run_2026013x_120007.log", "agent_run_20260131_120007.logs", "agent_run_.log"}) {
    EXPECT_EQ(place_of(name).kind, RunFilePlace::Kind::unknown) << name;
    EXPECT_FALSE(is_exchange_log(name)) << name;
  }
  EXPECT_FALSE(is_exchange_log("agent_run_20260131_120007.log.2"));
}
}  // namespace
}  // namespace franz
