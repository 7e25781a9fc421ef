#include "common/os/folder.h"
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/clock.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
std::string fresh_path() { return join_path(kTestOut, "folder-" + random_hex(8)); }

Folder fresh_folder() {
  Result<Folder> folder = Folder::make(fresh_path());
  EXPECT_TRUE(folder.ok());
  return std::move(folder).value();
}

void put(const Folder& folder, const std::string& name, std::string_view bytes) {
  EXPECT_TRUE(folder.replace(name, bytes, Durability::buffered).ok()) << name;
}

TEST(Folder, IsListedNoFurtherThanIsWanted) {
  const Folder folder = fresh_folder();
  for (const char* name : {"a", "b", "c"}) put(folder, name, "x");
  int asked = 0;
  EXPECT_EQ(folder.list("", [&asked] { return ++asked <= 3; }).value().size(), 3U);
  asked = 0;
  const auto ended = folder.list("", [&asked] { return ++asked < 2; });
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(ended.error().code, ErrorCode::too_large);
  EXPECT_EQ(ended.error().message, folder.path() + ": is not listed beyond 2 entries");
}

TEST(Folder, HoldsFilesAndFolders) {
  const Folder folder = fresh_folder();
  ASSERT_TRUE(folder.make_folder("exchange/000").ok());
  ASSERT_TRUE(folder.make_folder("exchange/000").ok());
  put(folder, "exchange/000/a", "first");
  put(folder, "exchange/000/a", "second");
  ASSERT_TRUE(folder.replace("b", "synced", Durability::synced).ok());
  ASSERT_TRUE(folder.sync("b").ok());
  ASSERT_TRUE(folder.append("log", "one\n").ok());
  ASSERT_TRUE(folder.append("log", "two\n").ok());
  ASSERT_TRUE(folder.overwrite("log", 4, "TWO").ok());
  EXPECT_EQ(folder.read("exchange/000/a", 6).value(), "second");
  EXPECT_EQ(folder.read("b", 100).value(), "synced");
  EXPECT_EQ(folder.read("log", 100).value(), "one\nTWO\n");
  EXPECT_EQ(folder.open_file("log").value()->read(4, 3).value(), "TWO");
  EXPECT_EQ(folder.kind("exchange"), EntryKind::folder);
  EXPECT_EQ(folder.kind("exchange/000/a"), EntryKind::file);
  EXPECT_EQ(folder.kind("exchange/001/a"), std::nullopt);
  EXPECT_TRUE(folder.has_file("b"));
  EXPECT_FALSE(folder.has_file("exchange"));
  EXPECT_EQ(folder.stamp("exchange/000/a")->bytes, 6U);
  EXPECT_TRUE(folder.stamp(""));
  EXPECT_TRUE(folder.stamp("exchange"));

  ASSERT_TRUE(folder.rename("log", "exchange/log.1").ok());
  ASSERT_TRUE(folder.remove("b").ok());
  ASSERT_TRUE(folder.remove("b").ok());
  ASSERT_TRUE(folder.remove("nowhere/b").ok());
  std::string names;
  for (const std::string below : {"", "exchange", "exchange/000"})
    for (const FolderEntry& entry : folder.list(below).value())
      names += entry.name + (entry.kind == EntryKind::folder ? "/ " : " ");
  EXPECT_EQ(names, "exchange/ 000/ log.1 a ");
}

TEST(Folder, DistinguishesMissingFilesFromLargeOnesAndFolders) {
  const Folder folder = fresh_folder();
  ASSERT_TRUE(folder.make_folder("in/a").ok());
  put(folder, "file", "12345");
  const auto code = [](const auto& result) { return result.error().code; };
  EXPECT_EQ(code(folder.read("nothing", 10)), ErrorCode::missing);
  EXPECT_EQ(code(folder.read("nowhere/nothing", 10)), ErrorCode::missing);
  EXPECT_EQ(code(folder.open_file("nothing")), ErrorCode::missing);
  EXPECT_EQ(code(folder.list("nowhere")), ErrorCode::missing);
  EXPECT_EQ(code(folder.overwrite("nothing", 0, "1")), ErrorCode::missing);
  EXPECT_EQ(code(folder.rename("nothing", "other")), ErrorCode::missing);
  EXPECT_EQ(code(Folder::open(folder.path() + "/nowhere")), ErrorCode::missing);

  EXPECT_EQ(code(folder.read("file", 4)), ErrorCode::too_large);
  EXPECT_EQ(folder.read("file", 4).error().message,
            join_path(folder.path(), "file") + ": is 5 bytes long; at most 4 are read");
  EXPECT_TRUE(folder.read("file", 5).ok());

  EXPECT_EQ(code(folder.read("in", 10)), ErrorCode::not_a_file);
  EXPECT_EQ(folder.read("in", 10).error().message,
            join_path(folder.path(), "in") + ": is a folder, not a file");
  EXPECT_EQ(code(folder.read("file/below", 10)), ErrorCode::not_a_file);
  EXPECT_EQ(code(folder.list("file")), ErrorCode::not_a_file);
  EXPECT_EQ(code(folder.replace("in", "1", Durability::buffered)), ErrorCode::not_a_file);
  EXPECT_EQ(code(folder.append("in/a", "1")), ErrorCode::not_a_file);
  EXPECT_EQ(code(folder.make_folder("file")), ErrorCode::not_a_file);
  EXPECT_EQ(code(folder.rename("in", "out")), ErrorCode::not_a_file);
  EXPECT_EQ(code(folder.rename("file", "in")), ErrorCode::not_a_file);
  EXPECT_FALSE(folder.remove("in").ok());
  EXPECT_EQ(code(Folder::open(join_path(folder.path(), "file"))), ErrorCode::not_a_file);
  EXPECT_EQ(folder.read("file", 5).value(), "12345");
}

TEST(Folder, TakesNoNameThatLeavesIt) {
  const Folder folder = fresh_folder();
  ASSERT_TRUE(folder.make_folder("in").ok());
  put(folder, "file", "inside");
  for (const std::string& name : std::vector<std::string>{
           "", ".", "..", "../file", "in/../file", "in/./file", "./file", "/etc/hosts", "in//file",
           "file/", "/", std::string("file\0x", 6)}) {
    EXPECT_FALSE(folder.read(name, 100).ok()) << name;
    EXPECT_FALSE(folder.replace(name, "x", Durability::buffered).ok()) << name;
    EXPECT_FALSE(folder.append(name, "x").ok()) << name;
    EXPECT_FALSE(folder.remove(name).ok()) << name;
    EXPECT_FALSE(folder.rename("file", name).ok()) << name;
    EXPECT_FALSE(folder.kind(name)) << name;
  }
  EXPECT_FALSE(folder.make_folder("../out").ok());
  EXPECT_EQ(folder.read("../file", 10).error().message,
            folder.path() + ": \"../file\" is not a valid file name");
}

TEST(Folder, IsTheOneThatWasOpenedWhateverBecomesOfItsName) {
  const Folder folder = fresh_folder();
  put(folder, "file", "mine");
  std::error_code code;
  std::filesystem::rename(folder.path(), folder.path() + "-moved", code);
  if (code) return;  // some systems rename no folder that is open
  const Folder another = Folder::make(folder.path()).value();
  put(another, "file", "another's");
  EXPECT_EQ(folder.read("file", 10).value(), "mine");
}
}  // namespace
}  // namespace franz
