#include <condition_variable>
#include "common/run/reply_marker_app.h"
#include "common/run/reply_marks.h"
#include "common/run/run_state_app.h"
#include "tests/common/run/run_folder_fixture.h"

namespace franz {
namespace {
constexpr std::chrono::seconds kPatience{20};

// Marks in a folder of its own. What is told is waited for.
class ReplyMarkerTest : public RunFolderTest {
 protected:
  std::function<void(const std::string&)> heard() {
    return [this](const std::string& text) {
      const std::lock_guard lock(warned_);
      warnings_.push_back(text);
      changed_.notify_all();
    };
  }
  std::vector<std::string> wait_for_warning() {
    std::unique_lock lock(warned_);
    changed_.wait_for(lock, kPatience, [this] { return !warnings_.empty(); });
    return std::exchange(warnings_, {});
  }
  std::map<int, int> marked() const {
    const auto marks = read_reply_marks(RunDir::open(folder_).value());
    return marks.ok() ? marks.value().attempts : std::map<int, int>{{-1, -1}};
  }
  void mark(const std::vector<ReplyPassed>& replies) {
    ReplyMarker marker(folder_, heard());
    marker.begin();
    for (const ReplyPassed& reply : replies) marker.passed(reply);
    EXPECT_TRUE(marker.end(false, kPatience));
  }

  std::mutex warned_;
  std::condition_variable changed_;
  std::vector<std::string> warnings_;
};

TEST_F(ReplyMarkerTest, KeepsTheLastAttemptAtEachOfTheLastTurns) {
  mark({});
  EXPECT_EQ(read(kReplyMarksFile), no_reply_marks());
  mark({{1, 1}, {2, 1}, {2, 2}});
  EXPECT_EQ(marked(), (std::map<int, int>{{1, 1}, {2, 2}}));
  // Another program goes on with them.
  mark({{1, 2}, {kReplyMarks + 2, 1}});
  EXPECT_EQ(marked(), (std::map<int, int>{{1, 2}, {kReplyMarks + 2, 1}}));
  EXPECT_EQ(read(kReplyMarksFile).size(), kReplyMarksBytes);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(ReplyMarkerTest, MakesADamagedFileAnewOfWhatCanBeRead) {
  mark({{1, 1}, {2, 1}});
  std::string file = read(kReplyMarksFile);
  file[offset_of_mark(2) + 13] = '9';
  ASSERT_TRUE(replace_file(folder_ + "/" + kReplyMarksFile, file, Durability::buffered).ok());
  mark({{3, 1}});
  EXPECT_EQ(marked(), (std::map<int, int>{{1, 1}, {3, 1}}));
  EXPECT_EQ(parse_reply_marks(read(kReplyMarksFile)).damaged, 0);
  ASSERT_TRUE(replace_file(folder_ + "/" + kReplyMarksFile, "cut", Durability::buffered).ok());
  mark({{4, 1}});
  EXPECT_EQ(marked(), (std::map<int, int>{{4, 1}}));
}

TEST_F(ReplyMarkerTest, WritesNothingBeforeTheRunBegins) {
  {
    ReplyMarker marker(folder_, heard());
    marker.passed({1, 1});
    EXPECT_TRUE(marker.end(true, kPatience));
  }
  EXPECT_FALSE(file_exists(folder_ + "/" + kReplyMarksFile));
}

// Also where the folder was removed meanwhile, and made again.
TEST_F(ReplyMarkerTest, WarnsOnceAndWritesAllMarksWhenItCan) {
  const std::string place = join_path(folder_, kReplyMarksFile);
  std::filesystem::create_directories(place);
  ReplyMarker marker(folder_, heard());
  marker.begin();
  EXPECT_EQ(
      wait_for_warning(),
      std::vector<std::string>{place + ": is a folder, not a file; a reply that is not recorded is "
                                       "not named if the proxy is killed now"});
  marker.passed({1, 1});
  marker.passed({2, 1});
  std::filesystem::remove_all(place);
  marker.passed({3, 1});
  EXPECT_TRUE(marker.end(false, kPatience));
  EXPECT_EQ(marked(), (std::map<int, int>{{1, 1}, {2, 1}, {3, 1}}));
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(RunFolderTest, KeepsTheMarksUntilAllIsTold) {
  const std::string marks = folder_ + "/" + kReplyMarksFile;
  const auto close = [&](const char* blocked) {
    RunFolder run(at(folder_));
    run.begin_marks();
    run.save(file("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})"));
    run.reply_passed({7, 1});
    if (*blocked != '\0') run.save(file(blocked, "it is a folder"));
    return run.close().ok();
  };
  EXPECT_TRUE(close(""));
  EXPECT_FALSE(file_exists(marks));
  EXPECT_EQ(sums(), "run.json");
  // Something was not written at the end: run.json, perhaps.
  std::filesystem::create_directories(folder_ + "/turn_0007.png");
  EXPECT_FALSE(close("turn_0007.png"));
  EXPECT_TRUE(file_exists(marks));
  std::filesystem::remove_all(folder_ + "/turn_0007.png");
  // A thread that ends without a seal leaves them, too; nothing lists them.
  {
    RunFolder run(at(folder_));
    run.begin_marks();
    run.save(file("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})"));
  }
  EXPECT_EQ(parse_reply_marks(read(kReplyMarksFile)).last(), 7);
  EXPECT_TRUE(close(""));
  EXPECT_FALSE(file_exists(marks));
  EXPECT_EQ(sums(), "run.json");
}
}  // namespace
}  // namespace franz
