#include <gtest/gtest.h>
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/run_dir_app.h"
#include "common/wire/limits.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
RunDir fresh_dir() {
  return RunDir(Folder::make(join_path(kTestOut, "run_dir-" + random_hex(8))).value());
}

void put(const RunDir& dir, const std::string& name, std::string_view bytes) {
  EXPECT_TRUE(dir.folder().replace(name, bytes, Durability::buffered).ok()) << name;
}

TEST(RunDir, ListsFilesDownToTheDepthOfARun) {
  const RunDir dir = fresh_dir();
  ASSERT_TRUE(dir.folder().make_folder("exchange/000/deeper").ok());
  for (const char* const name :
       {"turn_0001.json", "exchange/000/0001-1.request", "exchange/b", "exchange/000/deeper/file"})
    put(dir, name, "x");
  const RunListing listing = dir.files();
  EXPECT_EQ(listing.files, (std::vector<std::string>{"exchange/000/0001-1.request", "exchange/b",
                                                     "turn_0001.json"}));
  ASSERT_EQ(listing.problems.size(), 1U);
  EXPECT_EQ(listing.problems[0].name, "exchange/000/deeper");
  EXPECT_EQ(listing.problems[0].text, "is a folder below the depth of a run");
}

TEST(RunDir, AFileInThePlaceOfAFolderIsAProblem) {
  const RunDir dir = fresh_dir();
  put(dir, "turns", "a file instead of a folder");
  put(dir, "turn_0002.json", "x");
  EXPECT_EQ(dir.files().problems.at(0).text, "is a file instead of a folder");
}

TEST(RunDir, ReadsWithinTheLimitOfTheKind) {
  const RunDir dir = fresh_dir();
  put(dir, "state.json", "{}");
  EXPECT_EQ(dir.read("state.json").value(), "{}");
  put(dir, "turn_0001.json", std::string(kMaxMessage + 1, ' '));
  put(dir, "proxy.log", std::string(kMaxMessage + 1, ' '));
  EXPECT_EQ(dir.read("turn_0001.json").error().code, ErrorCode::too_large);
  EXPECT_EQ(dir.open_file("turn_0001.json").error().code, ErrorCode::too_large);
  EXPECT_EQ(dir.digest("turn_0001.json").error().code, ErrorCode::too_large);
  EXPECT_TRUE(dir.open_file("proxy.log").ok());
  const auto ignore = [](std::string_view, bool) { return true; };
  EXPECT_EQ(dir.read_lines("proxy.log", ignore).error().code, ErrorCode::too_large);
  EXPECT_EQ(RunDir::open(dir.path() + "/nowhere").error().code, ErrorCode::missing);
}

TEST(RunDir, ReadsLinesAndDigestsInPieces) {
  const RunDir dir = fresh_dir();
  const std::string long_line((3U << 20U) + 7, 'a');
  const std::string text = "one\n\n" + long_line + "\nlast";
  put(dir, "proxy.log", text);
  std::vector<std::string> lines;
  bool whole = true;
  ASSERT_TRUE(dir.read_lines("proxy.log",
                             [&](std::string_view line, bool ended) {
                               lines.emplace_back(line);
                               whole = ended;
                               return true;
                             })
                  .ok());
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "", long_line, "last"}));
  EXPECT_FALSE(whole);
  EXPECT_EQ(dir.digest("proxy.log").value(), sha256_hex(text));
  int count = 0;
  ASSERT_TRUE(
      dir.read_lines("proxy.log", [&](std::string_view, bool) { return ++count < 2; }).ok());
  EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace franz
