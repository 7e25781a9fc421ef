#include <gtest/gtest.h>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/load_run_app.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_folder_app.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest()
      : folder_(std::string(FRANZ_TEST_OUT) + "/run_folder_" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  static SaveFile file(const std::string& name, const std::string& bytes) {
    return {name, std::make_shared<const std::string>(bytes)};
  }
  std::string read(const std::string& name) const {
    const Result<std::string> bytes = read_file(join_path(folder_, name));
    return bytes.ok() ? bytes.value() : "(missing)";
  }
  // The names that SHA256SUMS lists; "WRONG " before one whose digest is not the file's.
  std::string sums() const {
    const Result<std::vector<Sum>> sums = read_sums(RunDir::open(folder_).value());
    if (!sums.ok()) return sums.error().message;
    std::string names;
    for (const Sum& sum : sums.value()) {
      names += names.empty() ? "" : " ";
      names += (sha256_hex(read(sum.name)) == sum.sha256 ? "" : "WRONG ") + sum.name;
    }
    return names;
  }
  static std::string record(int turn, const std::string& reply) {
    TurnRecord record;
    record.turn = turn;
    record.attempt = 1;
    record.time = "T";
    record.verdict = "ok";
    record.response.emplace();
    record.response->text = reply;
    return to_json(record);
  }

  // Three turns, ended cleanly.
  void write_some_turns() {
    RunFolder run(at(folder_));
    run.save(file("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})"));
    for (int turn = 1; turn <= 3; ++turn)
      run.save(file(record_file(turn), record(turn, R"("a reply")")));
    EXPECT_TRUE(run.close().ok());
  }

  RunFolderOptions at(const std::string& folder) const {
    RunFolderOptions options;
    options.path = folder;
    options.trouble = trouble_;
    return options;
  }
  static StreamPiece piece(const std::string& stream, const std::string& bytes) {
    return {stream, std::make_shared<const std::string>(bytes)};
  }

  const std::string folder_;
  std::mutex mutex_;
  std::vector<std::string> troubles_;
  std::function<void(const std::string&)> trouble_ = [this](const std::string& text) {
    const std::lock_guard lock(mutex_);
    troubles_.push_back(text);
  };
};

TEST_F(RunFolderTest, WritesFilesLinesAndBatchesInOrder) {
  RunFolder run(at(folder_));
  run.save(file("turn_0001.json", "{1}"));
  run.save(file("exchange/000/0001-1.request", "GET"));
  run.save(file("turn_0003.json", "{3}"));
  run.save_batch({1, 3});
  run.append("proxy.log", "one");
  run.append("proxy.log", "two");
  run.save(file("turns_0001_0002.json", "shorter"));
  run.save_batch({1, 15});
  static_cast<void>(run.close());
  EXPECT_EQ(read("exchange/000/0001-1.request"), "GET");
  EXPECT_EQ(read("proxy.log"), "one\ntwo\n");
  EXPECT_EQ(read("turns_0001_0015.json"), "[{1},\n{3}]\n");
  EXPECT_EQ(read("turns_0001_0003.json"), "(missing)");
  EXPECT_EQ(read("turns_0001_0002.json"), "(missing)");
  EXPECT_TRUE(troubles_.empty());
}

TEST_F(RunFolderTest, MakesARemovedFolderAgain) {
  RunFolder run(at(folder_ + "/deep/run"));
  run.save(file("turn_0001.json", "{1}"));
  static_cast<void>(run.close());
  EXPECT_EQ(read("deep/run/turn_0001.json"), "{1}");
}

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

// Short ones are written at once, long ones as they come; nothing is left of what is dropped.
TEST_F(RunFolderTest, WritesStreamsUnderTheirNamesWhenTheyAreWhole) {
  std::string random(64U << 10U, '\0');
  for (std::size_t i = 0; i < random.size(); ++i) random[i] = static_cast<char>(i * i >> 7U);
  std::string long_one;
  RunFolder run(at(folder_));
  run.save(file("run.json", "{}"));
  run.stream(piece("dropped", random));
  for (int i = 0; i < 50; ++i) {
    run.stream(piece("long", random));
    run.stream(piece("short", "ab"));
    long_one += random;
  }
  run.settle();
  EXPECT_GT(read_file(join_path(folder_, "long.tmp")).value().size(), 2U << 20U);
  EXPECT_EQ(read("short.tmp"), "(missing)");
  EXPECT_EQ(read("exchange/000/0001-1.request"), "(missing)");
  run.end_stream({"long", "exchange/000/0001-1.request"});
  run.end_stream({"short", "exchange/000/0001-1.response"});
  run.end_stream({"dropped", ""});
  run.end_stream({"unknown", "exchange/000/0002-1.response"});
  run.forget({{"exchange/000/0002-1.request"}});
  run.finish_turns(1);
  const Result<std::string> seal = run.close();
  ASSERT_TRUE(seal.ok()) << seal.error().message;
  EXPECT_TRUE(read("exchange/000/0001-1.request") == long_one);
  EXPECT_EQ(read("exchange/000/0001-1.response").size(), 100U);
  EXPECT_EQ(sums(), "exchange/000/0001-1.request exchange/000/0001-1.response run.json");
  EXPECT_EQ(read("dropped.tmp"), "(missing)");
  EXPECT_TRUE(run.lost().empty());
}

// A file without its beginning is none.
TEST_F(RunFolderTest, LosesAStreamWhoseBeginningIsGone) {
  RunFolder run(at(folder_ + "/run"));
  run.save(file("run.json", "{}"));
  run.stream(piece("long", std::string(1U << 20U, 'x')));
  run.stream(piece("long", std::string(1U << 20U, 'y')));
  run.settle();
  ASSERT_TRUE(remove_folder(folder_ + "/run").ok());
  run.stream(piece("long", std::string(1U << 20U, 'z')));
  run.end_stream({"long", "exchange/000/0007-1.request"});
  run.save(file("turn_0008.json", "{8}"));
  ASSERT_TRUE(run.close().ok());
  EXPECT_EQ(read("run/turn_0008.json"), "{8}");
  EXPECT_EQ(read("run/exchange/000/0007-1.request"), "(missing)");
  EXPECT_EQ(to_text(run.lost()), "turn 7 (1 file)");
  EXPECT_EQ(run.untold(), "lost, because its beginning was removed: turn 7 (1 file)");
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
  options.before_job = [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
  options.end_may_take = std::chrono::milliseconds(50);
  RunFolder run(std::move(options));
  constexpr int kLast = 5000;  // ten seconds
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
    run.save(file("turn_0001.json", "{1, again}"));          // and this one changes its line
    run.append("proxy.log", "one");
  }
  EXPECT_EQ(sums(),
            "exchange/000/0001-1.request turn_0001.json turn_0001.png "
            "exchange/000/0001-1.response");
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
  const Result<std::string> seal = run.close();
  ASSERT_TRUE(seal.ok()) << seal.error().message;
  EXPECT_EQ(seal.value(), sha256_hex(read("SHA256SUMS")));
  EXPECT_EQ(sums(),
            "turn_0001.json turn_0002.json proxy.log run.json state.json turns_0001_0002.json");
  EXPECT_EQ(read("state.json.12-3.tmp"), "(missing)");
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
  ASSERT_TRUE(make_folders(join_path(folder_, "exchange/000")).ok());
  ASSERT_TRUE(append_file(join_path(folder_, "exchange/000/0004-1.request"), "GET").ok());
  ASSERT_TRUE(append_file(join_path(folder_, "SHA256SUMS"), "0123").ok());
  {
    RunFolder run(at(folder_));
    ASSERT_TRUE(run.resume(3).ok());
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

// The last turn is asked for again, and the proxy killed before that turn is over.
TEST_F(RunFolderTest, KeepsNoLineOfATurnThatIsMadeAgain) {
  {
    RunFolder run(at(folder_));
    run.save(file("run.json", "{}"));
    run.save(file("turn_0001.png", "one"));
    run.save(file("turn_0002.png", "two"));
    ASSERT_TRUE(run.close().ok());
  }
  {
    RunFolder run(at(folder_));
    ASSERT_TRUE(run.resume(2).ok());
    run.save(file("run.json", "{new}"));
    run.save(file("turn_0002.png", "two, again"));
  }
  EXPECT_EQ(sums(), "turn_0001.png");
  RunFolder run(at(folder_));
  ASSERT_TRUE(run.resume(2).ok());
  run.save(file("run.json", "{newer}"));
  ASSERT_TRUE(run.close().ok());
  EXPECT_EQ(sums(), "turn_0001.png turn_0002.png run.json");
  const std::string line = to_line(Sum{sha256_hex("two, again"), "turn_0002.png"});
  EXPECT_NE(read(kSumsFile).find(line), std::string::npos);
}

TEST_F(RunFolderTest, TurnsLogsOver) {
  {
    RunFolder run(at(folder_));
    run.append("proxy.log", std::string(200, 'o'));
    for (int i = 1; i <= kOldLogs + 1; ++i) {
      run.append("proxy.log", std::string(kMaxLog - 300, static_cast<char>('0' + i)));
      run.append("proxy.log", "after " + std::to_string(i) + std::string(200, ' '));
    }
  }
  EXPECT_TRUE(read("proxy.log").starts_with("after 5"));
  EXPECT_TRUE(read("proxy.log.1").starts_with("after 4"));
  EXPECT_TRUE(read("proxy.log.4").starts_with("after 1"));
  EXPECT_EQ(read("proxy.log.5"), "(missing)");
}

TEST_F(RunFolderTest, WritesTheRunsNameAgainWhenItsFolderWasRemoved) {
  RunFolder run(at(folder_ + "/run"));
  run.save(file("run.json", "{}"));
  run.save(file("turn_0001.json", "{1}"));
  while (read("run/turn_0001.json") != "{1}") {
  }
  ASSERT_TRUE(remove_folder(folder_ + "/run").ok());
  run.save(file("exchange/000/0002-1.request", "GET"));
  ASSERT_TRUE(run.close().ok());
  EXPECT_EQ(read("run/run.json"), "{}");
  EXPECT_EQ(read("run/exchange/000/0002-1.request"), "GET");
}

TEST_F(RunFolderTest, GoesOnWhenAnOldRunCannotBeRemoved) {
  for (const char* old : {"/old", "/written"})
    ASSERT_TRUE(make_folders(folder_ + old + "/exchange").ok());
  const Result<RunClaim> claim = RunClaim::take(folder_ + "/written", "proxy");
  ASSERT_TRUE(claim.ok());
  std::vector<std::string> warnings;
  RunFolderOptions options = at(folder_ + "/run");
  options.warning = [&](const std::string& warning) {
    warnings.push_back(warning);
    return true;
  };
  RunFolder run(std::move(options));
  run.save(file("run.json", "{}"));
  // No file system has a name that long.
  run.remove_runs({folder_ + "/" + std::string(5000, 'x'), folder_ + "/written", folder_ + "/old"});
  run.save(file("turn_0001.json", "{1}"));
  ASSERT_TRUE(run.close().ok());
  EXPECT_EQ(read("run/turn_0001.json"), "{1}");
  EXPECT_FALSE(folder_exists(folder_ + "/old"));
  EXPECT_TRUE(folder_exists(folder_ + "/written/exchange"));
  EXPECT_TRUE(troubles_.empty());
#ifndef _WIN32  // which says of such a name that it is not there
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].starts_with("[proxy] keep_runs: an old run could not be removed: "));
#endif
}

TEST_F(RunFolderTest, IsClaimedByOneProgramAtATime) {
  std::string name;
  {
    Result<RunClaim> claim = RunClaim::make(folder_, "proxy");
    ASSERT_TRUE(claim.ok()) << claim.error().message;
    const std::string run = claim.value().folder();
    name = claim.value().name();
    EXPECT_TRUE(name.starts_with("run_"));
    EXPECT_TRUE(is_being_written(Folder::open(run).value()));
    const Result<RunClaim> second = RunClaim::take(run, "orchestrator");
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().message.find("is being written by another program (proxy, process "),
              std::string::npos)
        << second.error().message;
    const Result<RunClaim> beside = RunClaim::make(folder_, "proxy");
    ASSERT_TRUE(beside.ok());
    EXPECT_NE(beside.value().name(), name);
  }
  EXPECT_TRUE(list_folder(folder_).value().empty());  // nothing began
  Result<RunClaim> claim = RunClaim::make(folder_, "proxy");
  claim.value().keep();
  const std::string run = claim.value().folder();
  { const RunClaim over = std::move(claim).value(); }
  EXPECT_TRUE(folder_exists(run));
  EXPECT_FALSE(is_being_written(Folder::open(run).value()));
  EXPECT_TRUE(list_folder(run).value().empty());
}

TEST_F(RunFolderTest, FindsARunByFolderNameOrAsTheLatest) {
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

TEST_F(RunFolderTest, LoadsWhatAKilledProxyLeft) {
  RunFolder run(at(folder_));
  run.save(file("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})"));
  run.save(file("turn_0001.json", record(1, R"("one")")));
  run.save(file("turn_0002.json", record(2, R"("t\u0000wo")")));
  run.save(file("turn_0003.json", record(3, R"("three")").substr(0, 40)));
  run.save(file("exchange/000/0002-2.response", ""));
  run.save(file("exchange/000/0003-1.request", ""));
  static_cast<void>(run.close());
  const Result<LoadedRun> loaded = load_run(folder_);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded.value().run.run, "5f0c");
  EXPECT_EQ(loaded.value().known.last, 2);
  EXPECT_EQ(loaded.value().known.attempts, (std::map<int, int>{{1, 1}, {2, 2}, {3, 1}}));
  EXPECT_EQ(loaded.value().known.replies.at(2), R"("t\u0000wo")");
  EXPECT_EQ(loaded.value().rows.size(), 2U);
  ASSERT_EQ(loaded.value().problems.size(), 1U);
  EXPECT_TRUE(loaded.value().problems[0].starts_with("turn_0003.json: "));
}

TEST_F(RunFolderTest, LoadsAndResumesNoFurtherThanIsWanted) {
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

TEST_F(RunFolderTest, RefusesAFolderThatIsNoRun) {
  EXPECT_FALSE(load_run(folder_).ok());
  EXPECT_FALSE(load_run(folder_ + "/nowhere").ok());
}
}  // namespace
}  // namespace franz
