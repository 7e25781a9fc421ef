#include <gtest/gtest.h>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/log_rotation_app.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_folder_app.h"
#include "tests/common/run/run_folder_fixture.h"

namespace franz {
namespace {
TEST_F(RunFolderTest, WritesFilesLinesAndBatchesInOrder) {
  RunFolder run(at(folder_));
  run.save(file("turn_0001.json", "{1}"));
  run.save(file("exchange/000/0001-1.request", "GET"));
  run.save(file("turn_0003.json", "{3}"));
  run.save_batch({1, 3});
  run.append("proxy.log", "one");
  run.append("proxy.log", "two");
  run.save(file("turns_0001_0002.json", "shorter"));
  run.save(file("turns_0001_mine.json", "of somebody's"));
  run.save_batch({1, 15});
  static_cast<void>(run.close());
  EXPECT_EQ(read("exchange/000/0001-1.request"), "GET");
  EXPECT_EQ(read("proxy.log"), "one\ntwo\n");
  EXPECT_EQ(read("turns_0001_0015.json"), "[{1},\n{3}]\n");
  EXPECT_EQ(read("turns_0001_0003.json"), "(missing)");
  EXPECT_EQ(read("turns_0001_0002.json"), "(missing)");
  EXPECT_EQ(read("turns_0001_mine.json"), "of somebody's");
  EXPECT_TRUE(troubles_.empty());
}

TEST_F(RunFolderTest, MakesARemovedFolderAgain) {
  RunFolder run(at(folder_ + "/deep/run"));
  run.save(file("turn_0001.json", "{1}"));
  static_cast<void>(run.close());
  EXPECT_EQ(read("deep/run/turn_0001.json"), "{1}");
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
}  // namespace
}  // namespace franz
