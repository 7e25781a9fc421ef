// Whole pages of run folders written by this test, including damaged ones.
#include <gtest/gtest.h>
#include <string>
#include "common/os/files.h"
#include "proxy/offline/export/export_app.h"
#include "proxy/offline/export/export_page.h"
#include "tests/support/logged_run.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
LoggedRun fresh_run() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  return LoggedRun(std::string(kTestOut) + "/export/" + test->name());
}

const std::string kPng = "\x89PNG\r\n\x1a\n" + std::string(3000, 'p');

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

TEST(StreamExport, IsOneDocumentWithEveryTurnInOrder) {
  LoggedRun run = fresh_run();
  run.turns(12, kPng);
  run.add(EndEntry{Finish{FinishReason::turns, "12 turns"}, {}});
  const Page page = page_of(run.folder());
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
  EXPECT_EQ(count(page.html, "data:image/png;base64,"),
            13U);  // the last one is also at the top of the page
  EXPECT_EQ(count(page.html, ", byte for byte</p>"), 11U);  // stories that equal the previous reply
  EXPECT_NE(page.html.find(run.chain().last_sha256()), std::string::npos);
  EXPECT_NE(page.html.find("11 ok, 1 first"), std::string::npos);
}

TEST(StreamExport, ShowsTheContinuedAttemptAndReportsAGapOnce) {
  LoggedRun run = fresh_run();
  run.turns(2, kPng);
  TurnRecord again = logged_record(2, 2);
  again.response->text = quote_json("another reply");
  run.attempt(again, kPng);
  run.attempt(logged_record(2, 3), "", false);
  run.add(LostEntry{3, 1, "", "the disk was full"});
  run.attempt(logged_record(9999), kPng);
  run.attempt(logged_record(10000), kPng);
  const Page page = page_of(run.folder());
  EXPECT_EQ(page.summary.turns, 4U);
  EXPECT_EQ(count(page.html, "another reply"), 1U);
  EXPECT_EQ(count(page.html, "reply 2<"), 0U);
  EXPECT_NE(page.html.find("Turns 3 to 9998</h2>"), std::string::npos);
  const std::size_t late = page.html.find("id=\"turn-9999\"");
  EXPECT_LT(late, page.html.find("id=\"turn-10000\""));
  EXPECT_NE(page.html.find("none yet"), std::string::npos) << "no seal";
}

TEST(StreamExport, ReportsDamagedAndMissingFilesInPlace) {
  LoggedRun run = fresh_run();
  run.turns(8, kPng);
  TurnRecord thief = logged_record(9);
  thief.picture = RecordedPicture{"../x/turn_0001.png", 3, std::string(64, '0'), 1, 1};
  run.attempt(thief);
  run.write(record_file(2, 1), "{\"protocol\":\"franz.turn.v3\",\"turn\":2");
  run.write(record_file(3, 1), to_json(logged_record(4)));
  ASSERT_TRUE(remove_file(run.in(record_file(5, 1))).ok());
  ASSERT_TRUE(remove_file(run.in(picture_file(6, 1))).ok());
  run.write(picture_file(7, 1), kPng + "!");
  run.write(picture_file(8, 1), "GIF89a");
  ASSERT_TRUE(append_file(run.in(kRunLog), "{}\n").ok());
  const Page page = page_of(run.folder());
  for (const char* said :
       {"run.jsonl: line 11: ", "turn_0002.json: ", "turn_0003.json: /turn: not the file",
        "turn_0005.json: ", "turn_0006.png is missing",
        "turn_0007.png is not the picture that was recorded: its digest differs.",
        "turn_0008.png is not a PNG", "the record names a file that is not a picture of this turn"})
    EXPECT_NE(page.html.find(said), std::string::npos) << said;
  EXPECT_EQ(page.html.find(kTestOut), std::string::npos) << "a folder of this machine";
  EXPECT_EQ(page.summary.problems.size(), 8U);
  EXPECT_TRUE(page.html.ends_with("</html>\n"));
}

TEST(StreamExport, StaysBelowItsLimitAndReportsOmissions) {
  LoggedRun run = fresh_run();
  run.turns(19, kPng);
  TurnRecord last = logged_record(20);
  last.response->text = quote_json(std::string(50'000, 'x'));
  run.attempt(last, kPng);
  const std::string& folder = run.folder();
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
  LoggedRun run = fresh_run();
  run.turns(2, kPng);
  TurnRecord typed = logged_record(3);
  typed.response->text = quote_json("secret reply");
  typed.executor_out = R"j({"items":[{"call":"type(\"secret\")","outcome":"done"}]})j";
  run.attempt(typed, kPng);
  run.attempt(logged_record(4), kPng);
  run.add(EndEntry{Finish{FinishReason::done, "secret"}, {}});
  const Page page = page_of(run.folder(), {true, kMaxExport});
  EXPECT_EQ(page.html.find(run.chain().last_sha256()), std::string::npos) << "the seal";
  EXPECT_NE(page.html.find("nothing on it can be verified"), std::string::npos);
  EXPECT_EQ(page.html.find("secret"), std::string::npos);
  EXPECT_EQ(page.html.find("OK: 1 action"), std::string::npos);
  EXPECT_EQ(page.summary.pictures, 2U);
  EXPECT_EQ(count(page.html, "left out by --redact: it may show typed text"), 2U);
}

TEST(StreamExport, StopsWhenItsReaderIsGone) {
  LoggedRun run = fresh_run();
  run.turns(5, kPng);
  const std::string& folder = run.folder();
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
