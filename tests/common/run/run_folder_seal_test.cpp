// What a run folder lists in SHA256SUMS, and the seal.
#include <gtest/gtest.h>
#include <thread>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/wire/state_file.h"
#include "tests/common/run/run_folder_fixture.h"

namespace franz {
namespace {
// The names in SHA256SUMS, in order; each line's digest must be the file's.
TEST_F(RunFolderTest, ListsFilesWhenTheyAreFinished) {
  {
    RunFolder run(at(folder_));
    run.save(file("run.json", "{}"));
    run.save(file("exchange/000/0001-1.request", "GET"));
    run.save(file("turn_0001.json", "{1}"));
    run.save(file("turn_0001.png", "PNG"));
    run.finish_turns(1);
    run.save(file("exchange/000/0002-1.request", "GET 2"));
    run.save(file("exchange/000/0001-1.response", "late"));  // its turn is over
    run.save(file("turn_0001.json", "{1, again}"));          // and this one's line is made anew
    run.append("proxy.log", "one");
  }
  EXPECT_EQ(sums(),
            "exchange/000/0001-1.request turn_0001.png exchange/000/0001-1.response "
            "turn_0001.json");
}

TEST_F(RunFolderTest, SealsAllFilesAtACleanEnd) {
  RunFolder run(at(folder_));
  run.save(file("run.json", "{}"));
  run.save(file("turn_0001.json", "{1}"));
  run.finish_turns(1);
  run.save(file("turn_0002.json", "{2}"));
  run.append("proxy.log", "one");
  run.save_batch({1, 2});
  EXPECT_TRUE(append_file(join_path(folder_, "state.json"), "by another program").ok());
  EXPECT_TRUE(append_file(join_path(folder_, "state.json.12-3.tmp"), "killed").ok());
  // The reply marker is about to rename this one.
  EXPECT_TRUE(append_file(join_path(folder_, "reply_marks.txt.12-4.tmp"), "being made").ok());
  const Result<std::string> seal = run.close();
  ASSERT_TRUE(seal.ok()) << seal.error().message;
  EXPECT_EQ(seal.value(), sha256_hex(read("SHA256SUMS")));
  EXPECT_EQ(sums(),
            "turn_0001.json turn_0002.json proxy.log run.json state.json turns_0001_0002.json");
  EXPECT_EQ(read("state.json.12-3.tmp"), "(missing)");
  EXPECT_EQ(read("reply_marks.txt.12-4.tmp"), "being made");
}

// A batch never says something else than the records, wherever a kill comes.
TEST_F(RunFolderTest, TakesABatchAwayBeforeOneOfItsTurnsIsRecordedAgain) {
  {
    RunFolder run(at(folder_));
    run.save(file("run.json", "{}"));
    for (const int turn : {14, 15}) run.save(file(record_file(turn), std::to_string(turn)));
    run.finish_turns(15);
    run.save_batch({1, 15});
    for (const int turn : {16, 17}) run.save(file(record_file(turn), std::to_string(turn)));
    run.save_batch({16, 17});
    ASSERT_TRUE(run.close().ok());
  }
  EXPECT_EQ(read("turns_0001_0015.json"), "[14,\n15]\n");
  EXPECT_EQ(read("turns_0016_0017.json"), "[16,\n17]\n");
  {
    RunFolder run(at(folder_));
    ASSERT_TRUE(run.resume(17).ok());
    run.save(file("turn_0018.json", "18"));
    run.settle();
    EXPECT_EQ(read("turns_0001_0015.json"), "[14,\n15]\n");
    EXPECT_EQ(read("turns_0016_0017.json"), "[16,\n17]\n");
    run.save(file("turn_0014.json", "14 again"));
    run.save(file("turn_0016.json", "16 again"));
    run.settle();
    EXPECT_EQ(read("turns_0001_0015.json"), "(missing)");
    EXPECT_EQ(read("turns_0016_0017.json"), "(missing)");
    EXPECT_EQ(sums(), "turn_0015.json turn_0014.json turn_0016.json");
    run.save_batch({1, 15});
  }
  EXPECT_EQ(read("turns_0001_0015.json"), "[14 again,\n15]\n");
  EXPECT_EQ(sums(), "turn_0015.json turn_0014.json turn_0016.json turns_0001_0015.json");
}

// A clean end wrote the batch of the last turn, which is asked for again.
TEST_F(RunFolderTest, ListsABatchOnceWhoseLastTurnIsRecordedAgain) {
  {
    RunFolder run(at(folder_));
    run.save(file("run.json", "{}"));
    run.save(file("turn_0015.json", "15"));
    run.save_batch({1, 15});
    ASSERT_TRUE(run.close().ok());
  }
  RunFolder run(at(folder_));
  ASSERT_TRUE(run.resume(15).ok());
  run.save(file("run.json", "{new}"));
  run.save(file("turn_0015.json", "15 again"));
  run.save_batch({1, 15});
  ASSERT_TRUE(run.close().ok());
  EXPECT_EQ(sums(), "turn_0015.json turns_0001_0015.json run.json");
}

// After a full disk the state may be older than the records: what came after it is made again. A
// kill must not leave a line that is not the file's.
TEST_F(RunFolderTest, ListsNothingThatAnOlderStateHasMadeAgain) {
  {
    RunFolder run(at(folder_));
    run.save(file("run.json", "{}"));
    for (const int turn : {1, 2, 3, 4}) run.save(file(record_file(turn), std::to_string(turn)));
    ASSERT_TRUE(run.close().ok());
  }
  const auto resumed_with = [&](const LoopState& state) {
    EXPECT_TRUE(
        replace_file(join_path(folder_, kStateFile), to_json(state), Durability::buffered).ok());
    RunFolder run(at(folder_));
    EXPECT_TRUE(run.resume(4).ok());
    const std::string listed = sums();
    run.save(file("turn_0003.json", "3 again"));
    run.finish_turns(3);
    run.settle();
    return listed + " -> " + sums();
  };
  LoopState state;
  EXPECT_EQ(resumed_with(state), " -> turn_0001.json turn_0002.json turn_0003.json");
  state.turn = 2;
  state.reply = Reply{R"("two")", {}};
  EXPECT_EQ(resumed_with(state),
            "turn_0001.json turn_0002.json -> turn_0001.json turn_0002.json turn_0003.json");
  // Newer than the records, or not to be read: only the last turn is asked for again.
  state.turn = 9;
  EXPECT_EQ(resumed_with(state),
            "turn_0001.json turn_0002.json turn_0003.json -> "
            "turn_0001.json turn_0002.json turn_0003.json");
}

TEST_F(RunFolderTest, GoesOnWithTheSumsOfAKilledProxy) {
  {
    RunFolder run(at(folder_));
    run.save(file("run.json", "{}"));
    run.save(file("turn_0001.json", "{1}"));
    ASSERT_TRUE(run.close().ok());
  }
  // A later proxy recorded on and was killed: nothing of it is listed, a line and a file are cut.
  ASSERT_TRUE(append_file(join_path(folder_, "turn_0002.json"), "{2}").ok());
  ASSERT_TRUE(append_file(join_path(folder_, "turn_0003.json"), "{3}").ok());
  ASSERT_TRUE(append_file(join_path(folder_, "turn_0003.png.9-1.tmp"), "PN").ok());
  ASSERT_TRUE(append_file(join_path(folder_, "reply_marks.txt.9-2.tmp"), "turn").ok());
  ASSERT_TRUE(make_folders(join_path(folder_, "exchange/000")).ok());
  ASSERT_TRUE(append_file(join_path(folder_, "exchange/000/0004-1.request"), "GET").ok());
  ASSERT_TRUE(append_file(join_path(folder_, "SHA256SUMS"), "0123").ok());
  {
    RunFolder run(at(folder_));
    ASSERT_TRUE(run.resume(3).ok());
    EXPECT_EQ(read("reply_marks.txt.9-2.tmp"), "(missing)");
    run.save(file("run.json", "{new}"));
    run.save(file("exchange/000/0004-2.request", "GET"));
    run.finish_turns(3);
  }
  EXPECT_EQ(sums(), "turn_0001.json turn_0002.json turn_0003.json");
  RunFolder run(at(folder_));
  ASSERT_TRUE(run.resume(3).ok());
  run.save(file("run.json", "{newer}"));
  run.finish_turns(4);
  ASSERT_TRUE(run.close().ok());
  EXPECT_EQ(sums(),
            "turn_0001.json turn_0002.json turn_0003.json exchange/000/0004-1.request "
            "exchange/000/0004-2.request run.json");
  EXPECT_TRUE(troubles_.empty()) << troubles_[0];
}

// What a batch costs does not depend on how many turns were before it.
TEST_F(RunFolderTest, ListsANewBatchWithoutReadingWhatIsListed) {
  RunFolder run(at(folder_));
  run.save(file("run.json", "{}"));
  for (int turn = 1; turn <= kBatchTurns; ++turn)
    run.save(file(record_file(turn), record(turn, R"("a reply")")));
  run.finish_turns(kBatchTurns);
  run.wait_for_jobs();
  ASSERT_TRUE(append_file(join_path(folder_, kSumsFile), "no line that can be read\n").ok());
  const std::string before = read(kSumsFile);
  run.save_batch({1, kBatchTurns});
  run.wait_for_jobs();
  const std::string batch = batch_file(1, kBatchTurns);
  EXPECT_EQ(read(kSumsFile), before + to_line({sha256_hex(read(batch)), batch}));
  EXPECT_TRUE(troubles_.empty()) << troubles_[0];
}

// A disk that is slow for long is no disk that does not answer.
TEST_F(RunFolderTest, SealsForAsLongAsFilesAreRead) {
  write_some_turns();
  RunFolderOptions options = at(folder_);
  options.patience = std::chrono::milliseconds(800);
  std::size_t steps = 0, last = 0;
  options.sealing = [&](std::size_t done, std::size_t all) {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    ++steps;
    if (all > 0) last = all - done;
  };
  RunFolder run(std::move(options));
  run.save(file("run.json", "{}"));
  run.settle();
  const Result<std::string> seal = run.close();
  ASSERT_TRUE(seal.ok()) << seal.error().message;
  EXPECT_GE(steps, 8U);  // far longer than the patience
  EXPECT_EQ(last, 0U);
}
}  // namespace
}  // namespace franz
