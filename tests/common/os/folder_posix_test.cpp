// Entries that POSIX allows instead of a file: links, FIFOs, devices, sparse and growing files.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <filesystem>
#include <functional>
#include <thread>
#include "common/os/clock.h"
#include "common/os/file_lock.h"
#include "common/os/folder.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

// A folder, and one beside it that must not be reachable from there.
struct Prepared {
  std::string root = join_path(kTestOut, "prepared-" + random_hex(8));
  Folder folder = Folder::make(root + "/run").value();
  Folder outside = Folder::make(root + "/outside").value();

  Prepared() {
    EXPECT_TRUE(outside.replace("file", "secret", Durability::buffered).ok());
    EXPECT_TRUE(outside.make_folder("below").ok());
    EXPECT_TRUE(folder.make_folder("real").ok());
    EXPECT_TRUE(folder.replace("real/file", "inside", Durability::buffered).ok());
  }
  std::string in(const std::string& name) const { return join_path(folder.path(), name); }
};

TEST(PreparedFolder, FollowsNoLinkInAFilesPlace) {
  const Prepared it;
  for (const char* const target : {"../outside/file", "real/file", "../outside", "real", ".", "..",
                                   "nowhere", "/dev/zero", "link"}) {
    SCOPED_TRACE(target);
    fs::remove(it.in("link"));
    fs::create_symlink(target, it.in("link"));
    const std::function<Status()> operations[] = {
        [&]() -> Status {
          const auto read = it.folder.read("link", 100);
          return read.ok() ? Status(Done{}) : Status(read.error());
        },
        [&]() -> Status {
          const auto file = it.folder.open_file("link");
          return file.ok() ? Status(Done{}) : Status(file.error());
        },
        [&]() -> Status {
          const auto list = it.folder.list("link");
          return list.ok() ? Status(Done{}) : Status(list.error());
        },
        [&] { return it.folder.replace("link", "x", Durability::buffered); },
        [&] { return it.folder.replace("link/file", "x", Durability::buffered); },
        [&] { return it.folder.append("link", "x"); },
        [&] { return it.folder.append("link/file", "x"); },
        [&] { return it.folder.overwrite("link", 0, "x"); },
        [&] { return it.folder.sync("link"); },
        [&] { return it.folder.make_folder("link"); },
        [&] { return it.folder.make_folder("link/new"); },
        [&] { return it.folder.rename("link", "renamed"); },
        [&] { return it.folder.rename("real/file", "link"); },
        [&] { return it.folder.rename("real/file", "link/file"); },
        [&] { return it.folder.remove("link/file"); }};
    for (std::size_t i = 0; i < std::size(operations); ++i) {
      const Status done = operations[i]();
      ASSERT_FALSE(done.ok()) << i;
      EXPECT_EQ(done.error().code, ErrorCode::not_a_file) << i;
      EXPECT_TRUE(done.error().message.starts_with(it.in("link") + ": is a link, not a f"))
          << i << ": " << done.error().message;
    }
    EXPECT_EQ(it.folder.kind("link"), EntryKind::link);
    EXPECT_FALSE(it.folder.kind("link/file"));
    EXPECT_FALSE(it.folder.stamp("link"));
    EXPECT_FALSE(it.folder.has_file("link"));
  }
  EXPECT_EQ(it.outside.read("file", 100).value(), "secret");
  EXPECT_EQ(it.outside.list().value().size(), 2U);
  EXPECT_EQ(it.folder.read("real/file", 100).value(), "inside");
  ASSERT_TRUE(it.folder.remove("link").ok());
  EXPECT_FALSE(it.folder.kind("link"));
}

TEST(PreparedFolder, RemovesALinkAndNotWhatItPointsTo) {
  const Prepared it;
  fs::create_symlink("../outside/file", it.in("link"));
  ASSERT_TRUE(it.folder.remove("link").ok());
  EXPECT_EQ(it.outside.read("file", 100).value(), "secret");
}

TEST(PreparedFolder, WaitsForNoFifoAndReadsNoDevice) {
  const Prepared it;
  ASSERT_EQ(::mkfifo(it.in("fifo").c_str(), 0600), 0);
  const std::string words = it.in("fifo") + ": is a FIFO, not a file";
  EXPECT_EQ(it.folder.read("fifo", 100).error().message, words);
  EXPECT_EQ(it.folder.open_file("fifo").error().message, words);
  EXPECT_EQ(it.folder.append("fifo", "x").error().message, words);
  EXPECT_EQ(it.folder.overwrite("fifo", 0, "x").error().message, words);
  EXPECT_EQ(it.folder.replace("fifo", "x", Durability::synced).error().message, words);
  EXPECT_EQ(it.folder.sync("fifo").error().code, ErrorCode::not_a_file);
  EXPECT_EQ(it.folder.list("fifo").error().code, ErrorCode::not_a_file);
  EXPECT_EQ(it.folder.kind("fifo"), EntryKind::other);
  EXPECT_FALSE(OpenFile::open(it.in("fifo")).ok());
  EXPECT_TRUE(it.folder.remove("fifo").ok());
  const Folder devices = Folder::open("/dev").value();
  EXPECT_EQ(devices.read("zero", 100).error().message, "/dev/zero: is a device, not a file");
  EXPECT_EQ(devices.kind("zero"), EntryKind::other);
}

TEST(PreparedFolder, RefusesASparseFileBeforeAByteIsRead) {
  const Prepared it;
  ASSERT_TRUE(it.folder.append("sparse", "x").ok());
  // As large as the file system lets it be.
  off_t size = off_t{14} << 40U;
  while (::truncate(it.in("sparse").c_str(), size) != 0 && size > 1) size /= 2;
  EXPECT_EQ(it.folder.read("sparse", 1000).error().code, ErrorCode::too_large);
  EXPECT_EQ(it.folder.open_file("sparse").value()->size(), static_cast<std::uint64_t>(size));
}

TEST(PreparedFolder, ReadsAGrowingFileUpToTheLimitOnly) {
  const Prepared it;
  constexpr std::size_t kLimit = 1U << 20U;
  ASSERT_TRUE(it.folder.append("log", "x").ok());
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    const std::string piece(1U << 16U, 'x');
    for (int i = 0; i < 64 && !stop; ++i) EXPECT_TRUE(it.folder.append("log", piece).ok());
  });
  Result<std::string> read = it.folder.read("log", kLimit);
  while (read.ok()) {
    EXPECT_LE(read.value().size(), kLimit);
    read = it.folder.read("log", kLimit);
  }
  EXPECT_EQ(read.error().code, ErrorCode::too_large);
  stop = true;
  writer.join();
}

TEST(PreparedFolder, WritesOnNoFileThatHasASecondName) {
  const Prepared it;
  fs::create_hard_link(join_path(it.outside.path(), "file"), it.in("log"));
  EXPECT_EQ(it.folder.append("log", "x").error().code, ErrorCode::not_a_file);
  EXPECT_EQ(it.folder.overwrite("log", 0, "x").error().code, ErrorCode::not_a_file);
  EXPECT_EQ(it.folder.read("log", 100).value(), "secret");
  ASSERT_TRUE(it.folder.replace("log", "new", Durability::buffered).ok());
  EXPECT_EQ(it.outside.read("file", 100).value(), "secret");
}

TEST(PreparedFolder, IsLockedByAFileOfItsOwnOnly) {
  const Prepared it;
  const auto refused = [&] {
    const auto lock = FileLock::take(it.folder, "lock", "us");
    EXPECT_FALSE(lock.ok());
    EXPECT_FALSE(is_locked(it.folder, "lock"));
    EXPECT_FALSE(lock.error().by_other);
    EXPECT_TRUE(it.folder.remove("lock").ok());
    return lock.error().text;
  };
  fs::create_symlink("../outside/file", it.in("lock"));
  EXPECT_EQ(refused(), it.in("lock") + ": is a link, not a file");
  fs::create_symlink("../outside/new", it.in("lock"));
  EXPECT_EQ(refused(), it.in("lock") + ": is a link, not a file");
  ASSERT_EQ(::mkfifo(it.in("lock").c_str(), 0600), 0);
  EXPECT_EQ(refused(), it.in("lock") + ": is a FIFO, not a file");
  fs::create_hard_link(join_path(it.outside.path(), "file"), it.in("lock"));
  EXPECT_EQ(refused(),
            it.in("lock") + ": has a second name (a hard link), so it is not written to");
  EXPECT_EQ(it.outside.read("file", 100).value(), "secret");
  EXPECT_FALSE(it.outside.kind("new"));
}

TEST(PreparedFolder, MakesFilesAndFoldersForItsOwnerAlone) {
  const mode_t before = ::umask(0);
  const Prepared it;
  ASSERT_TRUE(it.folder.make_folder("exchange/000").ok());
  ASSERT_TRUE(it.folder.append("log", "x").ok());
  ASSERT_TRUE(it.folder.replace("file", "x", Durability::synced).ok());
  ::umask(before);
  const auto mode = [&](const std::string& name) {
    struct stat about {};
    EXPECT_EQ(::stat(it.in(name).c_str(), &about), 0);
    return about.st_mode & 0777U;
  };
  EXPECT_EQ(mode("."), 0700U);
  EXPECT_EQ(mode(".."), 0700U);
  EXPECT_EQ(mode("exchange"), 0700U);
  EXPECT_EQ(mode("exchange/000"), 0700U);
  EXPECT_EQ(mode("log"), 0600U);
  EXPECT_EQ(mode("file"), 0600U);
}

// Left by a killed process with our process id, or a link put there by someone else.
TEST(PreparedFolder, TakesThePlaceOfAnOldTemporaryFile) {
  const Prepared it;
  // The counter is the process's: one of these names is the next.
  const std::string stem = it.in("file." + std::to_string(::getpid()) + "-");
  for (int i = 0; i < 300; ++i)
    fs::create_symlink("../outside/file", stem + std::to_string(i) + ".tmp");
  ASSERT_TRUE(it.folder.replace("file", "new", Durability::buffered).ok());
  EXPECT_EQ(it.folder.read("file", 100).value(), "new");
  EXPECT_EQ(it.folder.kind("file"), EntryKind::file);
  EXPECT_EQ(it.outside.read("file", 100).value(), "secret");
}
}  // namespace
}  // namespace franz
