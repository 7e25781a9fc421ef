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

TEST(RunDir, ListsFilesAsDeepAsARunHasThem) {
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
  EXPECT_EQ(listing.problems[0].text, "is a folder deeper than those of a run");
}

TEST(RunDir, FindsTheTurnsThatAreRecorded) {
  const RunDir dir = fresh_dir();
  EXPECT_TRUE(dir.recorded_turns().value().empty());
  EXPECT_EQ(dir.last_recorded_turn().value(), 0);
  put(dir, "turn_0007.json", "x");
  put(dir, "turn_0999.json", "x");
  put(dir, "turn_1234.json", "not in its folder");
  EXPECT_EQ(dir.recorded_turns().value(), (std::vector<int>{7, 999}));
  EXPECT_EQ(dir.last_recorded_turn().value(), 999);
  for (const char* const folder : {"turns/001", "turns/009", "turns/999", "turns/1000", "turns/x"})
    ASSERT_TRUE(dir.folder().make_folder(folder).ok());
  for (const int turn : {1000, 9999, 1001}) put(dir, record_file(turn), "x");
  put(dir, "turns/009/turn_1003.json", "x");
  EXPECT_EQ(dir.recorded_turns().value(), (std::vector<int>{7, 999, 1000, 1001, 9999}));
  EXPECT_EQ(dir.last_recorded_turn().value(), 9999);
  ASSERT_TRUE(dir.folder().make_folder(record_file(1'000'002)).ok());  // reading it says what it is
  put(dir, record_file(999'001), "x");
  EXPECT_EQ(dir.recorded_turns().value(),
            (std::vector<int>{7, 999, 1000, 1001, 9999, 999'001, 1'000'002}));
  EXPECT_EQ(dir.last_recorded_turn().value(), 1'000'002);
  put(dir, "turns_here", "x");
  const RunDir other = fresh_dir();
  put(other, "turns", "a file in the place of a folder");
  put(other, "turn_0002.json", "x");
  EXPECT_EQ(other.last_recorded_turn().value(), 2);
  EXPECT_EQ(other.files().problems.at(0).text, "is a file in the place of a folder");
}

TEST(RunDir, NamesARunOfAnOlderVersionOnce) {
  const RunDir dir = fresh_dir();
  for (const char* const name : {"turn_0999.json", "turn_1000.json", "turn_1001.json"})
    put(dir, name, "x");
  const RunListing listing = dir.files();
  EXPECT_EQ(listing.files.size(), 3U);
  ASSERT_EQ(listing.problems.size(), 1U);
  EXPECT_EQ(listing.problems[0].name, "turn_1000.json");
  EXPECT_EQ(listing.problems[0].text,
            "lies where an older version of FRANZ put the files of turns from 1000 on; this one "
            "reads them in folders like turns/001 only");
}

TEST(RunDir, ReadsWithinTheLimitOfTheKind) {
  const RunDir dir = fresh_dir();
  put(dir, "run.json", "{}");
  EXPECT_EQ(dir.read("run.json").value(), "{}");
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

TEST(RunDir, ReadsLinesAndDigestsPieceByPiece) {
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

TEST(RunDir, ReadsSumsUpToACutLine) {
  const RunDir dir = fresh_dir();
  EXPECT_TRUE(read_sums(dir).value().empty());
  const std::vector<Sum> sums = {{std::string(64, 'a'), "turn_0001.json"},
                                 {std::string(64, '0'), "exchange/000/0001-1.request"}};
  const std::string text = to_line(sums[0]) + to_line(sums[1]);
  put(dir, kSumsFile, text);
  const auto read = read_sums(dir);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value(), sums);
  put(dir, kSumsFile, text + text.substr(0, 80));
  EXPECT_EQ(read_sums(dir).value(), sums);
}

TEST(RunDir, NamesTheFirstWrongLineOfSums) {
  const RunDir dir = fresh_dir();
  put(dir, kSumsFile, std::string(64, 'a') + "  first\nsecond\n\n");
  EXPECT_EQ(read_sums(dir).error().message,
            join_path(dir.path(), kSumsFile) +
                ": line 2: expected 64 hex digits, two blanks and a file of the run folder");
}
}  // namespace
}  // namespace franz
