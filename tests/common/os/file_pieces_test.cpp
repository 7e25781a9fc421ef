#include "common/os/file_pieces.h"
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/files.h"
#include "common/os/folder.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
std::string fresh_folder() {
  std::string folder = std::string(kTestOut) + "/file_pieces";
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(make_folders(folder + "/below").ok());
  return folder;
}

TEST(FilePieces, AreReadFromTheFileThatWasOpened) {
  const std::string path = join_path(fresh_folder(), "a");
  ASSERT_TRUE(replace_file(path, "0123456789", Durability::buffered).ok());
  const auto opened = OpenFile::open(path);
  ASSERT_TRUE(opened.ok());
  const OpenFile& file = *opened.value();
  ASSERT_TRUE(replace_file(path, "another", Durability::buffered).ok());
  EXPECT_EQ(file.size(), 10U);
  EXPECT_EQ(file.read(0, 4).value(), "0123");
  EXPECT_EQ(file.read(8, 4).value(), "89");
  EXPECT_EQ(file.read(20, 4).value(), "");
  const auto missing = OpenFile::open(path + "x");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find(path + "x: "), std::string::npos);
  EXPECT_FALSE(OpenFile::open(std::filesystem::path(path).parent_path().string()).ok());
}

TEST(FileStamp, ChangesWhenAFileIsReplaced) {
  const std::string folder = fresh_folder(), path = join_path(folder, "a");
  const Result<Folder> opened = Folder::open(folder);
  ASSERT_TRUE(opened.ok());
  const auto stamp = [&] { return opened.value().stamp("a"); };
  EXPECT_FALSE(stamp());
  ASSERT_TRUE(replace_file(path, "one", Durability::buffered).ok());
  const auto first = stamp(), around = opened.value().stamp("");
  ASSERT_TRUE(first && around);
  EXPECT_EQ(first, stamp());
  EXPECT_EQ(first->bytes, 3U);
  ASSERT_TRUE(replace_file(path, "three", Durability::buffered).ok());
  EXPECT_NE(first, stamp());
}
}  // namespace
}  // namespace franz
