// The real program: its streams, its exit codes, and being killed at any moment.
#include <gtest/gtest.h>
#include <chrono>
#include <string>
#include "capturer/sandbox_app.h"
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/wire/capturer_messages.h"
#include "tests/support/canonical_calls.h"
#include "tests/support/test_paths.h"

namespace franz::capturer {
namespace {
using std::chrono::milliseconds;
constexpr milliseconds kPatience{60000};

ChildOutcome run(const std::string& input, const std::vector<std::string>& arguments = {},
                 milliseconds deadline = kPatience) {
  return run_child({std::string(kBinDir) + "/capturer", arguments, {}, ""}, input, deadline);
}

std::string fresh_folder(const std::string& name) {
  std::string folder = std::string(kTestOut) + "/capturer_process/" + name;
  EXPECT_TRUE(make_folders(folder).ok());
  for (const std::string& file : list_folder(folder).value()) {
    EXPECT_TRUE(remove_file(join_path(folder, file)).ok());
  }
  return folder;
}

CaptureRequest request_for(const std::string& folder, int turn) {
  CaptureRequest request;
  request.options.turn = turn;
  request.options.run_dir = folder;
  request.options.time = "2026-01-31T12:00:00Z";
  request.actions = calls_of({"left_click(" + std::to_string(turn * 40) + ", 500)",
                              "type(\"turn " + std::to_string(turn) + "\")",
                              "drag(0, " + std::to_string(turn * 50) + ", 1000, " +
                                  std::to_string(1000 - turn * 50) + ")"});
  return request;
}

TEST(CapturerProcess, AnswersARequest) {
  const ChildOutcome outcome = run(to_json(request_for(fresh_folder("answers"), 1)));
  ASSERT_TRUE(outcome.end.ok()) << outcome.errors;
  EXPECT_EQ(outcome.errors, "");
  const Result<CaptureReply> reply = parse_capture_reply(outcome.output);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply.value().applied, (std::vector<bool>{true, true, true}));
  EXPECT_EQ(reply.value().screen, (Screen{0, 0, 1920, 1080}));
  EXPECT_EQ(reply.value().screenshot_b64.rfind("iVBORw0KGgo", 0), 0U);  // a PNG's first bytes
}

TEST(CapturerProcess, NamesTheFirstWrongField) {
  const std::string folder = fresh_folder("names");
  CaptureRequest moon = request_for(folder, 1);
  std::string no_call = to_json(moon);
  no_call.replace(no_call.find("drag("), 4, "drg");
  moon.options.surface = "moon";
  const struct {
    std::string input, message;
  } cases[] = {
      {"", "capturer: request: "},
      {"[]", "capturer: request: "},
      {R"({"protocol":"franz.executor.v2"})", "capturer: request: /protocol: "},
      {R"({"protocol":"franz.capturer.v2","turn":0})", "capturer: request: /turn: "},
      {to_json(moon), "capturer: request: /surface: expected one of sandbox, desktop, window"},
      {no_call, "capturer: request: /actions/2: NameError: "},
  };
  for (const auto& [input, message] : cases) {
    const ChildOutcome outcome = run(input);
    EXPECT_EQ(outcome.end.kind, ChildEnd::Kind::exited);
    EXPECT_EQ(outcome.end.code, 1) << input;
    EXPECT_EQ(outcome.output, "") << input;
    EXPECT_EQ(outcome.errors.rfind(message, 0), 0U) << outcome.errors;
  }
}

TEST(CapturerProcess, AnswersLinesLikeSeparateProcesses) {
  const std::string kept = fresh_folder("kept"), alone = fresh_folder("alone");
  std::string lines, expected;
  for (int turn = 1; turn <= 4; ++turn) {
    lines += to_json(request_for(kept, turn)) + "\n";
    expected += run(to_json(request_for(alone, turn))).output;
    if (turn != 2) continue;
    lines += "{\"protocol\":\"franz.capturer.v2\",\"turn\":0}\n";
    lines += "\n";
    expected +=
        "{\"protocol\":\"franz.capturer.v2\",\"refused\":\"request: /turn: expected "
        "1..999999999\"}\n"
        "{\"protocol\":\"franz.capturer.v2\",\"refused\":\"request: expected one JSON object: no "
        "JSON at position 0\"}\n";
  }
  lines.pop_back();  // the last line needs no newline
  const ChildOutcome outcome = run(lines, {"--lines"});
  EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  EXPECT_EQ(outcome.errors, "");
  EXPECT_TRUE(outcome.output == expected) << outcome.output.substr(0, 2000);
  for (const char* name : {"/sandbox_canvas.bmp", "/sandbox_state.json"})
    EXPECT_TRUE(read_file(kept + name).value() == read_file(alone + name).value()) << name;
  EXPECT_EQ(run("", {"--lines"}).output, "");
}

TEST(CapturerProcess, PrintsHelpAndVersion) {
  EXPECT_EQ(run("", {"--version"}).output, "capturer " FRANZ_VERSION "\n");
  EXPECT_TRUE(run("", {"--help"}).output.starts_with("capturer: "));
  EXPECT_EQ(run("", {"--nonsense"}).end.code, 2);
}

// Each turn is started with increasing deadlines, at which it is killed, until it answers. The
// folder must then be the same as without kills.
TEST(CapturerProcess, LosesNothingWhenKilledAtAnyMoment) {
  const std::string killed = fresh_folder("killed"), whole = fresh_folder("whole");
  int kills = 0;
  for (int turn = 1; turn <= 6; ++turn) {
    const std::string input = to_json(request_for(killed, turn));
    for (int deadline = turn % 3;; deadline += 3) {
      const ChildOutcome outcome =
          run(input, {}, deadline < 60 ? milliseconds(deadline) : kPatience);
      if (outcome.end.kind != ChildEnd::Kind::deadline) {
        ASSERT_TRUE(outcome.end.ok()) << outcome.errors;
        const Result<CaptureReply> reply = parse_capture_reply(outcome.output);
        ASSERT_TRUE(reply.ok());
        EXPECT_TRUE(reply.value().warnings.empty()) << reply.value().warnings[0].text;
        break;
      }
      ++kills;
    }
    ASSERT_TRUE(capture_sandbox(request_for(whole, turn)).ok());
  }
  EXPECT_GT(kills, 0);
  for (const char* name : {"/sandbox_canvas.bmp", "/sandbox_state.json"}) {
    EXPECT_EQ(read_file(killed + name).value() == read_file(whole + name).value(), true) << name;
  }
}
}  // namespace
}  // namespace franz::capturer
