#include "common/os/file_lock.h"
#include <gtest/gtest.h>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "tests/support/test_paths.h"

namespace franz {
static Folder fresh_folder() {
  return Folder::make(join_path(kTestOut, "lock-" + random_hex(8))).value();
}

TEST(FileLock, IsHeldByOneAndNamesIt) {
  const Folder folder = fresh_folder();
  EXPECT_FALSE(is_locked(folder, "lock"));
  {
    const auto first = FileLock::take(folder, "lock", "process 1");
    ASSERT_TRUE(first.ok()) << first.error().text;
    EXPECT_TRUE(is_locked(folder, "lock"));
    const auto second = FileLock::take(folder, "lock", "process 2");
    ASSERT_FALSE(second.ok());
    EXPECT_TRUE(second.error().by_other);
    EXPECT_EQ(second.error().text, "process 1");
    EXPECT_TRUE(is_locked(folder, "lock"));  // asking and failing take nothing away
  }
  EXPECT_FALSE(is_locked(folder, "lock"));
  EXPECT_FALSE(folder.kind("lock"));
  EXPECT_TRUE(FileLock::take(folder, "lock", "process 2").ok());
}

TEST(FileLock, IsNotHeldByAFileThatAKilledProcessLeft) {
  const Folder folder = fresh_folder();
  ASSERT_TRUE(folder.append("lock", "process 1, and a longer line").ok());
  EXPECT_FALSE(is_locked(folder, "lock"));
  const auto lock = FileLock::take(folder, "lock", "process 2");
  ASSERT_TRUE(lock.ok()) << lock.error().text;
  EXPECT_EQ(folder.read("lock", 100).value(), "process 2");
}

TEST(FileLock, IsNoMatterOfOthersWhereItCannotBeMade) {
  const Folder folder = fresh_folder();
  ASSERT_TRUE(remove_folder(folder.path()).ok());
  const auto lock = FileLock::take(folder, "lock", "us");
  ASSERT_FALSE(lock.ok());
  EXPECT_FALSE(lock.error().by_other);
  EXPECT_TRUE(lock.error().text.starts_with(join_path(folder.path(), "lock") + ": "))
      << lock.error().text;
}

TEST(FileLock, IsNoFolder) {
  const Folder folder = fresh_folder();
  ASSERT_TRUE(folder.make_folder("lock").ok());
  const auto lock = FileLock::take(folder, "lock", "us");
  ASSERT_FALSE(lock.ok());
  EXPECT_FALSE(lock.error().by_other);
  EXPECT_EQ(lock.error().text, join_path(folder.path(), "lock") + ": is a folder, not a file");
  EXPECT_FALSE(is_locked(folder, "lock"));
}

// A child that outlives the lock's release must not keep the lock.
TEST(FileLock, IsNotInheritedByChildren) {
  const Folder folder = fresh_folder();
  auto lock = FileLock::take(folder, "lock", "us");
  ASSERT_TRUE(lock.ok());
  auto child = ChildProcess::start(
      {kChildForTests, {"hang"}, {}, ""},
      {[](std::string_view) {}, [](std::string_view) {}, [](const ChildEnd&) {}});
  ASSERT_TRUE(child.ok()) << child.error().message;
  lock = FileLock::Taken{};
  EXPECT_FALSE(is_locked(folder, "lock"));
  EXPECT_TRUE(FileLock::take(folder, "lock", "another").ok());
}
}  // namespace franz
