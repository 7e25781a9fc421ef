// What POSIX can put in a run's folder.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <filesystem>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/run_dir_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

TEST(RunDir, ReportsForeignEntriesAndFollowsNoLinks) {
  const RunDir dir(Folder::make(join_path(kTestOut, "run_dir-" + random_hex(8))).value());
  const auto in = [&](const std::string& name) { return join_path(dir.path(), name); };
  ASSERT_TRUE(dir.folder().append("turn_0001.json", "x").ok());
  fs::create_symlink(".", in("a"));
  fs::create_symlink(".", in("b"));
  fs::create_symlink("turn_0001.json", in("turn_0002.json"));
  fs::create_symlink("/", in("exchange"));
  ASSERT_EQ(::mkfifo(in("proxy.log").c_str(), 0600), 0);
  ASSERT_TRUE(dir.folder().append("esc\x1b[2J", "x").ok());
  ASSERT_TRUE(dir.folder().append("wrong\xff", "x").ok());
  ASSERT_TRUE(dir.folder().append("x\u202egnp", "x").ok());  // shown as xpng
  ASSERT_TRUE(dir.folder().append("y\u0085", "x").ok());
  const RunListing listing = dir.files();
  EXPECT_EQ(listing.files, std::vector<std::string>{"turn_0001.json"});
  std::string problems;
  for (const RunFolderProblem& problem : listing.problems)
    problems += problem.name + " " + problem.text + "\n";
  EXPECT_EQ(problems,
            "a is a link\nb is a link\nesc\x1b[2J has a name that SHA256SUMS cannot list\n"
            "exchange is a link\nproxy.log is a FIFO, a socket or a device\n"
            "turn_0002.json is a link\nwrong\xff has a name that SHA256SUMS cannot list\n"
            "x\u202egnp has a name that SHA256SUMS cannot list\n"
            "y\u0085 has a name that SHA256SUMS cannot list\n");
  int asked = 0;
  const RunListing part = dir.files([&asked] { return ++asked < 3; });
  EXPECT_FALSE(part.whole);
  EXPECT_TRUE(part.files.empty());

  EXPECT_EQ(dir.read("proxy.log").error().code, ErrorCode::not_a_file);
  EXPECT_EQ(dir.read("turn_0002.json").error().code, ErrorCode::not_a_file);
}
}  // namespace
}  // namespace franz
