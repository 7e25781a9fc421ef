// A run folder on a disk that fails, is full or does not answer.
#include <gtest/gtest.h>
#include <future>
#include <thread>
#include "common/os/files.h"
#include "tests/common/run/run_folder_fixture.h"

namespace franz {
namespace {
TEST_F(RunFolderTest, TellsOfTroubleOnceAndWritesAllWhenItIsOver) {
  const std::string blocked = folder_ + "/run";
  ASSERT_TRUE(replace_file(blocked, "a file in the folder's place", Durability::buffered).ok());
  RunFolder run(at(blocked));
  run.save(file("turn_0001.json", "{1}"));
  run.append("proxy.log", "one");
  run.save(file("turn_0002.json", "{2}"));
  while (true) {
    const std::lock_guard lock(mutex_);
    if (!troubles_.empty()) break;
  }
  ASSERT_TRUE(remove_file(blocked).ok());
  static_cast<void>(run.close());
  EXPECT_EQ(read("run/turn_0001.json"), "{1}");
  EXPECT_EQ(read("run/turn_0002.json"), "{2}");
  EXPECT_EQ(read("run/proxy.log"), "one\n");
  ASSERT_EQ(troubles_.size(), 2U);
  EXPECT_EQ(troubles_[0], blocked + ": is a file, not a folder");
  EXPECT_EQ(troubles_[1], "");
}

TEST_F(RunFolderTest, WaitsForWhatADiskTakesAgain) {
  const std::string blocked = folder_ + "/run";
  ASSERT_TRUE(replace_file(blocked, "a file in the folder's place", Durability::buffered).ok());
  RunFolderOptions options = at(blocked);
  options.before_job = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  RunFolder run(std::move(options));
  run.save(file("turn_0001.json", "{1}"));
  run.wait_for_jobs();
  ASSERT_TRUE(remove_file(blocked).ok());
  run.save(file("turn_0002.json", "{2}"));
  run.wait_for_jobs();
  EXPECT_EQ(read("run/turn_0001.json"), "{1}");
  EXPECT_EQ(read("run/turn_0002.json"), "{2}");
}

TEST_F(RunFolderTest, TellsWhatIsLostWhenTheDiskTakesNothingForTooLong) {
  const std::string blocked = folder_ + "/run";
  ASSERT_TRUE(replace_file(blocked, "a file in the folder's place", Durability::buffered).ok());
  std::promise<void> at_disk, all_queued;  // the first job is there until all others wait
  RunFolderOptions options = at(blocked);
  options.before_job = [&at_disk, queued = all_queued.get_future().share(),
                        is_first = true]() mutable {
    if (std::exchange(is_first, false)) at_disk.set_value();
    queued.wait();
  };
  RunFolder run(std::move(options));
  const std::string piece(15UL << 20U, 'x');  // four fit in 64 MiB
  run.append("proxy.log", "the beginning");
  at_disk.get_future().wait();
  for (int turn = 1; turn <= 6; ++turn) {
    run.save(file("run.json", piece));  // never given up: the newest takes the older one's place
    run.save(file("turn_000" + std::to_string(turn) + ".png", piece));
  }
  all_queued.set_value();
  EXPECT_EQ(run.close().error().message,
            "not all files could be written: " + blocked + ": is a file, not a folder");
  EXPECT_EQ(run.untold(),
            "lost, because more than 64 MiB waited for the disk: turns 1-3 (3 files), 1 log line");
  EXPECT_EQ(to_json(run.lost().turns), "[[1,6]]");
}

// What cannot be written stands in the way of what can, until it is given up.
TEST_F(RunFolderTest, WarnsOfWhatWasLostWhenWritingGoesOn) {
  const std::string warning = "lost, because more than 64 MiB waited for the disk: turn 1 (1 file)";
  for (const bool heard : {true, false}) {
    const std::string folder = folder_ + (heard ? "/heard" : "/unheard");
    ASSERT_TRUE(make_folders(folder + "/turn_0001.png/in the way").ok());
    std::vector<std::string> warnings;
    RunFolderOptions options = at(folder);
    options.warning = [&](const std::string& text) {
      warnings.push_back(text);
      return heard;
    };
    RunFolder run(std::move(options));
    run.save(file("run.json", "{}"));
    const std::string piece(15UL << 20U, 'x');  // four fit in 64 MiB
    for (int turn = 1; turn <= 5; ++turn)
      run.save(file("turn_000" + std::to_string(turn) + ".png", piece));
    run.append("proxy.log", "the end");
    EXPECT_EQ(run.close().error().message,
              join_path(folder, "turn_0001.png") + ": is a folder in the place of a file");
    EXPECT_EQ(warnings, std::vector<std::string>{warning});
    EXPECT_EQ(run.untold(), heard ? "" : warning);
    EXPECT_EQ(to_text(run.lost().turns), "turn 1");  // whoever was told
    EXPECT_EQ(read_file(folder + "/turn_0005.png").value().size(), piece.size());
  }
}

// Given up while it was being written: the write fails then, and what follows it does not.
TEST_F(RunFolderTest, WarnsOfWhatWasLostDuringItsWrite) {
  ASSERT_TRUE(make_folders(folder_ + "/turn_0001.png/in the way").ok());
  std::promise<void> at_disk, all_queued;
  std::vector<std::string> warnings;
  RunFolderOptions options = at(folder_);
  options.warning = [&](const std::string& text) {
    warnings.push_back(text);
    return true;
  };
  options.before_job = [&at_disk, queued = all_queued.get_future().share(), job = 0]() mutable {
    if (++job == 1) at_disk.set_value();
    queued.wait();
  };
  RunFolder run(std::move(options));
  const std::string piece(15UL << 20U, 'x');  // four fit in 64 MiB
  run.save(file("turn_0001.png", piece));
  at_disk.get_future().wait();
  for (int turn = 2; turn <= 5; ++turn)
    run.save(file("turn_000" + std::to_string(turn) + ".png", piece));
  all_queued.set_value();
  run.settle();
  EXPECT_EQ(warnings, std::vector<std::string>{
                          "lost, because more than 64 MiB waited for the disk: turn 1 (1 file)"});
  EXPECT_EQ(run.untold(), "");
}

// Neither who records nor the end waits for a disk that does not answer.
TEST_F(RunFolderTest, LeavesADiskBehindThatDoesNotAnswer) {
  auto opener = std::make_shared<std::promise<void>>();
  const auto gate = opener->get_future().share();
  RunFolderOptions options = at(folder_);
  options.before_job = [gate] { gate.wait(); };
  options.patience = std::chrono::milliseconds(50);
  RunFolder run(std::move(options));
  run.save(file("run.json", "{}"));
  run.save(file("turn_0001.json", "{1}"));
  run.append("proxy.log", "one");
  run.stream(piece("long", std::string(5U << 20U, 'x')));
  run.end_stream({"long", "exchange/000/0002-1.request"});
  run.wait_for_room();
  run.save(file("turn_0003.json", std::string(80U << 20U, 'x')));
  run.settle();
  const Result<std::string> seal = run.close();
  ASSERT_FALSE(seal.ok());
  EXPECT_EQ(seal.error().message,
            "the disk does not answer; not written: turns 1-3 (4 files), 1 log line");
  EXPECT_TRUE(run.abandoned());
  EXPECT_EQ(to_json(run.lost().turns), "[[1,3]]");
  opener->set_value();
}

// One that answers, but would take minutes: what it has not taken in time is lost, and the run ends
// as after any other loss.
TEST_F(RunFolderTest, EndsInTimeOnASlowDisk) {
  RunFolderOptions options = at(folder_);
  options.before_job = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  options.end_may_take = std::chrono::seconds(2);  // enough for the first and the last one
  RunFolder run(std::move(options));
  constexpr int kLast = 1000;  // twenty seconds
  const std::string record(1200, 'x');
  for (int turn = 1; turn <= kLast; ++turn) run.save(file(record_file(turn), record));
  run.hurry();
  run.wait_for_room();  // else for a third of them
  run.settle();
  const LostFiles lost = run.lost();
  EXPECT_TRUE(lost.turns.contains(kLast / 4));
  EXPECT_TRUE(lost.turns.contains(kLast));
  EXPECT_FALSE(lost.turns.contains(1));
  run.save(file("run.json", to_json(lost.turns)));
  EXPECT_TRUE(run.close().ok());
  EXPECT_FALSE(run.abandoned());
  EXPECT_EQ(read("run.json"), to_json(lost.turns));
  EXPECT_EQ(read(record_file(kLast)), "(missing)");
}

// One file that cannot be written takes no other with it, and what is lost can be told in run.json.
TEST_F(RunFolderTest, LosesAtTheEndOnlyWhatCannotBeWritten) {
  ASSERT_TRUE(make_folders(folder_ + "/turn_0002.json/in the way").ok());
  RunFolder run(at(folder_));
  for (int turn = 1; turn <= 3; ++turn) run.save(file(record_file(turn), "{}"));
  run.settle();
  EXPECT_EQ(to_text(run.lost()), "turn 2 (1 file)");
  run.save(file("run.json", "{}"));
  const std::string why = run.close().error().message;
  EXPECT_TRUE(why.starts_with(
      "not all files could be written: " + join_path(folder_, "turn_0002.json") + ": "))
      << why;
  EXPECT_EQ(read("turn_0003.json"), "{}");
  EXPECT_EQ(read("run.json"), "{}");
}

// Who queues more never looks again at what may not be lost: else this takes minutes.
TEST_F(RunFolderTest, GivesUpTheOldestInLinearTime) {
  auto opener = std::make_shared<std::promise<void>>();
  RunFolderOptions options = at(folder_);
  options.before_job = [gate = opener->get_future().share()] { gate.wait(); };
  RunFolder run(std::move(options));
  constexpr int kJobs = 200'000;
  for (int i = 0; i < kJobs; ++i) run.end_stream({"none", ""});  // 256 bytes each
  for (int i = 0; i < kJobs; ++i) run.append("proxy.log", std::string(256, 'x'));
  opener->set_value();
  EXPECT_TRUE(run.close().error().message.starts_with("the run was not closed"));
  EXPECT_GT(run.lost().lines, kJobs / 2);
}
}  // namespace
}  // namespace franz
