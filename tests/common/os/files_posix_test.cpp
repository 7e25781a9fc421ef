// POSIX only: a disk that becomes full during a write, simulated by a limit on the size of files,
// and a folder that cannot be read.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/folder.h"
#include "common/os/temporary_folder.h"
#include "common/settings/settings_reader_app.h"
#include "tests/support/hostile_files.h"
#include "tests/support/small_files.h"
#include "tests/support/test_paths.h"

namespace franz {
TEST(FilesOnAFullDisk, KeepWhatWasThereAndNoPartOfWhatWasNot) {
  const std::string folder = join_path(kTestOut, "full-" + random_hex(8));
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

TEST(FilesOnAFullDisk, AreKeptAsTheyWereInAFolderToo) {
  const Folder folder = Folder::make(join_path(kTestOut, "full-" + random_hex(8))).value();
  ASSERT_TRUE(folder.append("log", "12345\n").ok());
  ASSERT_TRUE(folder.replace("file", "old", Durability::buffered).ok());
  {
    const SmallFiles limit(8);
    EXPECT_EQ(folder.append("log", "67890\n").error().message,
              join_path(folder.path(), "log") + ": File too large");
    EXPECT_EQ(folder.replace("file", "much too long", Durability::buffered).error().message,
              join_path(folder.path(), "file") + ": File too large");
  }
  EXPECT_EQ(folder.read("log", 100).value(), "12345\n");
  EXPECT_EQ(folder.read("file", 100).value(), "old");
  EXPECT_EQ(folder.list().value().size(), 2U);
}

// Wine calls it a missing folder.
TEST(ListFolder, DistinguishesAMissingFolderFromAnUnreadableOne) {
  const std::string folder = join_path(kTestOut, "list-" + random_hex(8));
  EXPECT_EQ(list_folder(folder).value(), std::vector<std::string>{});
  ASSERT_TRUE(append_file(folder, "a file").ok());
  EXPECT_EQ(list_folder(folder).error().message, folder + ": Not a directory");
}

// Another user's link among the temporary files must not redirect a removal.
TEST(TemporaryFolderPosix, IsItsOwnersAloneAndNoLink) {
  const auto folder = TemporaryFolder::make("test");
  ASSERT_TRUE(folder.ok());
  struct stat about {};
  ASSERT_EQ(::stat(folder.value()->path().c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777U, 0700U);

  const std::string target = join_path(kTestOut, "target-" + random_hex(8));
  ASSERT_TRUE(make_folders(target).ok());
  const std::string link = target + "-link";
  ASSERT_EQ(::symlink(target.c_str(), link.c_str()), 0);
  EXPECT_EQ(FolderLock::take(link), nullptr);
  EXPECT_NE(FolderLock::take(target), nullptr);
}

TEST(ReadFile, WaitsForNothingThatIsNoFile) {
  const std::string folder = join_path(kTestOut, "read-" + random_hex(8));
  ASSERT_TRUE(make_folders(folder).ok());
  const std::string fifo = join_path(folder, "fifo"), large = join_path(folder, "large");
  lay_fifo(fifo);
  for (const std::string& path : {fifo, folder, std::string("/dev/zero")}) {
    const Result<std::string> read = read_file(path, 1000);
    ASSERT_FALSE(read.ok()) << path;
    EXPECT_EQ(read.error().message, path + ": is not a regular file");
    EXPECT_EQ(read.error().code, ErrorCode::not_a_file);
  }
  lay_sparse(large);
  EXPECT_EQ(read_file(large, 1000).error().code, ErrorCode::too_large);
  EXPECT_EQ(read_file(join_path(folder, "none")).error().code, ErrorCode::missing);
  // Regular, though they have no size.
  EXPECT_FALSE(read_file("/proc/self/status").value().empty());
}

TEST(SettingsReaderPosix, KeepsTheLastGoodValuesWhereItsFilesAreNone) {
  const std::string folder = join_path(kTestOut, "settings-" + random_hex(8));
  const std::string config = join_path(folder, "config.ini");
  const std::string profile = join_path(folder, "profiles/franz.ini");
  const std::string prompt = join_path(folder, "prompts/franz.txt");
  for (const char* name : {"profiles", "prompts"})
    ASSERT_TRUE(make_folders(join_path(folder, name)).ok());
  ASSERT_TRUE(append_file(config, "[model]\ntemperature = 0.2\n").ok());
  ASSERT_TRUE(append_file(profile, "[model]\ntop_p = 0.3\n").ok());
  ASSERT_TRUE(append_file(prompt, "Draw.").ok());
  SettingsReader reader(config, {});
  ASSERT_TRUE(reader.start(BadFile::refuse).ok());
  for (const std::string& path : {config, profile}) {
    lay_fifo(path);
    const SettingsReader::Update update = reader.read_again();
    ASSERT_EQ(update.notices.size(), 1U) << path;
    EXPECT_NE(update.notices[0].text.find("is not a regular file"), std::string::npos)
        << update.notices[0].text;
    EXPECT_EQ(reader.current().settings.model.temperature, 0.2);
    EXPECT_EQ(reader.current().settings.model.top_p, 0.3);
  }
  lay_link(prompt, "/dev/zero");
  EXPECT_EQ(reader.read_system_prompt().error().code, ErrorCode::not_a_file);
  SettingsReader again(config, {});
  EXPECT_FALSE(again.start(BadFile::refuse).ok());
}
}  // namespace franz
