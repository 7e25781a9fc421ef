// Whole pages of run folders written by this test, including damaged ones.
#include <gtest/gtest.h>
#include <map>
#include <string>
#include "common/base/base64.h"
#include "common/base/json.h"
#include "common/os/files.h"
#include "common/picture/picture_pixels.h"
#include "common/picture/png_encoding.h"
#include "proxy/dashboard/export/export_app.h"
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

// The blocks of a page: path -> text, as a browser sees them.
std::map<std::string, std::string> blocks_of(const std::string& html) {
  std::map<std::string, std::string> blocks;
  const std::string mark = "\" data-path=\"";
  for (std::size_t at = html.find(mark, html.find("</svg>")); at != std::string::npos;
       at = html.find(mark, at + 1)) {
    const std::size_t path = at + mark.size(), text = html.find('>', path) + 1;
    blocks[html.substr(path, html.find('"', path) - path)] =
        html.substr(text, html.find("</script>", text) - text);
  }
  return blocks;
}

std::string text_of(const std::string& json, const char* place) {
  const auto read = JsonDocument::read(json);
  EXPECT_TRUE(read.ok()) << json;
  const auto value = read.ok() ? read.value().at(place) : JsonDocument::kNone;
  return value == JsonDocument::kNone ? "missing" : read.value().text(value);
}

TEST(StreamExport, IsThePageWithEveryAnswerInside) {
  LoggedRun run = fresh_run();
  run.turns(12, kPng);
  run.add(EndEntry{Finish{FinishReason::turns, "12 turns"}, {}});
  const Page page = page_of(run.folder());
  EXPECT_TRUE(page.html.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.html.ends_with("</html>\n"));
  EXPECT_EQ(page.summary.turns, 12U);
  EXPECT_EQ(page.summary.pictures, 12U);
  EXPECT_EQ(page.summary.bytes, page.html.size());
  auto blocks = blocks_of(page.html);
  EXPECT_EQ(blocks.size(), 2 * 12 + 5U);
  for (int turn = 1; turn <= 12; ++turn) {
    const std::string number = std::to_string(turn);
    EXPECT_EQ(text_of(blocks["/api/turns/" + number], "/response/text"), "reply " + number);
    EXPECT_EQ(blocks["/turns/" + number + ".png"], base64_encode(kPng));
  }
  EXPECT_EQ(text_of(blocks["/api/turns"], "/11/outcome"), "actions");
  EXPECT_EQ(text_of(blocks["/api/outline"], "/outcomes"), "AAAAAAAAAAAA");
  EXPECT_EQ(text_of(blocks["/events"], "/type"), "connected");
  EXPECT_EQ(text_of(blocks["/api/run"], "/run"), "5f0c");
  EXPECT_EQ(text_of(blocks["/api/run"], "/folder"), text_of(blocks["/api/run"], "/name"));
  EXPECT_EQ(text_of(blocks["/api/run"], "/seal"), run.chain().last_sha256());
  EXPECT_NE(page.html.find("<p>Turn 12 · actions · 1 action</p>\n</noscript>"), std::string::npos);
  EXPECT_EQ(page.html.find(kTestOut), std::string::npos) << "a folder of this machine";
}

TEST(StreamExport, KeepsHostileTextsAsData) {
  LoggedRun run = fresh_run();
  const std::string hostile = "</script><script>alert(1)</script><!--<script> \xe2\x80\xa8 ]]>";
  TurnRecord record = logged_record(1);
  record.response->text = quote_json(hostile);
  record.response->reasoning = R"("lone \ud800 surrogate")";
  record.note = hostile;
  run.attempt(record, kPng);
  const Page page = page_of(run.folder());
  EXPECT_EQ(page.html.find("alert(1)</script>"), std::string::npos);
  auto blocks = blocks_of(page.html);
  EXPECT_EQ(text_of(blocks["/api/turns/1"], "/response/text"), hostile);
  EXPECT_NE(blocks["/api/turns/1"].find(R"("lone \ud800 surrogate")"), std::string::npos);
  EXPECT_NE(page.html.find("note: &lt;/script&gt;&lt;script&gt;alert(1)"), std::string::npos);
}

TEST(StreamExport, ShowsTheContinuedAttempt) {
  LoggedRun run = fresh_run();
  run.turns(2, kPng);
  TurnRecord again = logged_record(2, 2);
  again.response->text = quote_json("another reply");
  run.attempt(again, kPng);
  run.attempt(logged_record(2, 3), "", false);
  run.add(LostEntry{3, 1, "", "the disk was full"});
  run.attempt(logged_record(9999), kPng);
  const Page page = page_of(run.folder());
  EXPECT_EQ(page.summary.turns, 3U);
  auto blocks = blocks_of(page.html);
  EXPECT_EQ(text_of(blocks["/api/turns/2"], "/response/text"), "another reply");
  EXPECT_FALSE(blocks.contains("/api/turns/3"));
  EXPECT_TRUE(blocks.contains("/turns/9999.png"));
}

TEST(StreamExport, ReportsDamagedAndMissingFiles) {
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
  auto blocks = blocks_of(page.html);
  for (const char* said :
       {"run.jsonl: line 11: ", "turn_0002.json: ", "turn_0003.json: /turn: not the file",
        "turn_0005.json: ", "turn_0006.png is missing",
        "turn_0007.png is not the picture that was recorded: its digest differs",
        "turn_0008.png is not a PNG", "the record names a file that is not a picture of this turn"})
    EXPECT_NE(blocks["/api/log"].find(said), std::string::npos) << said;
  for (const char* gone : {"/api/turns/2", "/api/turns/3", "/api/turns/5", "/turns/6.png",
                           "/turns/8.png", "/turns/9.png"})
    EXPECT_FALSE(blocks.contains(gone)) << gone;
  EXPECT_EQ(text_of(blocks["/api/outline"], "/outcomes"), "AaaAaaAaa") << "who has a picture";
  EXPECT_EQ(page.html.find(kTestOut), std::string::npos) << "a folder of this machine";
  EXPECT_EQ(page.summary.problems.size(), 8U);
  EXPECT_TRUE(page.html.ends_with("</html>\n"));
}

TEST(StreamExport, WritesPicturesBesideALargePage) {
  LoggedRun run = fresh_run();
  run.turns(3, kPng);
  EXPECT_GT(export_bytes(run.folder()), 3 * kPng.size() * 4 / 3);
  EXPECT_EQ(export_bytes(run.folder() + "/none"), 0U);
  std::map<std::string, std::string> beside;
  ExportOptions options;
  options.beside = [&beside](const std::string& file, std::string_view png) {
    beside[file] = png;
    return true;
  };
  const Page page = page_of(run.folder(), options);
  EXPECT_EQ(page.summary.pictures, 3U);
  EXPECT_EQ(beside.size(), 3U);
  EXPECT_EQ(beside["turn_0002.png"], kPng);
  EXPECT_NE(page.html.find("data-path=\"/turns/2.png\" data-file=\"turn_0002.png\"></script>"),
            std::string::npos);
}

TEST(StreamExport, PaintsRectanglesBlack) {
  LoggedRun run = fresh_run();
  const std::string white = encode_png(Size{8, 4}, std::vector<std::uint8_t>(8 * 4 * 3, 255));
  run.attempt(logged_record(1), white);
  run.attempt(logged_record(2), kPng);  // cannot be decoded, so it is left out
  ExportOptions options;
  options.black = {{1, 1, 2, 1}, {6, 3, 1000, 1000}, {1000, 1000, 1, 1}};
  const Page page = page_of(run.folder(), options);
  EXPECT_EQ(page.summary.pictures, 1U);
  ASSERT_EQ(page.summary.problems.size(), 1U);
  auto blocks = blocks_of(page.html);
  EXPECT_FALSE(blocks.contains("/turns/2.png"));
  const auto png = base64_decode(blocks["/turns/1.png"]);
  ASSERT_TRUE(png.ok());
  const auto read = decode_png(png.value());
  ASSERT_TRUE(read.ok());
  std::string shown;
  for (std::size_t i = 0; i < read.value().rgb.size(); i += 3)
    shown += read.value().rgb[i] == 0 ? '#' : '.';
  EXPECT_EQ(shown,
            "........"
            ".##....."
            "........"
            "......##");
}

TEST(StreamExport, RedactedShowsNoTextAndNoPictureFromTheFirstTypedTurnOn) {
  LoggedRun run = fresh_run();
  run.turns(2, kPng);
  TurnRecord typed = logged_record(3);
  typed.response->text = quote_json("secret reply");
  typed.note = "secret note";
  typed.executor_out = R"j({"items":[{"call":"type(\"secret\")","outcome":"done"}]})j";
  run.attempt(typed, kPng);
  run.attempt(logged_record(4), kPng);
  run.write(kProxyLog, "2026-01-31T12:00:00.250Z info: secret\n");
  run.add(EndEntry{Finish{FinishReason::done, "secret"}, {}});
  ExportOptions options;
  options.redact = true;
  const Page page = page_of(run.folder(), options);
  const std::string data = page.html.substr(page.html.find("data-path=\"/api/run\""));
  for (const std::string& text : {std::string("secret"), run.chain().last_sha256(),
                                  std::string("OK: 1 action"), std::string(kTestOut)})
    EXPECT_EQ(data.find(text), std::string::npos) << text;
  EXPECT_NE(page.html.find("nothing on this page can be verified"), std::string::npos);
  EXPECT_EQ(page.summary.pictures, 2U);
  auto blocks = blocks_of(page.html);
  EXPECT_EQ(text_of(blocks["/api/outline"], "/outcomes"), "AAaa");
}

TEST(StreamExport, RemovesTextsThatMatch) {
  const auto pattern = TextPattern::make("(?i)s[e3]cret");
  if (!pattern.ok()) GTEST_SKIP() << pattern.error().message;
  LoggedRun run = fresh_run();
  TurnRecord record = logged_record(1);
  record.response->text = R"("my SECRET, my s3cret: \u0073ecret, caf\u00e9 \ud800")";
  record.note = "secret note";
  record.response->calls = {{R"("id")", R"("type")", R"({"secret":1})"}};
  run.attempt(record, kPng);
  run.write(kProxyLog, "2026-01-31T12:00:00.250Z info: a secret was typed\n");
  ExportOptions options;
  options.remove = pattern.value();
  const Page page = page_of(run.folder(), options);
  for (const char* text : {"SECRET", "secret", "s3cret", "\\u0073ecret"})
    EXPECT_EQ(page.html.find(text, page.html.find("data-path=\"/api/run\"")), std::string::npos)
        << text;
  auto blocks = blocks_of(page.html);
  EXPECT_EQ(text_of(blocks["/api/turns/1"], "/response/text"),
            "my [removed], my [removed]: [removed], caf\xc3\xa9 \xef\xbf\xbd");
  EXPECT_EQ(text_of(blocks["/api/turns/1"], "/sst/verdict"), "first");
  EXPECT_NE(page.html.find("note: [removed] note"), std::string::npos);
  EXPECT_NE(blocks["/api/log"].find("pictures may still show them"), std::string::npos);
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
