#include "executor/mcp/call_recorder.h"
#include <gtest/gtest.h>
#include "common/base/base64.h"
#include "common/base/json_string.h"

namespace franz::mcp {
namespace {
CallRecord call_of(int turn) {
  CallRecord call;
  call.turn = turn;
  call.call = {turn, "\"a\"", "click", R"({"window_id":7,"x":1,"y":2})"};
  call.answer = R"({"window_id":7,"outcome":"done"})";
  call.executor_in = R"({"turn":)" + std::to_string(turn) + "}";
  call.turn_ms = 250;
  return call;
}

std::string printed(const std::vector<RecordJob>& jobs) {
  std::string text;
  for (const RecordJob& job : jobs) {
    if (const auto* file = std::get_if<SaveFile>(&job)) text += file->name + " ";
    if (const auto* batch = std::get_if<SaveBatch>(&job))
      text += "batch " + std::to_string(batch->first) + "-" + std::to_string(batch->last) + " ";
    if (const auto* over = std::get_if<TurnsFinished>(&job))
      text += "over " + std::to_string(over->turn) + " ";
    if (const auto* passed = std::get_if<ReplyPassed>(&job))
      text +=
          "passed " + std::to_string(passed->turn) + "/" + std::to_string(passed->attempt) + " ";
  }
  return text;
}

TEST(CallRecorder, MakesATurnOfEachCall) {
  CallRecorder recorder;
  const std::vector<RecordJob> jobs = recorder.over(call_of(1), 1'000'250);
  ASSERT_EQ(printed(jobs), "passed 1/1 turn_0001.json ");
  const Result<TurnRecord> read = parse_turn_record(*std::get<SaveFile>(jobs.back()).bytes);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const TurnRecord& record = read.value();
  EXPECT_TRUE(record.called);
  EXPECT_EQ(record.time, "1970-01-01T00:16:40.000Z");
  EXPECT_EQ(record.verdict, kUnwitnessed);
  EXPECT_EQ(decode_json_string(record.feedback), R"({"window_id":7,"outcome":"done"})");
  EXPECT_EQ(calls_json(record.response->calls),
            R"([{"id":"\"a\"","name":"click","arguments":{"window_id":7,"x":1,"y":2}}])");
  EXPECT_EQ(to_json(record), *std::get<SaveFile>(jobs.back()).bytes);
}

TEST(CallRecorder, JoinsFifteenTurnsInABatch) {
  CallRecorder recorder;
  for (int turn = 1; turn < 15; ++turn) recorder.over(call_of(turn), 0);
  EXPECT_EQ(printed(recorder.over(call_of(15), 0)), "passed 15/1 over 14 turn_0015.json ");
  EXPECT_EQ(printed(recorder.finish()), "batch 1-15 ");
  EXPECT_EQ(printed(recorder.over(call_of(16), 0)),
            "passed 16/1 over 15 batch 1-15 turn_0016.json ");
  EXPECT_EQ(printed(recorder.finish()), "batch 16-16 ");
  EXPECT_EQ(printed(CallRecorder().finish()), "");
}

TEST(CallRecorder, KeepsPicturesAsFiles) {
  CallRecorder recorder;
  CallRecord call = call_of(1);
  // The beginning of a PNG of 2x3 pixels is all that is looked at.
  const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\3\b\2\0\0\0", 29);
  call.png_base64 = base64_encode(png);
  call.plan_png_base64 = call.png_base64;
  EXPECT_EQ(printed(recorder.over(call, 0)), "passed 1/1 turn_0001.png turn_0001.json ");
  call.turn = 2;
  call.approval.emplace();
  EXPECT_EQ(printed(recorder.over(call, 0)),
            "passed 2/1 over 1 turn_0002_plan.png turn_0002.png turn_0002.json ");
}
}  // namespace
}  // namespace franz::mcp
