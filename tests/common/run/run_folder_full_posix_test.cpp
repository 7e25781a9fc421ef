// A run folder on a disk that takes no more.
#include <gtest/gtest.h>
#include "common/run/reply_marker_app.h"
#include "common/run/reply_marks.h"
#include "tests/common/run/run_folder_fixture.h"
#include "tests/support/small_files.h"

namespace franz {
namespace {
TEST_F(RunFolderTest, MarksRepliesWhoseRecordTheDiskDoesNotTake) {
  {
    RunFolder run(at(folder_));
    run.begin_marks();
    run.save(file("run.json", "{}"));
    run.wait_for_jobs();
    while (read(kReplyMarksFile).size() != kReplyMarksBytes) {
    }
    const SmallFiles small(kReplyMarksBytes);
    run.reply_passed({7, 1});
    run.save(file(record_file(7), std::string(2 * kReplyMarksBytes, 'x')));
    run.settle();
    EXPECT_EQ(to_json(run.lost().turns), "[[7,7]]");
  }
  EXPECT_FALSE(file_exists(folder_ + "/" + record_file(7)));
  EXPECT_EQ(parse_reply_marks(read(kReplyMarksFile)).last(), 7);
}

// A kill between the two leaves no line that is not the file's.
TEST_F(RunFolderTest, TakesALineAwayBeforeItsFileIsWrittenAgain) {
  const std::string long_bytes(2 * kReplyMarksBytes, 'x');
  for (const std::string& name : {record_file(1), picture_file(1)}) {
    RunFolder run(at(folder_));
    for (const std::string& each : {record_file(1), picture_file(1), record_file(2)})
      run.save(file(each, "a"));
    run.finish_turns(2);
    run.settle();
    const std::string listed = sums();
    EXPECT_NE(listed.find(name), std::string::npos) << listed;
    const SmallFiles small(kReplyMarksBytes);
    run.save(file(name, long_bytes));
    run.settle();
    EXPECT_EQ(read(name), "a");
    EXPECT_EQ(sums().find(name), std::string::npos) << sums();
  }
}

TEST_F(RunFolderTest, MarksThroughNoLink) {
  const std::string outside = folder_ + "/outside", marks = folder_ + "/run/" + kReplyMarksFile;
  std::filesystem::create_directories(folder_ + "/run");
  for (const std::string& there : {no_reply_marks(), std::string("secret")}) {
    ASSERT_TRUE(replace_file(outside, there, Durability::buffered).ok());
    for (const bool is_hard : {false, true}) {
      std::filesystem::remove(marks);
      if (is_hard) {
        std::filesystem::create_hard_link(outside, marks);
      } else {
        std::filesystem::create_symlink("../outside", marks);
      }
      ReplyMarker marker(folder_ + "/run", {});
      marker.begin();
      marker.passed({1, 1});
      EXPECT_TRUE(marker.end(false, std::chrono::seconds(20)));
      EXPECT_EQ(read("outside"), there);
    }
  }
}
}  // namespace
}  // namespace franz
