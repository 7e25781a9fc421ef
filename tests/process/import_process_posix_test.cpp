// proxy import of a folder with links and other things that are no files, and on a full disk.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <cstdlib>
#include <string>
#include <vector>
#include "common/base/base64.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/picture/png_encoding.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/support/hostile_files.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
// A trajectory of two replies, with a picture at this address.
std::string trajectory(const std::string& address) {
  return R"({"schema_version":"ATIF-v1.6","agent":{"name":"a","version":"1"},"steps":[)"
         R"({"source":"agent","message":"One."},{"source":"agent","message":[)"
         R"({"type":"image","source":{"path":")" +
         address + R"("}}]}]})";
}

std::string written(const std::string& json) {
  const std::string file = join_path(test_folder(), "trajectory.json");
  EXPECT_TRUE(replace_file(file, json, Durability::buffered).ok());
  return file;
}

TEST(ImportOnPosix, FollowsNoLinkAndWaitsForNoDevice) {
  const std::string runs = join_path(test_folder(), "runs");
  const std::string file = written(trajectory("images/a.png"));
  const std::string images = join_path(test_folder(), "images");
  const auto import_it = [&] {
    return run_program_of_ours("proxy", {"import", file, "--runs", runs, "--name", "x"});
  };
  for (const HostileThing& thing : kHostileThings) {
    SCOPED_TRACE(thing.what);
    ASSERT_TRUE(make_folders(images).ok());
    thing.lay(join_path(images, "a.png"));
    const ProgramResult refused = import_it();
    EXPECT_EQ(refused.code, 2) << refused.output;
    EXPECT_NE(refused.errors.find("/steps/1/message/0/source/path: "), std::string::npos)
        << refused.errors;
    EXPECT_FALSE(folder_exists(join_path(runs, "x")));
    ASSERT_TRUE(remove_folder(images).ok());
  }
  // A folder on the way that is a link.
  lay_link(images, "/tmp");
  EXPECT_EQ(import_it().code, 2);
  EXPECT_FALSE(folder_exists(join_path(runs, "x")));
  ASSERT_TRUE(remove_file(images).ok());
  lay_fifo(join_path(test_folder(), "fifo"));
  EXPECT_EQ(
      run_program_of_ours("proxy", {"import", join_path(test_folder(), "fifo"), "--runs", runs})
          .code,
      2);
}

// Simulated by a limit on the size of files.
TEST(ImportOnPosix, AFullDiskLeavesNoFolder) {
  const std::string runs = join_path(test_folder(), "runs");
  std::vector<std::uint8_t> noise(300UL * 300 * 3);
  unsigned value = 1;
  for (std::uint8_t& each : noise)
    each = static_cast<std::uint8_t>((value = value * 1103515245 + 12345) >> 16U);
  const std::string file =
      written(trajectory("data:image/png;base64," + base64_encode(encode_png({300, 300}, noise))));
  const std::string program = join_path(kBinDir, "proxy");
  const std::string command =
      "ulimit -f 64; exec '" + program + "' import '" + file + "' --runs '" + runs + "' --name x";
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_TRUE(folder_exists(runs));
  EXPECT_FALSE(folder_exists(join_path(runs, "x")));
}
}  // namespace
}  // namespace franz
