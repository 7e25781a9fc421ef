#include <gtest/gtest.h>
#include <filesystem>
#include <mutex>
#include "common/os/files.h"
#include "proxy/log/run_folder_app.h"

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
  run.close();
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
  run.close();
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
  run.close();
  EXPECT_EQ(read("run/turn_0001.json"), "{1}");
  EXPECT_EQ(read("run/turn_0002.json"), "{2}");
  EXPECT_EQ(read("run/proxy.log"), "one\n");
  ASSERT_EQ(troubles_.size(), 2U);
  EXPECT_NE(troubles_[0].find("Not a directory"), std::string::npos) << troubles_[0];
  EXPECT_EQ(troubles_[1], "");
}

TEST_F(RunFolderTest, LoadsWhatAKilledProxyLeft) {
  RunFolder run(folder_, trouble_);
  run.save(file("run.json", R"({"protocol":"franz.run.v1","run":"5f0c"})"));
  run.save(file("turn_0001.json", record(1, R"("one")")));
  run.save(file("turn_0002.json", record(2, R"("t\u0000wo")")));
  run.save(file("turn_0003.json", record(3, R"("three")").substr(0, 40)));
  run.save(file("exchange/000/0002-2.response", ""));
  run.save(file("exchange/000/0003-1.request", ""));
  run.close();
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
