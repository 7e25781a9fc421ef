// What POSIX can show: a disk that is full in mid-write, as a limit on the size of files makes it,
// and a folder that cannot be read.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <csignal>
#include "common/os/clock.h"
#include "common/os/files.h"

namespace franz {
namespace {
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit small = before_;
    small.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &small);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};
}  // namespace

TEST(FilesOnAFullDisk, KeepWhatWasThereAndNoPartOfWhatWasNot) {
  const std::string folder = join_path(FRANZ_TEST_OUT, "full-" + random_hex(8));
  ASSERT_TRUE(make_folders(folder).ok());
  const std::string log = join_path(folder, "log"), file = join_path(folder, "file");
  ASSERT_TRUE(append_file(log, "12345\n").ok());
  ASSERT_TRUE(replace_file(file, "old", Durability::buffered).ok());
  {
    const SmallFiles limit(8);
    EXPECT_EQ(append_file(log, "67890\n").error().message, log + ": File too large");
    EXPECT_EQ(replace_file(file, "much too long", Durability::buffered).error().message,
              file + ": File too large");
  }
  EXPECT_EQ(read_file(log).value(), "12345\n");
  EXPECT_EQ(read_file(file).value(), "old");
  EXPECT_EQ(list_folder(folder).value(), (std::vector<std::string>{"file", "log"}));
}

// Wine calls it a missing folder.
TEST(ListFolder, TellsAFolderThatIsMissingFromOneThatCannotBeRead) {
  const std::string folder = join_path(FRANZ_TEST_OUT, "list-" + random_hex(8));
  EXPECT_EQ(list_folder(folder).value(), std::vector<std::string>{});
  ASSERT_TRUE(append_file(folder, "a file").ok());
  EXPECT_EQ(list_folder(folder).error().message, folder + ": Not a directory");
}
}  // namespace franz
