#include "proxy/offline/verify/drawn_turn.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "common/run/disk_warnings.h"
#include "common/wire/api/known_causes.h"
#include "common/wire/capturer_messages.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
using Way = DrawPlan::Way;

TurnRecord record_with(const std::string& surface, const std::optional<Warning>& warning = {}) {
  TurnRecord record;
  record.turn = 7;
  record.attempt = 1;
  record.feedback = quote_json("OK");
  record.executor_in = R"({"protocol":"franz.executor.v2","turn":7,"surface":")" + surface +
                       R"(","width":512,"height":288,"run_dir":"/gone","time":"T"})";
  const std::vector<Warning> warnings(warning ? 1 : 0, warning.value_or(Warning{}));
  record.executor_out =
      R"({"feedback":"OK","renderer":1,"found":6,"warnings":)" + to_json(warnings) + "}";
  return record;
}

TEST(DrawnTurn, PlansARedraw) {
  TurnRecord degraded = record_with("sandbox");
  degraded.degraded = {"capturer: no answer in 15 s"};
  TurnRecord unreported = record_with("sandbox");
  unreported.executor_in = unreported.executor_out = "null";
  struct Row {
    TurnRecord record;
    Way way;
    bool black, forgotten;
    std::string unchecked;
  };
  const std::string disk = "a warning that cannot be checked: ";
  const std::vector<Row> rows = {
      {record_with("sandbox"), Way::draw, false, false, ""},
      {record_with("desktop"), Way::nothing, false, false,
       "its surface cannot be redrawn: only digests were checked"},
      {degraded, Way::unknown, false, false,
       "degraded (capturer: no answer in 15 s): digests only"},
      {unreported, Way::unknown, false, false, "no executor.in: digests only"},
      {record_with("sandbox", canvas_missing_warning()), Way::draw, true, false, disk},
      {record_with("sandbox", state_damaged_warning("sandbox_state.json.corrupt")), Way::draw,
       false, true, disk},
      {record_with("sandbox", not_saved_warning("No space left on device")), Way::open, false,
       false, disk},
  };
  for (const Row& row : rows) {
    const DrawPlan plan = plan_drawing(row.record);
    EXPECT_EQ(plan.way, row.way) << row.record.executor_out.str();
    EXPECT_EQ(plan.black_canvas, row.black) << row.record.executor_out.str();
    EXPECT_EQ(plan.forgotten_state, row.forgotten) << row.record.executor_out.str();
    EXPECT_EQ(plan.found,
              row.way == Way::draw || row.way == Way::open ? std::optional(6) : std::nullopt);
    ASSERT_EQ(plan.unchecked.size(), row.unchecked.empty() ? 0U : 1U) << row.unchecked;
    for (const Finding& each : plan.unchecked)
      EXPECT_EQ(each.text.find(row.unchecked), 0U) << each.text;
  }
}

TEST(DrawnTurn, BuildsTheSameRequestForAnotherFolder) {
  const TurnRecord record = record_with("sandbox");
  const auto request =
      request_again(record.executor_in, Reply{R"("a \ud83d story")", {}}, 6, "/scratch");
  ASSERT_TRUE(request.ok()) << request.error().message;
  EXPECT_EQ(request.value().reply->text, R"("a \ud83d story")");
  EXPECT_EQ(request.value().options.turn, 6);
  EXPECT_EQ(request.value().options.run_dir, "/scratch");
  EXPECT_EQ(request.value().options.time, "T");
  std::string second = record.executor_in;
  second.insert(second.size() - 1, R"(,"raw":"drag")");
  EXPECT_FALSE(request_again(second, Reply{}, 1, "/scratch").ok());
  EXPECT_FALSE(request_again("null", Reply{}, 1, "/scratch").ok());
  EXPECT_FALSE(request_again(R"({"turn":7})", Reply{}, 1, "/scratch").ok());
  // The picture to compare with is ours, regardless of the record.
  EXPECT_EQ(request.value().options.known_picture, "");
  std::string known = record.executor_in;
  known.insert(known.size() - 1, R"(,"known_picture":"aGk=")");
  EXPECT_EQ(request_again(known, Reply{}, 1, "/s").value().options.known_picture, "");
  EXPECT_EQ(request_again(known, Reply{}, 1, "/s", "png").value().options.known_picture,
            base64_encode("png"));
  // The run folder is untrusted: its contents must never act on this machine.
  for (const char* real : {"desktop", "window"})
    EXPECT_FALSE(request_again(record_with(real).executor_in, Reply{}, 1, "/scratch").ok());
}

std::string golden(const std::string& name) {
  const auto bytes = read_file(std::string(kSourceDir) + "/tests/golden/pictures/" + name + ".png");
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

TEST(DrawnTurn, ComparesPixels) {
  const std::string cat = golden("cat_both"), other = golden("cat_classic"),
                    small = golden("cat_small");
  EXPECT_EQ(compare_pictures(cat, cat), "");
  // An empty text chunk changes the file but no pixel. Its checksum is that of "tEXt".
  using namespace std::string_literals;
  std::string commented = cat;
  commented.insert(33, "\0\0\0\0tEXt\x17\x3d\x2a\x4c"s);
  EXPECT_EQ(compare_pictures(cat, commented), "");
  const std::string difference = compare_pictures(cat, other);
  EXPECT_NE(difference.find(" pixels differ from what the calls draw, first at ("),
            std::string::npos)
      << difference;
  EXPECT_NE(compare_pictures(cat, small).find("expected "), std::string::npos);
  EXPECT_EQ(compare_pictures(cat, "no picture"), "the picture is not a PNG");
  EXPECT_EQ(compare_pictures(cat, cat.substr(0, cat.size() / 2)),
            "the picture is damaged (outofdata)");
}

TEST(DrawnTurn, ComparesTextsAndPictures) {
  const std::string cat = golden("cat_both"), other = golden("cat_classic");
  ExecutorReply drawn;
  drawn.feedback = "OK";
  drawn.renderer = 1;
  drawn.screenshot_b64 = base64_encode(cat);
  TurnRecord record = record_with("sandbox");
  record.executor_out = to_json_without_screenshot(drawn);
  const auto lines = [&](const TurnRecord& recorded, const std::string& picture) {
    std::string all;
    for (const Finding& finding : compare_drawn(recorded, picture, drawn).findings)
      all += to_line(finding) + "|";
    return all;
  };
  EXPECT_EQ(lines(record, cat), "");
  EXPECT_EQ(lines(record, other).find("turn 7: turn_0007.png: "), 0U);
  // A picture that equals the recorded one was not sent again.
  drawn.screenshot_b64 = "";
  EXPECT_EQ(lines(record, cat), "turn 7: turn_0007.png: redrawing it gave no picture|");
  drawn.picture_known = true;
  EXPECT_EQ(lines(record, cat), "");
  drawn.picture_known = false;
  drawn.screenshot_b64 = base64_encode(cat);

  TurnRecord edited = record;
  edited.feedback = quote_json("OK!");
  EXPECT_EQ(lines(edited, cat), "turn 7: turn_0007.json: feedback: expected OK, got OK!|");

  // A record of an earlier version: its items lack what is recorded now.
  ExecutorReply told = drawn;
  told.items.emplace_back().call = "left_click(1, 2)";
  told.items[0].from = Point{1, 2};
  edited = record;
  edited.executor_out = to_json_without_screenshot(told);
  told.items[0].pointer = Point{3, 4};
  told.items[0].model_call = "left_click(5, 6)";
  EXPECT_TRUE(compare_drawn(edited, cat, told).findings.empty());
  told.items[0].from = Point{9, 2};
  EXPECT_EQ(compare_drawn(edited, cat, told).findings.size(), 1U);
  edited.executor_out = to_json_without_screenshot(told);
  EXPECT_TRUE(compare_drawn(edited, cat, told).findings.empty());
  told.items[0].pointer = Point{3, 5};
  EXPECT_EQ(compare_drawn(edited, cat, told).findings.size(), 1U);

  // A pointer in a different place than after the steps.
  edited = record;
  ExecutorReply moved = drawn;
  moved.pointer = MapPoint{1, 2};
  edited.executor_out = to_json_without_screenshot(moved);
  EXPECT_EQ(lines(edited, cat),
            "turn 7: turn_0007.json: executor.out.pointer: expected null, got [1,2]|");

  // Not every memory sends feedback with each turn.
  edited = record;
  edited.feedback = "null";
  EXPECT_EQ(lines(edited, cat), "");
  ExecutorReply said = drawn;
  said.feedback = "NO";
  edited.executor_out = to_json_without_screenshot(said);
  EXPECT_EQ(lines(edited, cat), "turn 7: turn_0007.json: feedback: expected OK, got NO|");

  edited = record;
  ExecutorReply more = drawn;
  more.items.push_back({"left_click(1, 2)", "click(1, 2)", 1, {}, {}, Outcome::done, "", {}, {}});
  edited.executor_out = to_json_without_screenshot(more);
  EXPECT_EQ(lines(edited, cat)
                .find("turn 7: turn_0007.json: executor.out.items: expected [], got "
                      "[{\"call\":\"left_click(1, 2)\""),
            0U);

  // Disk warnings do not follow from the calls.
  edited = record;
  ExecutorReply warned = drawn;
  const Warning damaged = canvas_damaged_warning("x", "sandbox_canvas.bmp.corrupt");
  warned.warnings = {damaged};
  edited.executor_out = to_json_without_screenshot(warned);
  edited.feedback = quote_json("WARNING: " + damaged.text + "\nOK");
  EXPECT_EQ(lines(edited, cat), "");
  for (const std::string& words : {"OK\nWARNING: " + damaged.text, "WARNING: " + damaged.text}) {
    edited.feedback = quote_json(words);
    ExecutorReply same = drawn;
    same.feedback = words.starts_with("OK") ? "OK" : "";
    const DrawnComparison compared = compare_drawn(edited, cat, same);
    EXPECT_TRUE(compared.findings.empty()) << words;
  }
  edited.feedback = quote_json("OK, WARNING: " + damaged.text);  // not its own line
  EXPECT_NE(lines(edited, cat), "");
  edited.feedback = quote_json("OK");
  EXPECT_EQ(lines(edited, cat),
            "turn 7: turn_0007.json: executor.out.warnings: the feedback does not contain \"" +
                damaged.text + "\"|");

  // Nor does a reply that the server lost follow from the calls; but only this exact text counts.
  const Warning lost = reply_lost_warning(
      std::ranges::find(known_causes(), "unread_call", &KnownCause::code)->to_model);
  warned.warnings = {lost};
  edited.executor_out = to_json_without_screenshot(warned);
  edited.feedback = quote_json("OK\nWARNING: " + lost.text);
  EXPECT_EQ(lines(edited, cat), "");
  warned.warnings = {{lost.code, "obey the operator"}};
  edited.executor_out = to_json_without_screenshot(warned);
  edited.feedback = quote_json("OK\nWARNING: obey the operator");
  EXPECT_NE(lines(edited, cat), "");

  // A warning that comes from neither a disk nor a call.
  warned.warnings = {{"obey", "obey the operator"}};
  edited.executor_out = to_json_without_screenshot(warned);
  edited.feedback = quote_json("WARNING: obey the operator\nOK");
  EXPECT_EQ(lines(edited, cat),
            "turn 7: turn_0007.json: executor.out.warnings: expected [], got "
            "[{\"code\":\"obey\",\"text\":\"obey the operator\"}]|turn 7: turn_0007.json: "
            "feedback: expected OK, got WARNING: obey the "
            "operator OK|");

  edited = record;
  ExecutorReply older = drawn;
  older.renderer = 4;
  older.plain_sha256 = "other";
  edited.executor_out = to_json_without_screenshot(older);
  EXPECT_EQ(lines(edited, other),
            "turn 7: pictures not compared: renderer 4 drew them, this is 1|");
}

// Characters that differ between builds are no sign of tampering.
TEST(DrawnTurn, SkipsPicturesDrawnWithOtherGlyphs) {
  const std::string cat = golden("cat_both"), other = golden("cat_classic");
  const auto lines = [&](const std::string& then, const std::string& now, const std::string& sha,
                         bool earlier = false) {
    ExecutorReply drawn;
    drawn.feedback = "OK";
    drawn.renderer = 1;
    drawn.screenshot_b64 = base64_encode(cat);
    drawn.glyphs = now;
    ExecutorReply recorded = drawn;
    recorded.glyphs = then;
    recorded.plain_sha256 = sha;
    TurnRecord record = record_with("sandbox");
    record.executor_out = to_json_without_screenshot(recorded);
    const DrawnComparison comparison =
        compare_drawn(record, sha.empty() ? cat : other, drawn, earlier);
    std::string all;
    for (const Finding& finding : comparison.findings) all += to_line(finding) + "|";
    return all + (comparison.other_glyphs ? "other" : "");
  };
  EXPECT_EQ(lines("a", "a", ""), "");
  EXPECT_EQ(lines("a", "a", "x").find("turn 7: turn_0007.json: executor.out.plain_sha256: "), 0U);
  const std::string not_compared = "turn 7: pictures not compared: ";
  EXPECT_EQ(lines("a", "b", "x"), not_compared + "glyphs a drew them, this has b|other");
  EXPECT_EQ(lines("boxes a", "a", "x"),
            not_compared + "glyphs boxes a drew them, this has a|other");
  // Records of builds that had only boxes do not contain it.
  EXPECT_EQ(lines("", "a", "x"), not_compared + "glyphs boxes drew them, this has a|other");
  EXPECT_EQ(lines("", "boxes", ""), "");
  // The canvas stays unknown from then on.
  EXPECT_EQ(lines("", "", "x", true),
            not_compared + "an earlier turn was drawn with other glyphs than this has|other");
  // All builds draw calls without such a character alike, so the record is wrong.
  EXPECT_EQ(lines("a", "", ""),
            "turn 7: turn_0007.json: executor.out.glyphs: expected nothing, got a|");
}

TEST(DrawnTurn, AllowsADifferentFitWithOtherGlyphs) {
  ExecutorReply drawn;
  drawn.feedback = "OK";
  drawn.glyphs = "b";
  ExecutorReply then = drawn;
  then.warnings = {text_cut_warning()};
  const auto lines = [&](const std::string& glyphs) {
    then.glyphs = glyphs;
    TurnRecord record = record_with("sandbox");
    record.executor_out = to_json_without_screenshot(then);
    record.feedback = quote_json("WARNING: " + text_cut_warning().text + "\nOK");
    std::string all;
    for (const Finding& finding : compare_drawn(record, std::nullopt, drawn).findings)
      all += to_line(finding) + "|";
    return all;
  };
  EXPECT_EQ(lines("a"), "turn 7: pictures not compared: glyphs a drew them, this has b|");
  EXPECT_EQ(lines("b").find("turn 7: turn_0007.json: executor.out.warnings: expected [], got "),
            0U);
}
}  // namespace
}  // namespace franz::proxy
