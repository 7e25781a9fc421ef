#include <gtest/gtest.h>
#include <filesystem>
#include <mutex>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "proxy/log/load_run_app.h"
#include "proxy/log/run_claim_app.h"
#include "proxy/log/run_folder_app.h"
#include "tests/support/system_words.h"

namespace franz::proxy {
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
    const Result<std::vector<Sum>> sums = parse_sums(read("SHA256SUMS"));
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

  const std::string folder_;
  std::mutex mutex_;
  std::vector<std::string> troubles_;
  RunFolder::Trouble trouble_ = [this](const std::string& text) {
    const std::lock_guard lock(mutex_);
    troubles_.push_back(text);
  };
};

TEST_F(RunFolderTest, WritesFilesLinesAndBatchesInOrder) {
  RunFolder run(folder_, trouble_);
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
  RunFolder run(folder_ + "/deep/run", trouble_);
  run.save(file("turn_0001.json", "{1}"));
  static_cast<void>(run.close());
  EXPECT_EQ(read("deep/run/turn_0001.json"), "{1}");
}

TEST_F(RunFolderTest, TellsOfTroubleOnceAndWritesAllWhenItIsOver) {
  const std::string blocked = folder_ + "/run";
  ASSERT_TRUE(replace_file(blocked, "a file in the folder's place", Durability::buffered).ok());
  RunFolder run(blocked, trouble_);
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
  EXPECT_NE(troubles_[0].find(words::file_as_folder()), std::string::npos) << troubles_[0];
  EXPECT_EQ(troubles_[1], "");
}

TEST_F(RunFolderTest, TellsWhatIsLostWhenTheDiskTakesNothingForTooLong) {
  const std::string blocked = folder_ + "/run";
  ASSERT_TRUE(replace_file(blocked, "a file in the folder's place", Durability::buffered).ok());
  RunFolder run(blocked, trouble_);
  const std::string piece(15UL << 20U, 'x');  // four fit in 64 MiB
  run.append("proxy.log", "the beginning");
  for (int turn = 1; turn <= 6; ++turn) {
    run.save(file("run.json", piece));  // never given up: the newest takes the older one's place
    run.save(file("turn_000" + std::to_string(turn) + ".png", piece));
  }
  EXPECT_EQ(run.close().error().message, "not all files could be written");
  EXPECT_EQ(run.lost(),
            "lost, because more than 64 MiB waited for the disk: files: 3 (turn_0001.png to "
            "turn_0003.png), log lines: 1");
}

// What cannot be written stands in the way of what can, until it is given up.
TEST_F(RunFolderTest, WarnsOfWhatWasLostWhenWritingGoesOn) {
  const std::string warning =
      "lost, because more than 64 MiB waited for the disk: files: 1 (turn_0001.png to "
      "turn_0001.png), log lines: 0";
  for (const bool heard : {true, false}) {
    const std::string folder = folder_ + (heard ? "/heard" : "/unheard");
    ASSERT_TRUE(make_folders(folder + "/turn_0001.png/in the way").ok());
    std::vector<std::string> warnings;
    RunFolder run(folder, trouble_, [&](const std::string& text) {
      warnings.push_back(text);
      return heard;
    });
    run.save(file("run.json", "{}"));
    const std::string piece(15UL << 20U, 'x');  // four fit in 64 MiB
    for (int turn = 1; turn <= 5; ++turn)
      run.save(file("turn_000" + std::to_string(turn) + ".png", piece));
    run.append("proxy.log", "the end");
    EXPECT_TRUE(run.close().ok());
    EXPECT_EQ(warnings, std::vector<std::string>{warning});
    EXPECT_EQ(run.lost(), heard ? "" : warning);
    EXPECT_EQ(file_size(folder + "/turn_0005.png"), piece.size());
  }
}

// The names in SHA256SUMS, in order; each line's digest must be the file's.
TEST_F(RunFolderTest, ListsFilesWhenTheyAreFinished) {
  {
    RunFolder run(folder_, trouble_);
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
  RunFolder run(folder_, trouble_);
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
    RunFolder run(folder_, trouble_);
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
    RunFolder run(folder_, trouble_);
    run.resume(3);
    run.save(file("run.json", "{new}"));
    run.save(file("exchange/000/0004-2.request", "GET"));
    run.finish_turns(3);
  }
  EXPECT_EQ(sums(), "turn_0001.json turn_0002.json turn_0003.json");
  RunFolder run(folder_, trouble_);
  run.resume(3);
  run.save(file("run.json", "{newer}"));
  run.finish_turns(4);
  ASSERT_TRUE(run.close().ok());
  EXPECT_EQ(sums(),
            "turn_0001.json turn_0002.json turn_0003.json exchange/000/0004-1.request "
            "exchange/000/0004-2.request run.json");
  EXPECT_TRUE(troubles_.empty()) << troubles_[0];
}

TEST_F(RunFolderTest, TurnsLogsOver) {
  {
    RunFolder run(folder_, trouble_);
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
  RunFolder run(folder_ + "/run", trouble_);
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
  const Result<RunClaim> claim = RunClaim::take(folder_ + "/written");
  ASSERT_TRUE(claim.ok());
  std::vector<std::string> warnings;
  RunFolder run(folder_ + "/run", trouble_, [&](const std::string& warning) {
    warnings.push_back(warning);
    return true;
  });
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

TEST_F(RunFolderTest, IsClaimedByOneProxyAtATime) {
  std::string name;
  {
    Result<RunClaim> claim = RunClaim::make(folder_);
    ASSERT_TRUE(claim.ok()) << claim.error().message;
    const std::string run = claim.value().folder();
    name = claim.value().name();
    EXPECT_TRUE(name.starts_with("run_"));
    EXPECT_TRUE(is_being_written(run));
    const Result<RunClaim> second = RunClaim::take(run);
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().message.find("is being written by another proxy (process "),
              std::string::npos)
        << second.error().message;
    const Result<RunClaim> beside = RunClaim::make(folder_);
    ASSERT_TRUE(beside.ok());
    EXPECT_NE(beside.value().name(), name);
  }
  EXPECT_TRUE(list_folder(folder_).value().empty());  // nothing began
  Result<RunClaim> claim = RunClaim::make(folder_);
  claim.value().keep();
  const std::string run = claim.value().folder();
  { const RunClaim over = std::move(claim).value(); }
  EXPECT_TRUE(folder_exists(run));
  EXPECT_FALSE(is_being_written(run));
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
  RunFolder run(folder_, trouble_);
  run.save(file("run.json", R"({"protocol":"franz.run.v1","run":"5f0c"})"));
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

TEST_F(RunFolderTest, RefusesAFolderThatIsNoRun) {
  EXPECT_FALSE(load_run(folder_).ok());
  EXPECT_FALSE(load_run(folder_ + "/nowhere").ok());
}
}  // namespace
}  // namespace franz::proxy
