// Whole pages of run folders that are written here, damaged ones too.
#include <gtest/gtest.h>
#include <filesystem>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/turn_record.h"
#include "proxy/offline/export/export_app.h"
#include "proxy/offline/export/export_page.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
std::string fresh_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string folder = std::string(kTestOut) + "/export/" + test->name();
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

void write(const std::string& folder, const std::string& name, const std::string& bytes) {
  const std::string path = join_path(folder, name);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  ASSERT_TRUE(replace_file(path, bytes, Durability::buffered).ok()) << name;
}

const std::string kPng = "\x89PNG\r\n\x1a\n" + std::string(3000, 'p');

TurnRecord turn_of(int turn, const std::string& reply) {
  TurnRecord record;
  record.turn = turn;
  record.attempt = 1;
  record.time = "2026-01-31T12:00:00.250Z";
  record.story = turn == 1 ? "\"\"" : quote_json("reply " + std::to_string(turn - 1));
  record.verdict = turn == 1 ? "first" : "ok";
  record.feedback = quote_json("OK: 1 action executed.");
  record.executor_in = R"({"surface":"sandbox"})";
  record.executor_out = R"j({"items":[{"call":"left_click(1, 2)","outcome":"done"}]})j";
  record.response = RecordedReply{};
  record.response->text = quote_json(reply);
  record.response->status = 200;
  record.picture = RecordedPicture{picture_file(turn), kPng.size(), sha256_hex(kPng), 512, 288};
  return record;
}

void write_turn(const std::string& folder, int turn, const std::string& reply = "") {
  write(folder, record_file(turn),
        to_json(turn_of(turn, reply.empty() ? "reply " + std::to_string(turn) : reply)));
  write(folder, picture_file(turn), kPng);
}

void write_run(const std::string& folder, int turns) {
  write(folder, "run.json",
        R"({"protocol":"franz.run.v2","run":"5f0c","name":"run_1","told_from":1})");
  for (int turn = 1; turn <= turns; ++turn) write_turn(folder, turn);
}

struct Page {
  std::string html;
  ExportSummary summary;
};

Page page_of(const std::string& folder, const ExportOptions& options = {}) {
  Page page;
  const auto summary = stream_export(folder, options, [&page](std::string_view piece) {
    page.html += piece;
    return true;
  });
  EXPECT_TRUE(summary.ok());
  if (summary.ok()) page.summary = summary.value();
  return page;
}

std::size_t count(const std::string& html, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = html.find(part); at != std::string::npos; at = html.find(part, at + 1))
    ++found;
  return found;
}

TEST(StreamExport, IsOneWholeDocumentWithEveryTurnInOrder) {
  const std::string folder = fresh_folder();
  write_run(folder, 12);
  write(folder, "SHA256SUMS", "abc");
  const Page page = page_of(folder);
  EXPECT_TRUE(page.html.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.html.ends_with("</html>\n"));
  std::size_t last = 0;
  for (int turn = 1; turn <= 12; ++turn) {
    const std::size_t at = page.html.find("id=\"turn-" + std::to_string(turn) + "\"");
    ASSERT_NE(at, std::string::npos) << turn;
    EXPECT_GT(at, last) << turn;
    last = at;
  }
  EXPECT_EQ(page.summary.turns, 12U);
  EXPECT_EQ(page.summary.pictures, 12U);
  EXPECT_EQ(page.summary.bytes, page.html.size());
  EXPECT_EQ(count(page.html, "data:image/png;base64,"), 13U);  // the last one opens the page, too
  EXPECT_EQ(count(page.html, ", byte for byte</p>"), 11U);     // stories that were the reply before
  EXPECT_NE(page.html.find(sha256_hex("abc")), std::string::npos);
  EXPECT_NE(page.html.find("11 ok, 1 first"), std::string::npos);
}

TEST(StreamExport, OrdersTurnsByNumberAndNamesAWholeGap) {
  const std::string folder = fresh_folder();
  write_run(folder, 2);
  write_turn(folder, 9999);
  write_turn(folder, 10000);
  const Page page = page_of(folder);
  EXPECT_NE(page.html.find("Turns 3 to 9998</h2>"), std::string::npos);
  const std::size_t late = page.html.find("id=\"turn-9999\"");
  EXPECT_LT(late, page.html.find("id=\"turn-10000\""));
  EXPECT_EQ(page.html.find("Turns 10001"), std::string::npos);
}

TEST(StreamExport, SaysInPlaceWhatIsDamagedOrMissing) {
  const std::string folder = fresh_folder();
  write_run(folder, 9);
  write(folder, record_file(2), "{\"protocol\":\"franz.turn.v2\",\"turn\":2");
  write(folder, record_file(3), to_json(turn_of(4, "x")));
  (void)remove_file(join_path(folder, record_file(5))).ok();
  (void)remove_file(join_path(folder, picture_file(6))).ok();
  write(folder, picture_file(7), kPng + "!");
  write(folder, picture_file(8), "GIF89a");
  TurnRecord thief = turn_of(9, "x");
  thief.picture->file = "../SaysInPlaceWhatIsDamagedOrMissing/turn_0001.png";
  write(folder, record_file(9), to_json(thief));
  write(folder, "run.json", "{");
  const Page page = page_of(folder);
  for (const char* said :
       {"run.json: expected", "turn_0002.json: ", "turn_0003.json: /turn: is 4, not the file",
        "Turn 5</h2>", "not recorded", "turn_0006.png is missing",
        "turn_0007.png is not the picture that was recorded: its digest differs.",
        "turn_0008.png is no PNG", "the record names a file that is not turn_0009.png"})
    EXPECT_NE(page.html.find(said), std::string::npos) << said;
  EXPECT_EQ(page.html.find(kTestOut), std::string::npos) << "a folder of this machine";
  EXPECT_EQ(page.summary.problems.size(), 7U);
  EXPECT_TRUE(page.html.ends_with("</html>\n"));
}

TEST(StreamExport, StaysBelowItsLimitAndSaysAtTheTopAndInPlaceWhatItLeftOut) {
  const std::string folder = fresh_folder();
  write_run(folder, 20);
  write_turn(folder, 20, std::string(50'000, 'x'));
  const std::uint64_t whole = page_of(folder).html.size();
  for (const std::uint64_t max : {whole, whole - 1, whole / 2, whole / 3, whole / 5}) {
    const Page page = page_of(folder, {false, max});
    EXPECT_LE(page.html.size(), max);
    EXPECT_TRUE(page.html.ends_with("</html>\n"));
  }
  const Page page = page_of(folder, {false, 80'000});
  EXPECT_LE(page.html.size(), 80'000U);
  EXPECT_EQ(page.summary.pictures, 0U);
  EXPECT_EQ(count(page.html, "left out, to keep this file small"), 20U);
  for (const char* said : {"All 20 pictures.", "The ends of texts longer than 8,192 bytes.",
                           "the last 41,808 of 50,000 bytes"})
    EXPECT_NE(page.html.find(said), std::string::npos) << said;
  const Page tiny = page_of(folder, {false, 40'000});
  EXPECT_NE(tiny.html.find("The last "), std::string::npos);
  EXPECT_NE(tiny.html.find(" to 20</h2><span>left out"), std::string::npos);
}

TEST(StreamExport, RedactedShowsNoTextAndNoPictureFromTheFirstTypedTurnOn) {
  const std::string folder = fresh_folder();
  write_run(folder, 4);
  TurnRecord typed = turn_of(3, "secret reply");
  typed.executor_out = R"j({"items":[{"call":"type(\"secret\")","outcome":"done"}]})j";
  write(folder, record_file(3), to_json(typed));
  const Page page = page_of(folder, {true, kMaxExport});
  EXPECT_EQ(page.html.find("secret"), std::string::npos);
  EXPECT_EQ(page.html.find("OK: 1 action"), std::string::npos);
  EXPECT_EQ(page.summary.pictures, 2U);
  EXPECT_EQ(count(page.html, "left out by --redact: it may show typed text"), 2U);
}

TEST(StreamExport, StopsWhenItsReaderIsGone) {
  const std::string folder = fresh_folder();
  write_run(folder, 5);
  int pieces = 0;
  const auto gone = stream_export(folder, {}, [&pieces](std::string_view) { return ++pieces < 3; });
  EXPECT_FALSE(gone.ok());
  EXPECT_EQ(pieces, 3);
  const auto stopped = stream_export(
      folder, {}, [](std::string_view) { return true; },
      [](std::size_t done, std::size_t) { return done < 2; });
  EXPECT_FALSE(stopped.ok());
}
}  // namespace
}  // namespace franz::proxy
