// proxy export --gif, with a program in the place of ffmpeg.
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/files.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
TEST(ExportGif, GivesThePicturesToFfmpegAndNeedsIt) {
  const RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--turns", "3"});
  ASSERT_TRUE(proxy.wait_for_end());
  const std::string programs = join_path(test_folder(), "programs");
  const std::string ffmpeg = join_path(programs, "ffmpeg");
  ASSERT_TRUE(make_folders(programs).ok());
  // It keeps what it was given in what it writes.
  ASSERT_TRUE(replace_file(ffmpeg,
                           "#!/bin/sh\n/bin/echo GIF89a \"$@\" > run.gif\n/bin/ls >> run.gif\n",
                           Durability::buffered)
                  .ok());
  std::filesystem::permissions(ffmpeg, std::filesystem::perms::owner_all);
  const std::string file = join_path(test_folder(), "run.gif");
  const auto exported = [&](const std::string& path) {
    RunningProgram program("proxy", {"export", proxy.run_folder(), file, "--gif"},
                           {{"PATH", path}});
    const auto end = program.wait_for_end();
    return std::to_string(end ? end->code : -1) + " " + program.output() + program.errors();
  };
  EXPECT_EQ(exported("/none").find("1 proxy export: --gif needs ffmpeg"), 0U) << exported("/none");
  EXPECT_EQ(exported(programs).find("0 "), 0U);
  const std::string gif = read_file(file).value();
  EXPECT_NE(gif.find("-i %08d.png"), std::string::npos) << gif;
  EXPECT_NE(gif.find("\n00000001.png\n00000002.png\n00000003.png\n"), std::string::npos) << gif;
  EXPECT_NE(exported(programs).find("exists: choose another name"), std::string::npos);
}
}  // namespace
}  // namespace franz
