#include "proxy/offline/fork/forked_run.h"
#include <gtest/gtest.h>
#include "common/wire/executor_messages.h"

namespace franz::proxy {
namespace {
RunFile old_run() {
  RunFile run;
  run.run = "17aa";
  run.name = "run_a";
  run.settings = R"({"surface.canvas":"640x360"})";
  run.restarts = 3;
  run.add_change("T", "a change");
  return run;
}

TEST(ForkedRun, KeepsTheSettingsUnderANewId) {
  const Result<RunFile> made = forked_run(old_run(), 17, "5f0c", "run_b", "NOW");
  ASSERT_TRUE(made.ok());
  const RunFile& run = made.value();
  EXPECT_EQ(run.run, "5f0c");
  EXPECT_EQ(run.name, "run_b");
  EXPECT_EQ(run.started, "NOW");
  EXPECT_EQ(run.settings, old_run().settings);
  EXPECT_EQ(run.restarts, 0);
  ASSERT_EQ(run.changes.size(), 1U);
  EXPECT_EQ(run.changes[0].text, "forked from run_a at turn 17");
  EXPECT_EQ(id_at(run, 17), "17aa");
  EXPECT_EQ(id_at(run, 18), "5f0c");
}

TEST(ForkedRun, KeepsWhatItsSystemMessagesAndNotesAreCheckedAgainst) {
  RunFile old = old_run();
  for (const int turn : {16, 18}) old.add_note("T", {turn, std::string(64, 'b')});
  for (const int turn : {1, 17, 18}) old.add_system_change("T", {turn, std::string(64, 'a'), "c"});
  const RunFile run = forked_run(old, 17, "5f0c", "run_b", "NOW").value();
  ASSERT_EQ(run.changes.size(), 4U);
  EXPECT_EQ(run.changes[0].note->turn, 16);
  EXPECT_EQ(run.changes[1].system->turn, 1);
  EXPECT_EQ(run.changes[2].system->turn, 17);
  EXPECT_FALSE(run.changes[3].system || run.changes[3].note);
  // What was dropped stays untold.
  for (const auto& [before, after] : std::vector<std::pair<int, int>>{{1, 1}, {3, 3}, {25, 18}}) {
    old.told_from = before;
    EXPECT_EQ(forked_run(old, 17, "5f0c", "run_b", "NOW").value().told_from, after);
  }
}

TEST(ForkedRun, NestsOrigins) {
  const RunFile second = forked_run(old_run(), 17, "5f0c", "run_b", "NOW").value();
  struct Row {
    int at;
    std::string ids;  // of the turns 9, 10, 17, 18, 20, 21
  };
  const std::vector<Row> rows = {{20, "17aa 17aa 17aa 5f0c 5f0c c0de"},
                                 {10, "17aa 17aa c0de c0de c0de c0de"}};
  for (const Row& row : rows) {
    const Result<RunFile> made = forked_run(second, row.at, "c0de", "run_c", "NOW");
    ASSERT_TRUE(made.ok());
    // As it is when it was written and read.
    const Result<RunFile> read = parse_run_file(to_json(made.value()));
    ASSERT_TRUE(read.ok()) << read.error().message;
    std::string ids;
    for (const int turn : {9, 10, 17, 18, 20, 21})
      ids += (ids.empty() ? "" : " ") + std::string(id_at(read.value(), turn));
    EXPECT_EQ(ids, row.ids) << row.at;
  }
}

TEST(ForkedRun, GoesOnFromAWholeReply) {
  TurnRecord record;
  record.turn = 17;
  record.response.emplace();
  EXPECT_EQ(state_after(record).error().message, "its reply could not be read whole");
  record.response->text = R"("a \ud83d reply")";
  record.response->calls = {{R"("c\/1")", R"("click")", R"("{}")"}};
  Result<LoopState> state = state_after(record);
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state.value().turn, 17);
  EXPECT_EQ(state.value().reply->text, R"("a \ud83d reply")");
  EXPECT_EQ(state.value().reply->calls, record.response->calls);
  EXPECT_FALSE(state.value().seen);
  record.picture.emplace();
  record.executor_in = R"({"width":512,"height":288})";
  record.executor_out = R"({"screen":{"origin_x":0,"origin_y":0,"width":640,"height":360}})";
  state = state_after(record);
  ASSERT_TRUE(state.ok());
  ASSERT_TRUE(state.value().seen);
  EXPECT_EQ(state.value().seen->screen.width, 640);
  EXPECT_EQ(state.value().seen->image.height, 288);
  EXPECT_TRUE(parse_loop_state(to_json(state.value())).ok());
  // A turn that sent no picture leaves that of a turn before.
  record.picture.reset();
  record.executor_in = to_json_without_reply(ExecutorRequest{});
  EXPECT_FALSE(state_after(record).value().seen);
  ExecutorRequest request;
  request.options.seen = Seen{{0, 0, 800, 600}, {400, 300}};
  record.executor_in = to_json_without_reply(request);
  EXPECT_EQ(state_after(record).value().seen->image.width, 400);
  EXPECT_FALSE(state_after(record).value().pointer);
  request.pointer = MapPoint{1, 2};
  record.executor_in = to_json_without_reply(request);
  EXPECT_EQ(state_after(record).value().pointer, (MapPoint{1, 2}));
  record.executor_out = R"({"pointer":[3,4]})";
  EXPECT_EQ(state_after(record).value().pointer, (MapPoint{3, 4}));
  EXPECT_EQ(state_after(record).value().finish_reason, "");
  EXPECT_FALSE(state_after(record).value().asked_back);
  record.response->finish_reason = "length";
  record.executor_out = R"({"error":{"class":"asked_back","text":"call a tool"}})";
  EXPECT_EQ(state_after(record).value().finish_reason, "length");
  EXPECT_TRUE(state_after(record).value().asked_back);
  record.memory = UsedMemory{"history", {2, 2}, "draw", std::nullopt};
  EXPECT_EQ(state_after(record).value().objective, "draw");
  record.picture.emplace();
  record.executor_in = R"({"width":512})";
  EXPECT_EQ(state_after(record).error().message.find("executor.in: /height"), 0U);
}
}  // namespace
}  // namespace franz::proxy
