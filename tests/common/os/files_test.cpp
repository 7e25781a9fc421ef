#include "common/os/files.h"
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/clock.h"
#include "common/os/paths.h"
#include "tests/support/system_words.h"
#include "tests/support/test_paths.h"

namespace franz {
static std::string fresh_folder() {
  std::string folder = join_path(kTestOut, "files-" + random_hex(8));
  EXPECT_TRUE(make_folders(folder).ok());
  return folder;
}

TEST(Files, AReplacedFileIsTheOldOneOrTheNew) {
  const std::string folder = fresh_folder();
  const std::string path = join_path(folder, "ä b.json");
  for (const Durability durability : {Durability::buffered, Durability::synced}) {
    ASSERT_TRUE(replace_file(path, "old", durability).ok());
    ASSERT_TRUE(replace_file(path, "new", durability).ok());
    EXPECT_EQ(read_file(path).value(), "new");
  }
  EXPECT_EQ(list_folder(folder).value(),
            std::vector<std::string>{"ä b.json"});  // no temporary is left
}

TEST(Files, FailuresNameThePathAndTheReason) {
  const std::string folder = fresh_folder();
  const std::string missing = join_path(folder, "missing/file");
  EXPECT_EQ(read_file(missing).error().message, missing + ": " + words::missing_folder());
  EXPECT_EQ(replace_file(missing, "x", Durability::buffered).error().message,
            missing + ": " + words::missing_folder());
  const std::string path = join_path(folder, "long");
  ASSERT_TRUE(append_file(path, "12345").ok());
  ASSERT_TRUE(append_file(path, "67890").ok());
  EXPECT_EQ(read_file(path, 10).value(), "1234567890");
  EXPECT_EQ(read_file(path, 9).error().message, path + ": larger than 9 bytes");
  EXPECT_TRUE(remove_file(path).ok());
  EXPECT_TRUE(remove_file(path).ok());  // already gone is as wanted
  EXPECT_FALSE(file_exists(path));
}

TEST(Files, AFolderGoesWithAllThatIsInItButNotWhatLinksNameThere) {
  const std::string folder = fresh_folder();
  const std::string kept = fresh_folder();
  ASSERT_TRUE(append_file(join_path(kept, "file"), "12345").ok());
  ASSERT_TRUE(make_folders(join_path(folder, "a/b")).ok());
  std::filesystem::create_directory_symlink(kept, join_path(folder, "a/link"));
  EXPECT_TRUE(remove_folder(folder).ok());
  EXPECT_TRUE(remove_folder(folder).ok());
  EXPECT_FALSE(folder_exists(folder));
  EXPECT_EQ(read_file(join_path(kept, "file")).value(), "12345");
}

TEST(Clock, WritesTimesAsTheContractDoes) {
  EXPECT_EQ(utc_time(1769860800123), "2026-01-31T12:00:00Z");
  EXPECT_EQ(utc_stamp(1769860800123), "20260131_120000");
  EXPECT_EQ(random_hex(12).size(), 12U);
  EXPECT_NE(random_hex(16), random_hex(16));
}
}  // namespace franz
