// Marks on a disk that takes no more, as a limit on the size of files makes it.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <csignal>
#include "common/run/reply_marker_app.h"
#include "common/run/reply_marks.h"
#include "tests/common/run/run_folder_fixture.h"

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
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    rlimit small = before;
    small.rlim_cur = kReplyMarksBytes;
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    run.reply_passed({7, 1});
    run.save(file(record_file(7), std::string(2 * kReplyMarksBytes, 'x')));
    run.settle();
    EXPECT_EQ(to_json(run.lost().turns), "[[7,7]]");
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }
  EXPECT_FALSE(file_exists(folder_ + "/" + record_file(7)));
  EXPECT_EQ(parse_reply_marks(read(kReplyMarksFile)).last(), 7);
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
