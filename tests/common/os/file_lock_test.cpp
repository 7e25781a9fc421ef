#include "common/os/file_lock.h"
#include <gtest/gtest.h>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "tests/support/system_words.h"

namespace franz {
static std::string fresh_path() {
  EXPECT_TRUE(make_folders(FRANZ_TEST_OUT).ok());
  return join_path(FRANZ_TEST_OUT, "lock-" + random_hex(8));
}

TEST(FileLock, IsHeldByOneAndNamesIt) {
  const std::string path = fresh_path();
  EXPECT_FALSE(is_locked(path));
  {
    const auto first = FileLock::take(path, "process 1");
    ASSERT_TRUE(first.ok()) << first.error().text;
    EXPECT_TRUE(is_locked(path));
    const auto second = FileLock::take(path, "process 2");
    ASSERT_FALSE(second.ok());
    EXPECT_TRUE(second.error().by_other);
    EXPECT_EQ(second.error().text, "process 1");
    EXPECT_TRUE(is_locked(path));  // asking and failing take nothing away
  }
  EXPECT_FALSE(is_locked(path));
  EXPECT_FALSE(file_exists(path));
  EXPECT_TRUE(FileLock::take(path, "process 2").ok());
}

TEST(FileLock, IsNotHeldByAFileThatAKilledProcessLeft) {
  const std::string path = fresh_path();
  ASSERT_TRUE(replace_file(path, "process 1, and a longer line", Durability::buffered).ok());
  EXPECT_FALSE(is_locked(path));
  const auto lock = FileLock::take(path, "process 2");
  ASSERT_TRUE(lock.ok()) << lock.error().text;
  EXPECT_EQ(read_file(path).value(), "process 2");
}

TEST(FileLock, IsNoMatterOfOthersWhereItCannotBeMade) {
  const auto lock = FileLock::take(fresh_path() + "/missing/lock", "us");
  ASSERT_FALSE(lock.ok());
  EXPECT_FALSE(lock.error().by_other);
  EXPECT_NE(lock.error().text.find(words::missing_folder()), std::string::npos);
}

// A child lives on while the lock is given back: it must not keep it.
TEST(FileLock, IsNotInheritedByChildren) {
  const std::string path = fresh_path();
  auto lock = FileLock::take(path, "us");
  ASSERT_TRUE(lock.ok());
  auto child = ChildProcess::start(
      {CHILD_FOR_TESTS, {"hang"}, {}, ""},
      {[](std::string_view) {}, [](std::string_view) {}, [](const ChildEnd&) {}});
  ASSERT_TRUE(child.ok()) << child.error().message;
  lock = FileLock::Taken{};
  EXPECT_FALSE(is_locked(path));
  EXPECT_TRUE(FileLock::take(path, "another").ok());
}
}  // namespace franz
