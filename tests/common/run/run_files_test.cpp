#include "common/run/run_files.h"
#include <gtest/gtest.h>
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
        Row{"exchange/000/0001-1.response", kMessage}, Row{"lost_0001-1.json", kMessage},
        Row{"run.jsonl", kLong}, Row{"state.json", kMessage}, Row{"state.json.corrupt", kMessage},
        Row{"sandbox_state.json", kMessage}, Row{"sandbox_canvas.bmp", 805'371'904},
        Row{"orchestrator.log", kLong}, Row{"proxy.log.1", kLong},
        Row{"agent_run_20260131_120000.log", kLong}, Row{"agent_run_20260131_120000.log.4", kLong},
        Row{kSumsFile, 4 * kMessage}, Row{"turns_0001_0015.json", kLong}, Row{"notes.txt", kLong}})
    EXPECT_EQ(max_run_file_bytes(row.name), row.bytes) << row.name;
}

TEST(RunFiles, HaveNoPlaceForNumbersThatAreNeverWritten) {
  for (const char* const name :
       {"turns/2147483/turn_2147483647.json", "turns/1000000/turn_1000000000.json",
        "turns/000/turn_99999999999999999999.json", "exchange/2147483/2147483647-1.request",
        "exchange/000/0001-2147483647.request", "exchange/000/0001-1000000000.response",
        "exchange/000/0001-0.request", "exchange/000/0001-1.cuts", "turn_0001-1.json",
        "turn_0001-0.json", "turn_0001-01.json", "lost_0001.json", "keyframe_1.png",
        "settings_1.json", "turns/2147483/turns_2147483641_2147483647.json"})
    EXPECT_EQ(place_of(name).kind, RunFilePlace::Kind::unknown) << name;
  EXPECT_EQ(place_of(plan_file(7, 1)).kind, RunFilePlace::Kind::plan);
  EXPECT_EQ(turn_of_file("turn_0007_plan.png"), 7);
  EXPECT_EQ(place_of("turn_7_plan.png").kind, RunFilePlace::Kind::unknown);
  EXPECT_EQ(place_of("exchange/000/0001-999999999.request").attempt, kMaxAttempt);
}

TEST(RunFiles, AreInAFolderPerThousandTurns) {
  struct Row {
    int turn;
    const char *record, *picture, *plan, *batch, *request;
  };
  for (const Row& row :
       {Row{1, "turn_0001.json", "turn_0001.png", "turn_0001_plan.png", "turns_0001_0015.json",
            "exchange/000/0001-2.request"},
        Row{999, "turn_0999.json", "turn_0999.png", "turn_0999_plan.png", "turns_0991_1005.json",
            "exchange/000/0999-2.request"},
        Row{1000, "turns/001/turn_1000.json", "turns/001/turn_1000.png",
            "turns/001/turn_1000_plan.png", "turns_0991_1005.json", "exchange/001/1000-2.request"},
        Row{1006, "turns/001/turn_1006.json", "turns/001/turn_1006.png",
            "turns/001/turn_1006_plan.png", "turns/001/turns_1006_1020.json",
            "exchange/001/1006-2.request"},
        Row{12345, "turns/012/turn_12345.json", "turns/012/turn_12345.png",
            "turns/012/turn_12345_plan.png", "turns/012/turns_12331_12345.json",
            "exchange/012/12345-2.request"},
        Row{kMaxTurn, "turns/999999/turn_999999999.json", "turns/999999/turn_999999999.png",
            "turns/999999/turn_999999999_plan.png", nullptr,
            "exchange/999999/999999999-2.request"}}) {
    EXPECT_EQ(record_file(row.turn, 1), row.record);
    EXPECT_EQ(picture_file(row.turn, 1), row.picture);
    EXPECT_EQ(plan_file(row.turn, 1), row.plan);
    EXPECT_EQ(exchange_file(row.turn, 2, "request"), row.request);
    for (const char* const each : {row.record, row.picture, row.plan, row.request})
      EXPECT_EQ(turn_of_file(each), row.turn) << each;
    if (row.batch == nullptr) continue;  // its last turn would be too large
    const int first = first_of_batch(row.turn);
    EXPECT_EQ(batch_file(first, first + kBatchTurns - 1), row.batch);
    EXPECT_EQ(place_of(row.batch).first, first);
    EXPECT_TRUE(is_full_batch(row.batch)) << row.batch;
  }
  for (const char* const name :
       {"turn_1000.json", "turn_1000.png", "turn_1000_plan.png", "turns_1006_1020.json",
        "turns/000/turn_0999.json", "turns/001/turn_2000.json", "turns/1/turn_1000.json",
        "turns/0001/turn_1000.json", "turns/001/x/turn_1000.json", "turns/turn_1000.json",
        "turns/000/turns_0991_1005.json", "turns/001/turns_0991_1005.json", "turns/001/run.json",
        "turns/001/state.json", "turns/001/", "turns/", "turns"})
    EXPECT_EQ(place_of(name).kind, RunFilePlace::Kind::unknown) << name;
  EXPECT_EQ(place_of("turns/001/turn_1000.json.4711-1.tmp").kind, RunFilePlace::Kind::passing);
}

TEST(RunFiles, NameLaterAttemptsByNumber) {
  using Kind = RunFilePlace::Kind;
  const struct {
    std::string name, expected;
    Kind kind;
  } rows[] = {{record_file(7, 2), "turn_0007-2.json", Kind::record},
              {picture_file(7, 12), "turn_0007-12.png", Kind::picture},
              {plan_file(1000, 2), "turns/001/turn_1000-2_plan.png", Kind::plan},
              {lost_file(7, 1), "lost_0007-1.json", Kind::lost},
              {keyframe_file(8, "png"), "keyframe_0008.png", Kind::keyframe},
              {keyframe_file(8, "json"), "keyframe_0008.json", Kind::keyframe},
              {settings_file(12), "settings_00000012.json", Kind::settings}};
  for (const auto& [name, expected, kind] : rows) {
    EXPECT_EQ(name, expected);
    EXPECT_EQ(place_of(name).kind, kind) << name;
    EXPECT_TRUE(is_evidence(place_of(name).kind)) << name;
  }
  EXPECT_EQ(place_of("turn_0007-12.png").attempt, 12);
  for (const char* const name : {"run.jsonl", "state.json", "SHA256SUMS", "turns_0001_0015.json",
                                 "unlisted/turn_0001.json", "proxy.lock", "orchestrator.lock"})
    EXPECT_FALSE(is_evidence(place_of(name).kind)) << name;
}

TEST(RunFiles, NameAnExchangeLogByItsStartTime) {
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
