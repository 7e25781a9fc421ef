#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/files.h"
#include "common/run/load_run_app.h"
#include "tests/common/run/run_folder_fixture.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

using LoadRunTest = RunFolderTest;

TEST_F(LoadRunTest, FindsARunByFolderNameOrAsTheLatest) {
  for (const std::string name : {"run_20260131_120000", "run_20260131_120001", "other"}) {
    ASSERT_TRUE(make_folders(join_path(folder_, name)).ok());
    ASSERT_TRUE(append_file(join_path(folder_, name + "/run.json"), "{}").ok());
  }
  ASSERT_TRUE(make_folders(join_path(folder_, "run_20260131_120002")).ok());  // has no run.json
  const std::string first = join_path(folder_, "run_20260131_120000");
  EXPECT_EQ(find_run(folder_, "run_20260131_120000").value(), first);
  EXPECT_EQ(find_run("nowhere", first + "/").value(), first);
  EXPECT_EQ(find_run(folder_, "latest").value(), join_path(folder_, "run_20260131_120001"));
  EXPECT_EQ(find_run("nowhere", "latest").error().message, "there is no run in nowhere");
  EXPECT_EQ(find_run("nowhere", "run_20260131_120002").error().message,
            "there is no run run_20260131_120002: neither " +
                join_path("run_20260131_120002", "run.json") + " nor " +
                join_path("nowhere", "run_20260131_120002/run.json") + " exists");
}

TEST_F(LoadRunTest, LoadsWhatAKilledProxyLeft) {
  RunFolder run(at(folder_));
  run.save(file("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})"));
  run.save(file("turn_0001.json", record(1, R"("one")")));
  run.save(file("turn_0002.json", record(2, R"("t\u0000wo")")));
  run.save(file("turn_0003.json", record(3, R"("three")").substr(0, 40)));
  run.save(file("exchange/000/0002-1.response", ""));
  run.save(file("exchange/000/0003-1.request", ""));
  static_cast<void>(run.close());
  const Result<LoadedRun> loaded = load_run(folder_);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded.value().run.run, "5f0c");
  EXPECT_EQ(loaded.value().known.last, 2);
  EXPECT_EQ(loaded.value().known.attempts, (std::map<int, int>{{1, 1}, {2, 1}, {3, 1}}));
  EXPECT_EQ(loaded.value().known.replies.at(2).text, R"("t\u0000wo")");
  EXPECT_EQ(loaded.value().rows.size(), 2U);
  ASSERT_EQ(loaded.value().problems.size(), 1U);
  EXPECT_TRUE(loaded.value().problems[0].starts_with("turn_0003.json: "));
}

// What could not be read when it passed is not known, and not empty.
TEST_F(LoadRunTest, KnowsNoReplyThatWasNotRead) {
  TurnRecord unread = parse_turn_record(record(1, R"("one")")).value();
  unread.memory.emplace();
  unread.memory->name = "history";
  unread.response->text = "null";
  TurnRecord read = unread;
  read.turn = 2;
  read.response->text = R"("two")";
  TurnRecord without_request = read;
  without_request.turn = 3;
  without_request.request_bytes = 20;
  without_request.messages = 0;
  RunFolder run(at(folder_));
  run.save(file("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})"));
  for (const TurnRecord* each : {&unread, &read, &without_request})
    run.save(file(record_file(each->turn), to_json(*each)));
  static_cast<void>(run.close());
  const Result<LoadedRun> loaded = load_run(folder_);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(loaded.value().problems.empty()) << loaded.value().problems[0];
  const auto judged = [&](int turn) {
    Part part = text_part("", Part::Source::reply, turn);
    return loaded.value().known.steps.is_reply(part, R"("two")");
  };
  EXPECT_EQ(judged(1), std::nullopt);
  EXPECT_EQ(judged(2), true);
  KnownSteps steps = loaded.value().known.steps;
  EXPECT_EQ(steps.first_unknown(4, Need::all_steps), 1);
  steps.set_reply(1, {});
  EXPECT_EQ(steps.first_unknown(4, Need::all_steps), 3);  // its picture
}

// A kill came between the reply of the second attempt and its record: nobody knows with which of
// both the loop goes on.
TEST_F(LoadRunTest, KnowsNoReplyToATurnThatWasAskedForAgain) {
  RunFolder run(at(folder_));
  run.save(file("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})"));
  for (const int turn : {1, 2}) {
    TurnRecord made = parse_turn_record(record(turn, R"("said")")).value();
    made.memory.emplace();
    made.memory->name = "history";
    run.save(file(record_file(turn), to_json(made)));
  }
  run.save(file("exchange/000/0002-2.request", "POST"));
  static_cast<void>(run.close());
  const Result<LoadedRun> loaded = load_run(folder_);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const KnownTurns& known = loaded.value().known;
  EXPECT_EQ(known.attempts, (std::map<int, int>{{1, 1}, {2, 2}}));
  EXPECT_TRUE(known.replies.contains(1));
  EXPECT_FALSE(known.replies.contains(2));
  EXPECT_EQ(known.steps.first_unknown(2, Need::all_steps), std::nullopt);
  EXPECT_EQ(known.steps.first_unknown(3, Need::all_steps), 2);
}

// The marks that told of a later attempt go at a clean end.
TEST_F(LoadRunTest, KnowsNoReplyToATurnOfWhichSomethingWasLost) {
  RunFolder run(at(folder_));
  run.save(file("run.json",
                R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1,"lost_turns":[[2,9]]})"));
  for (const int turn : {1, 2}) {
    TurnRecord made = parse_turn_record(record(turn, R"("said")")).value();
    made.memory.emplace();
    made.memory->name = "history";
    run.save(file(record_file(turn), to_json(made)));
  }
  static_cast<void>(run.close());
  const Result<LoadedRun> loaded = load_run(folder_);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const KnownTurns& known = loaded.value().known;
  EXPECT_TRUE(known.replies.contains(1));
  EXPECT_FALSE(known.replies.contains(2));
  EXPECT_EQ(known.steps.first_unknown(2, Need::all_steps), std::nullopt);
  EXPECT_EQ(known.steps.first_unknown(3, Need::all_steps), 2);
  KnownSteps steps = known.steps;
  steps.set_reply(2, {});
  EXPECT_EQ(steps.first_unknown(3, Need::all_steps), 2);  // its picture
}

TEST_F(LoadRunTest, LoadsAndResumesNoFurtherThanIsWanted) {
  write_some_turns();
  int asked = 0;
  const Result<LoadedRun> loaded = load_run(folder_, [&asked] { return ++asked < 2; });
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().message, folder_ + ": stopped while it was read");
  EXPECT_EQ(asked, 2);
  fs::remove(join_path(folder_, kSumsFile));  // all files are to be read
  RunFolder again(at(folder_));
  asked = 0;
  const Status resumed = again.resume(3, [&asked] { return ++asked < 2; });
  ASSERT_FALSE(resumed.ok());
  EXPECT_EQ(resumed.error().message, folder_ + ": stopped while its files were read");
  EXPECT_FALSE(file_exists(join_path(folder_, kSumsFile)));
}

TEST_F(LoadRunTest, RefusesAFolderThatIsNoRun) {
  EXPECT_FALSE(load_run(folder_).ok());
  EXPECT_FALSE(load_run(folder_ + "/nowhere").ok());
}
}  // namespace
}  // namespace franz
