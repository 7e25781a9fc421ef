#include "capturer/sandbox_app.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "capturer/render/unifont.h"
#include "capturer/sandbox/canvas.h"
#include "common/os/files.h"
#include "common/os/quarantine.h"
#include "common/run/disk_warnings.h"
#include "tests/support/canonical_calls.h"
#include "tests/support/long_canvas.h"
#include "tests/support/test_paths.h"

namespace franz::capturer {
namespace {
using Calls = std::vector<std::string>;

// The reply without `found`: a repeated turn finds its own ink or that of the turn before.
std::string but_found(CaptureReply reply) {
  reply.found.reset();
  return to_json(reply);
}

class Sandbox : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = std::string(kTestOut) + "/sandbox/" + test->name();
    std::filesystem::remove_all(root_);
    ASSERT_TRUE(make_folders(root_).ok());
  }

  std::string folder(const std::string& name) const { return join_path(root_, name); }
  std::string canvas_of(const std::string& name) const {
    return join_path(folder(name), "sandbox_canvas.bmp");
  }
  std::string state_of(const std::string& name) const {
    return join_path(folder(name), "sandbox_state.json");
  }

  CaptureReply turn(const std::string& name, int number, const Calls& calls) const {
    std::optional<KeptDrawing> nothing;
    return turn(name, number, calls, nothing);
  }

  CaptureReply turn(const std::string& name, int turn, const Calls& calls,
                    std::optional<KeptDrawing>& kept, const std::string& known_picture = "") const {
    CaptureRequest request;
    request.options.turn = turn;
    request.options.run_dir = folder(name);
    request.options.canvas = {192, 108};
    request.options.picture = {64, 36};
    request.options.marks = {true, true, true};
    request.options.time = "2026-01-31T12:00:00Z";
    request.options.known_picture = known_picture;
    request.actions = calls_of(calls);
    Result<CaptureReply> reply = capture_sandbox(request, kept, Follows::another_turn);
    EXPECT_TRUE(reply.ok());
    return reply.ok() ? std::move(reply).value() : CaptureReply{};
  }

  static std::string bytes_of(const std::string& path) {
    const Result<std::string> bytes = read_file(path);
    return bytes.ok() ? bytes.value() : bytes.error().message;
  }
  static void write(const std::string& path, const std::string& bytes) {
    ASSERT_TRUE(replace_file(path, bytes, Durability::buffered).ok());
  }

  std::string root_;
};

const Calls kFirst = {"left_click(300, 300)", "drag(100, 100, 900, 800)"};
const Calls kSecond = {"type(\"meow\")", "drag(900, 100, 100, 900)", "move(700, 200)"};
const Calls kThird = {"right_click(500, 500)", "type(\"cat\")"};

TEST_F(Sandbox, DoesNotSendAKnownPicture) {
  const CaptureReply first = turn("a", 1, kFirst), second = turn("a", 2, kSecond);
  std::optional<KeptDrawing> kept;
  CaptureReply again = turn("b", 1, kFirst, kept, first.screenshot_b64);
  EXPECT_TRUE(again.picture_known);
  EXPECT_EQ(again.screenshot_b64, "");
  EXPECT_EQ(again.plain_sha256, first.plain_sha256);
  for (const std::string& other : {first.screenshot_b64, std::string("no base64")}) {
    again = turn("b", 2, kSecond, kept, other);
    EXPECT_FALSE(again.picture_known);
    EXPECT_EQ(again.screenshot_b64, second.screenshot_b64);
  }
}

TEST_F(Sandbox, TheFirstTurnIsBlackAndWithoutWarnings) {
  const CaptureReply reply = turn("a", 1, {});
  EXPECT_TRUE(reply.warnings.empty());
  EXPECT_EQ(bytes_of(canvas_of("a")).size(), 62U + 192 / 8 * 108);
  EXPECT_EQ(bytes_of(canvas_of("a")).find('\xFF', 62), std::string::npos);
  EXPECT_EQ(reply.screen, (Screen{0, 0, 192, 108}));
  EXPECT_EQ(reply.renderer, 3);
  EXPECT_FALSE(reply.screenshot_b64.empty());
  EXPECT_TRUE(reply.applied.empty());
}

TEST_F(Sandbox, KeepsInkAndTypingPlaceAfterTheTurn) {
  turn("a", 1, kFirst);
  const std::string first = bytes_of(canvas_of("a"));
  const CaptureReply reply = turn("a", 2, {"type(\"meow\")"});
  EXPECT_EQ(reply.applied, (std::vector<bool>{true}));
  EXPECT_NE(bytes_of(canvas_of("a")), first);
  EXPECT_EQ(bytes_of(state_of("a")),
            "{\"turn\":2,\"actions\":[\"type(\\\"meow\\\")\"],\"on_error\":\"stop\",\"type_after\":"
            "[\"left\",\"double\"],\"cursor_before\":[900,800],"
            "\"previous_before\":null,\"type_at_before\":[300,300],\"cursor\":[900,800],"
            "\"previous\":[900,800],\"type_at\":[300,300]}\n");
}

TEST_F(Sandbox, KeepsAMovedPointerAfterTheTurnWithoutInk) {
  turn("a", 1, kFirst);
  const std::string first = bytes_of(canvas_of("a"));
  const CaptureReply moved = turn("a", 2, {"move(500, 250)"});
  EXPECT_EQ(moved.applied, (std::vector<bool>{true}));
  EXPECT_EQ(bytes_of(canvas_of("a")), first);
  EXPECT_EQ(bytes_of(state_of("a")),
            "{\"turn\":2,\"actions\":[\"move(500, 250)\"],\"on_error\":\"stop\",\"type_after\":"
            "[\"left\",\"double\"],\"cursor_before\":[900,800],"
            "\"previous_before\":null,\"type_at_before\":[300,300],\"cursor\":[500,250],"
            "\"previous\":[900,800],\"type_at\":[300,300]}\n");
  // If repeated after a kill, it starts at the same places.
  EXPECT_EQ(but_found(turn("a", 2, {"move(500, 250)"})), but_found(moved));
  turn("a", 3, {"type(\"meow\")"});
  EXPECT_NE(bytes_of(state_of("a"))
                .find("\"cursor\":[500,250],\"previous\":[500,250],"
                      "\"type_at\":[300,300]}"),
            std::string::npos);
}

TEST_F(Sandbox, DrawsTheRequestsOverlaysOnceThePointerIsKnown) {
  CaptureRequest request;
  request.options.run_dir = folder("a");
  request.options.canvas = {192, 108};
  request.options.marks = {false, false, false};
  const auto picture_at = [&](int number, const Calls& calls, const Overlays& overlays) {
    request.options.turn = number;
    request.options.overlays = overlays;
    request.actions = calls_of(calls);
    const Result<CaptureReply> reply = capture_sandbox(request);
    return reply.ok() ? reply.value().screenshot_b64 : reply.error().message;
  };
  const Overlays pointer{false, true, true, false};
  EXPECT_EQ(picture_at(1, {}, pointer), picture_at(1, {}, {}));
  EXPECT_NE(picture_at(1, {}, {true, false, false, false}), picture_at(1, {}, {}));
  EXPECT_NE(picture_at(2, {"move(500, 500)"}, pointer), picture_at(2, {"move(500, 500)"}, {}));
  EXPECT_NE(picture_at(3, {}, pointer), picture_at(3, {}, {})) << "it stays known";
}

TEST_F(Sandbox, TypeBeforeAnyClickStopsThere) {
  const CaptureReply reply = turn("a", 1, {"drag(1, 2, 3, 4)", "type(\"x\")", "left_click(1, 2)"});
  EXPECT_EQ(reply.applied, (std::vector<bool>{true, false, false}));
  EXPECT_TRUE(reply.warnings.empty());
}

TEST_F(Sandbox, RepeatingATurnGivesTheSameReplyAndFiles) {
  turn("a", 1, kFirst);
  const CaptureReply once = turn("a", 2, kSecond);
  const std::string canvas = bytes_of(canvas_of("a")), state = bytes_of(state_of("a"));
  const CaptureReply again = turn("a", 2, kSecond);
  EXPECT_EQ(but_found(again), but_found(once));
  EXPECT_EQ(std::pair(once.found, again.found), std::pair(std::optional(1), std::optional(2)));
  EXPECT_EQ(bytes_of(canvas_of("a")), canvas);
  EXPECT_EQ(bytes_of(state_of("a")), state);
}

// A kill leaves files as they were at some point. Each such state is assembled from complete runs
// and then continued.
TEST_F(Sandbox, AKillAtAnyPointLosesNothing) {
  turn("whole", 1, kFirst);
  const std::string canvas_1 = bytes_of(canvas_of("whole")), state_1 = bytes_of(state_of("whole"));
  const CaptureReply second = turn("whole", 2, kSecond);
  const std::string canvas_2 = bytes_of(canvas_of("whole")), state_2 = bytes_of(state_of("whole"));
  const CaptureReply third = turn("whole", 3, kThird);
  const std::string canvas_3 = bytes_of(canvas_of("whole"));
  ASSERT_NE(canvas_1, canvas_2);
  ASSERT_NE(canvas_2, canvas_3);

  const auto torn = [&](std::size_t at) { return canvas_2.substr(0, at) + canvas_1.substr(at); };
  std::string scattered = canvas_1;
  for (std::size_t i = 0; i < scattered.size(); i += 7) scattered[i] = canvas_2[i];
  const struct {
    std::string name, state, canvas;
  } points[] = {{"before the state", state_1, canvas_1},
                {"state written, canvas not", state_2, canvas_1},
                {"a third of the rows", state_2, torn(canvas_1.size() / 3)},
                {"half of the rows", state_2, torn(canvas_1.size() / 2)},
                {"inside a row", state_2, torn(canvas_1.size() * 2 / 3 + 100)},
                {"any bytes", state_2, scattered},
                {"all written", state_2, canvas_2}};
  for (const auto& [name, state, canvas] : points) {
    // The orchestrator repeats turn 2 …
    ASSERT_TRUE(make_folders(folder("b")).ok());
    write(state_of("b"), state);
    write(canvas_of("b"), canvas);
    EXPECT_EQ(but_found(turn("b", 2, kSecond)), but_found(second)) << name;
    EXPECT_EQ(bytes_of(canvas_of("b")), canvas_2) << name;
    EXPECT_EQ(bytes_of(state_of("b")), state_2) << name;
    // … or continues with turn 3, if the state contains turn 2.
    if (state == state_1) continue;
    write(state_of("b"), state);
    write(canvas_of("b"), canvas);
    EXPECT_EQ(to_json(turn("b", 3, kThird)), to_json(third)) << name;
    EXPECT_EQ(bytes_of(canvas_of("b")), canvas_3) << name;
  }
}

TEST_F(Sandbox, AnotherReplyToTheSameTurnKeepsTheInkOfTheFirst) {
  turn("a", 1, kFirst);
  turn("a", 2, {"left_click(10, 10)"});
  const std::string before = bytes_of(canvas_of("a"));
  turn("a", 2, {"drag(500, 100, 500, 900)"});
  const std::string after = bytes_of(canvas_of("a"));
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_LE(static_cast<unsigned char>(before[i]), static_cast<unsigned char>(after[i]));
  }
  EXPECT_NE(bytes_of(state_of("a")).find("\"previous\":[900,800]"), std::string::npos)
      << "starts from the places before turn 2";
}

TEST_F(Sandbox, QuarantinesAndReplacesADamagedCanvas) {
  turn("a", 1, kFirst);
  for (const std::string rubbish :
       {"", "BM", "this is no picture at all, but a text of some length"}) {
    write(canvas_of("a"), rubbish);
    const CaptureReply reply = turn("a", 2, {"left_click(5, 5)"});
    ASSERT_EQ(reply.warnings.size(), 1U);
    EXPECT_EQ(reply.warnings[0].text.rfind("sandbox_canvas.bmp was damaged (is ", 0), 0U)
        << reply.warnings[0].text;
    EXPECT_EQ(reply.warnings[0].text.find('/'), std::string::npos);
    EXPECT_EQ(reply.warnings[0].text.find('\n'), std::string::npos);
    EXPECT_FALSE(reply.screenshot_b64.empty());
    EXPECT_EQ(bytes_of(canvas_of("a")).size(), 62U + 192 / 8 * 108);
  }
  EXPECT_EQ(bytes_of(canvas_of("a") + ".corrupt"), "");
  EXPECT_EQ(bytes_of(canvas_of("a") + ".corrupt2"), "BM");
  EXPECT_EQ(bytes_of(canvas_of("a") + ".corrupt3").substr(0, 7), "this is");
  EXPECT_TRUE(turn("a", 3, {}).warnings.empty());
}

TEST_F(Sandbox, ContinuesWithACanvasOf24Bits) {
  turn("a", 1, kFirst);
  const CaptureReply expected = turn("a", 2, kSecond);
  const std::string drawing = bytes_of(canvas_of("a"));
  turn("b", 1, kFirst);
  write(canvas_of("b"), in_24_bits(bytes_of(canvas_of("b"))));
  EXPECT_EQ(to_json(turn("b", 2, kSecond)), to_json(expected));
  EXPECT_EQ(bytes_of(canvas_of("b")), drawing);
}

TEST_F(Sandbox, LeavesADamagedFileAloneIfItCannotBeQuarantined) {
  turn("a", 1, kFirst);
  const auto take_all_names = [&](const std::string& file) {
    ASSERT_TRUE(make_folders(file + ".corrupt").ok());
    for (int i = 2; i <= kMaxQuarantined; ++i)
      ASSERT_TRUE(make_folders(file + ".corrupt" + std::to_string(i)).ok());
  };
  take_all_names(canvas_of("a"));
  take_all_names(state_of("a"));
  write(canvas_of("a"), "what is left of a drawing");
  write(state_of("a"), "what is left of a state");
  const CaptureReply reply = turn("a", 2, {"left_click(5, 5)"});
  ASSERT_EQ(reply.warnings.size(), 3U);
  EXPECT_NE(
      reply.warnings[0].text.find("sandbox_state.json was damaged: it could not be set aside"),
      std::string::npos)
      << reply.warnings[0].text;
  EXPECT_NE(reply.warnings[1].text.find("it could not be set aside, and a fresh black canvas"),
            std::string::npos)
      << reply.warnings[1].text;
  EXPECT_NE(reply.warnings[2].text.find("this turn's drawing could not be saved: "),
            std::string::npos)
      << reply.warnings[2].text;
  EXPECT_FALSE(reply.screenshot_b64.empty());
  EXPECT_EQ(bytes_of(canvas_of("a")), "what is left of a drawing");
  EXPECT_EQ(bytes_of(state_of("a")), "what is left of a state");
}

TEST_F(Sandbox, ReplacesAndReportsAMissingCanvas) {
  turn("a", 1, kFirst);
  ASSERT_TRUE(remove_file(canvas_of("a")).ok());
  const CaptureReply reply = turn("a", 2, {});
  EXPECT_EQ(reply.warnings, std::vector<Warning>{canvas_missing_warning()});
}

TEST_F(Sandbox, ReportsTheTurnOfTheInkOnTheCanvas) {
  using Files = std::vector<std::string>;
  const std::string canvas = canvas_of("a"), state = state_of("a");
  const struct {
    std::string what;
    Files removed, damaged;
    std::optional<int> found;
  } rows[] = {
      {"nothing happened", {}, {}, 2},
      {"no canvas", {canvas}, {}, 0},
      {"a damaged canvas", {}, {canvas}, 0},
      {"neither file", {canvas, state}, {}, 0},
      {"no state", {state}, {}, std::nullopt},
      {"a damaged state", {}, {state}, std::nullopt},
      {"a damaged state and no canvas", {canvas}, {state}, std::nullopt},
  };
  for (const auto& row : rows) {
    std::filesystem::remove_all(folder("a"));
    EXPECT_EQ(turn("a", 1, kFirst).found, 0) << row.what;
    EXPECT_EQ(turn("a", 2, kSecond).found, 1) << row.what;
    for (const std::string& file : row.removed) std::filesystem::remove(file);
    for (const std::string& file : row.damaged) write(file, "no such file");
    EXPECT_EQ(turn("a", 3, kThird).found, row.found) << row.what;
    EXPECT_EQ(turn("a", 3, kThird).found, 3) << row.what << ", again";
  }
  // Killed between the first canvas and its state.
  std::filesystem::remove_all(folder("a"));
  turn("a", 1, {});
  std::filesystem::remove(state);
  EXPECT_EQ(turn("a", 1, kFirst).found, 0);
}

TEST_F(Sandbox, QuarantinesADamagedStateAndKeepsTheDrawing) {
  turn("a", 1, kFirst);
  const std::string canvas = bytes_of(canvas_of("a"));
  for (const std::string rubbish :
       {"", "{\"turn\":1", "{\"turn\":1,\"actions\":[\"rm(1)\"]}", "{\"turn\":\"one\"}"}) {
    write(state_of("a"), rubbish);
    const CaptureReply reply = turn("a", 2, {"type(\"x\")"});
    ASSERT_EQ(reply.warnings.size(), 1U) << rubbish;
    EXPECT_EQ(reply.warnings[0].text.rfind("sandbox_state.json was damaged: it was set aside as "
                                           "sandbox_state.json.corrupt",
                                           0),
              0U)
        << reply.warnings[0].text;
    EXPECT_EQ(reply.applied, (std::vector<bool>{false})) << "the last click is forgotten";
    EXPECT_EQ(bytes_of(canvas_of("a")), canvas);
  }
}

TEST_F(Sandbox, TheCanvasKeepsItsSizeInARun) {
  turn("a", 1, kFirst);
  CaptureRequest request;
  request.options.turn = 2;
  request.options.run_dir = folder("a");
  request.options.canvas = {640, 360};
  const Result<CaptureReply> reply = capture_sandbox(request);
  ASSERT_TRUE(reply.ok());
  EXPECT_EQ(reply.value().screen, (Screen{0, 0, 192, 108}));
  EXPECT_EQ(reply.value().warnings,
            (std::vector<Warning>{
                {"canvas_size",
                 "the canvas of this run is 192x108 and stays so; 640x360 was asked for"}}));
}

TEST_F(Sandbox, ReturnsThePictureEvenIfTheFolderCannotBeWritten) {
  const CaptureReply saved = turn("a", 1, kFirst);
  // A file instead of the folder: no user can write below it.
  write(join_path(root_, "file"), "");
  const CaptureReply reply = turn("file", 1, kFirst);
  EXPECT_EQ(reply.screenshot_b64, saved.screenshot_b64);
  EXPECT_EQ(reply.applied, saved.applied);
  ASSERT_EQ(reply.warnings.size(), 1U);
  EXPECT_EQ(reply.warnings[0].text.rfind("this turn's drawing could not be saved: ", 0), 0U)
      << reply.warnings[0].text;
  EXPECT_EQ(reply.warnings[0].text.find('/'), std::string::npos) << reply.warnings[0].text;
  ASSERT_TRUE(remove_file(join_path(root_, "file")).ok());
}

TEST_F(Sandbox, ReportsATextLongerThanTheCanvas) {
  const CaptureReply reply =
      turn("a", 1, {"left_click(0, 0)", "type(\"" + std::string(5000, 'x') + "\")"});
  ASSERT_EQ(reply.warnings.size(), 1U);
  EXPECT_EQ(reply.applied, (std::vector<bool>{true, true}));
}

// Once such a character is on the canvas, every later picture depends on it.
TEST_F(Sandbox, ReportsTheSourcesOfGlyphsOnTheCanvas) {
  const std::string own(unifont().name);
  EXPECT_EQ(turn("a", 1, kFirst).glyphs, "");
  EXPECT_EQ(turn("a", 2, {"type(\"é 🐱\")"}).glyphs, "");
  EXPECT_EQ(turn("a", 3, {"type(\"猫\")"}).glyphs, own);
  EXPECT_EQ(turn("a", 4, {}).glyphs, own);
  EXPECT_EQ(turn("a", 4, {}).glyphs, own);

  // Another build drew such a character; the glyphs of this build are added.
  const std::string state = bytes_of(state_of("a"));
  const std::size_t at = state.find(own);
  ASSERT_NE(at, std::string::npos) << state;
  std::string others = state;
  write(state_of("a"), others.replace(at, own.size(), "another"));
  EXPECT_EQ(turn("a", 5, kThird).glyphs, "another");
  EXPECT_EQ(turn("a", 6, {"type(\"猫\")"}).glyphs, "another " + own);

  // This build draws the other build's last turn again.
  turn("b", 1, {"left_click(1, 1)", "type(\"猫\")"});
  others = bytes_of(state_of("b"));
  write(state_of("b"), others.replace(others.find(own), own.size(), "another"));
  EXPECT_EQ(turn("b", 2, {}).glyphs, "another " + own);
}

TEST_F(Sandbox, AKeptDrawingDoesNotChangeResults) {
  const struct {
    std::string name;
    std::function<void(const std::string& folder)> between;
  } rows[] = {
      {"nothing", [](const std::string&) {}},
      {"no canvas",
       [&](const std::string& name) { EXPECT_TRUE(remove_file(canvas_of(name)).ok()); }},
      {"no state", [&](const std::string& name) { EXPECT_TRUE(remove_file(state_of(name)).ok()); }},
      {"neither", [&](const std::string& name) { EXPECT_TRUE(remove_folder(folder(name)).ok()); }},
      {"a damaged canvas", [&](const std::string& name) { write(canvas_of(name), "BM"); }},
      {"another state",
       [&](const std::string& name) {
         std::string state = bytes_of(state_of(name));
         state = state.substr(0, state.rfind("\"type_at\":")) + "\"type_at\":[700,200]}\n";
         write(state_of(name), state);
       }},
      {"another folder", [&](const std::string& name) { turn(name + " other", 1, kThird); }},
  };
  for (const auto& [row, between] : rows) {
    SCOPED_TRACE(row);
    const std::string kept = row + " kept", alone = row + " alone";
    std::optional<KeptDrawing> drawing;
    const auto all = [&](int number, const Calls& calls) {
      const std::string reply = to_json(turn(alone, number, calls));
      EXPECT_EQ(to_json(turn(kept, number, calls, drawing)), reply);
      EXPECT_TRUE(drawing);
      EXPECT_TRUE(bytes_of(canvas_of(kept)) == bytes_of(canvas_of(alone)));
      EXPECT_EQ(bytes_of(state_of(kept)), bytes_of(state_of(alone)));
    };
    const auto meanwhile = [&, &happens = between] { happens(kept), happens(alone); };
    all(1, kFirst);
    meanwhile();
    all(2, kSecond);
    all(2, kSecond);
    all(2, {"left_click(10, 10)"});
    all(3, {});
    meanwhile();
    all(4, kThird);
  }
}

TEST_F(Sandbox, KeepsNothingOfAnUnsavedTurn) {
  std::optional<KeptDrawing> drawing;
  turn("a", 1, kFirst, drawing);
  ASSERT_TRUE(drawing);
  write(join_path(root_, "file"), "");
  turn("file", 1, kFirst, drawing);
  EXPECT_FALSE(drawing);
}
}  // namespace
}  // namespace franz::capturer
