#include "common/wire/control_messages.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ControlCommand, SurvivesTheWire) {
  for (
      const char* line :
      {R"({"command":"pause"})", R"({"command":"resume"})", R"({"command":"step"})",
       R"({"command":"panic"})", R"({"command":"panic","text":"the key"})", R"({"command":"stop"})",
       R"({"command":"take_over"})", R"({"command":"hand_back"})",
       R"({"command":"hand_back","used":false})", R"({"command":"note","text":"draw a \"dog\""})",
       R"({"command":"note","number":3,"text":"left"})", R"({"command":"recorded","turn":7})",
       R"({"command":"model","name":"qwen/qwen3-vl-8b"})",
       R"({"command":"approve","turn":7,"plan_sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","items":[0,2],"note":"go","number":4})",
       R"({"command":"approve","turn":7,"plan_sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","note":null})",
       R"({"command":"refuse","turn":7,"plan_sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","note":null})"})
    EXPECT_EQ(to_json(parse_control_command(line).value()), line);
}

TEST(ControlCommand, NamesWhatIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({"command":"jump"})",
       "/command: expected one of pause, resume, step, stop, note, panic, approve, refuse, "
       "model, recorded, take_over, hand_back"},
      {R"({"command":"note"})", "/text: expected a text"},
      {R"({"command":"note","text":""})", "/text: expected 1..16384 bytes of text"},
      {R"({"command":"note","number":0,"text":"a"})", "/number: expected 1..999999999"},
      {R"({"command":"panic","text":")" + std::string(16385, 'x') + R"("})",
       "/text: expected at most 16384 bytes of text"},
      {R"({"command":"hand_back","used":1})", "/used: expected true or false"},
      {R"({"command":"recorded"})", "/turn: expected 1..999999999"},
      {R"({"command":"model"})", "/name: expected a text"},
      {R"({"command":"model","name":")" + std::string(201, 'x') + R"("})",
       "/name: expected 1..200 bytes of text"},
      {R"({"command":"approve","plan_sha256":""})", "/turn: expected 1..999999999"},
      {R"({"command":"refuse","turn":1,"plan_sha256":"12"})",
       "/plan_sha256: expected 64 hexadecimal digits"},
      {R"({"command":"approve","turn":1,"plan_sha256":")" + std::string(64, 'a') +
           R"(","items":[-1]})",
       "/items/0: expected 0..20001"},
      {R"({"command":"refuse","turn":1,"plan_sha256":")" + std::string(64, 'a') + R"(","note":")" +
           std::string(16385, 'x') + R"("})",
       "/note: expected at most 16384 bytes of text"},
      {R"(pause)", "expected one JSON object: no JSON at position 0"},
  };
  for (const auto& [line, expected] : cases) {
    const auto command = parse_control_command(line);
    EXPECT_EQ(command.ok() ? "valid" : command.error().message, expected) << "for " << line;
  }
}

TEST(LoopEvent, SurvivesTheWire) {
  for (
      const char* line :
      {R"({"event":"turn_started","turn":7,"executor_in":{"turn":7}})",
       R"({"event":"turn_acted","turn":7,"executor_out":{"feedback":"OK"},"degraded":["capturer: x"],"note":null,"notes":[],"memory":null})",
       R"({"event":"turn_acted","turn":7,"executor_out":{},"degraded":[],"note":"look left","notes":[1,2],"memory":{"name":"sst","options":{"keep_pictures":3,"keep_thinks":2},"objective":"a \u0001 cat","turns_left":4}})",
       R"({"event":"turn_closed","turn":7,"finished":{"reason":"done","code":0,"text":"done: it is drawn"},"screenshot_b64":"aGk="})",
       R"({"event":"turn_acted","turn":7,"executor_out":{},"degraded":[],"note":null,"notes":[],"memory":null,"approval":{"plan":{"turn":7,"items":[{"index":0,"number":1,"call":"f","written":"f \"a\"","line":1,"note":null,"risk":"launch","around":"window 7","why":""}],"picture_sha256":null},"plan_sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","decision":"approved","items":[0],"note":"go","time":"2026-01-31T12:00:00Z"}})",
       R"({"event":"approval","turn":7,"items":[{"index":0,"number":null,"call":null,"written":"x","line":0,"note":"n","risk":null,"around":null,"why":"no call"}],"picture_sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","plan_sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","until":"2026-01-31T12:05:00Z","screenshot_b64":"aGk="})",
       R"({"event":"state","turn":7,"state":"asking","why":"the operator's consent","until":"2026-01-31T12:05:00Z"})",
       R"({"event":"turn_finished","turn":7,"timings_ms":{"model":12.5}})",
       R"({"event":"state","turn":7,"state":"backing_off","why":"503","until":"2026-01-31T12:00:00Z"})",
       R"({"event":"state","turn":7,"state":"paused","why":"they moved the mouse","until":null,"cause":"takeover"})",
       R"({"event":"state","turn":7,"state":"paused","why":"they log in","until":null,"cause":"page"})",
       R"({"event":"state","turn":7,"state":"paused","why":"full","until":null,"cause":"disk"})",
       R"({"event":"state","turn":7,"state":"paused","why":"gone","until":null,"cause":"screen"})",
       R"({"event":"state","turn":7,"state":"paused","why":"404","until":null,"problem":{"code":"no_model","what":"404","advice":"Choose one.","models":["a","b"]}})",
       R"({"event":"config","turn":7,"settings":{"model.temperature":0.7},"changes":["a"]})",
       R"({"event":"config","turn":7,"settings":{"model.temperature":0.7},"sources":{"model.temperature":"config.ini:14"},"changes":[]})",
       R"({"event":"config","turn":7,"settings":{},"changes":[],"system":{"turn":7,"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","cause":"prompt"}})",
       R"({"event":"warning","text":"look"})",
       R"({"event":"finished","reason":"limit","code":10,"text":"12 turns are made"})"}) {
    const auto event = parse_loop_event(line);
    ASSERT_TRUE(event.ok()) << line << ": " << event.error().message;
    EXPECT_EQ(to_json(event.value()), line);
  }
}
TEST(LoopEvent, FinishesWithAReasonAndItsCode) {
  const auto read = [](const char* line) {
    const auto event = parse_loop_event(line);
    return event.ok() ? "exit " + std::to_string(exit_code(event.value().finish.reason))
                      : event.error().message;
  };
  EXPECT_EQ(read(R"({"event":"finished","reason":"done","code":0,"text":""})"), "exit 0");
  EXPECT_EQ(read(R"({"event":"finished","reason":"done","code":3,"text":""})"),
            "/code: expected 0..0");
  EXPECT_EQ(read(R"({"event":"finished","reason":"time","code":17,"text":""})"), "exit 17");
  // The form of earlier versions.
  EXPECT_EQ(read(R"({"event":"finished","reason":"time","code":0,"text":""})"), "exit 17");
  EXPECT_EQ(read(R"({"event":"finished","reason":"time","code":16,"text":""})"),
            "/code: expected 17");
  EXPECT_EQ(read(R"({"event":"finished","reason":"bored","code":0,"text":""})"),
            "/reason: expected one of done, limit, turns, stopped, malformed, out_of_bounds, "
            "confidence, no_change, window_gone, noops, time, tokens, failures, repeats, context, "
            "server");
}

TEST(FinishReason, HasANameACodeAndPossiblyAClosingTurn) {
  const struct {
    FinishReason reason;
    std::string json;
    bool closing_turn;
  } cases[] = {
      {FinishReason::done, R"({"reason":"done","code":0,"text":"t"})", true},
      {FinishReason::limit, R"({"reason":"limit","code":10,"text":"t"})", true},
      {FinishReason::turns, R"({"reason":"turns","code":0,"text":"t"})", false},
      {FinishReason::time, R"({"reason":"time","code":17,"text":"t"})", false},
      {FinishReason::tokens, R"({"reason":"tokens","code":18,"text":"t"})", false},
      {FinishReason::failures, R"({"reason":"failures","code":19,"text":"t"})", false},
      {FinishReason::repeats, R"({"reason":"repeats","code":20,"text":"t"})", false},
      {FinishReason::context, R"({"reason":"context","code":21,"text":"t"})", false},
      {FinishReason::server, R"({"reason":"server","code":22,"text":"t"})", false},
      {FinishReason::stopped, R"({"reason":"stopped","code":0,"text":"t"})", false},
      {FinishReason::malformed, R"({"reason":"malformed","code":11,"text":"t"})", true},
      {FinishReason::out_of_bounds, R"({"reason":"out_of_bounds","code":12,"text":"t"})", true},
      {FinishReason::confidence, R"({"reason":"confidence","code":13,"text":"t"})", true},
      {FinishReason::no_change, R"({"reason":"no_change","code":14,"text":"t"})", true},
      {FinishReason::window_gone, R"({"reason":"window_gone","code":15,"text":"t"})", true},
      {FinishReason::noops, R"({"reason":"noops","code":16,"text":"t"})", true},
  };
  for (const auto& [reason, json, closing_turn] : cases) {
    EXPECT_EQ(to_json(Finish{reason, "t"}), json);
    EXPECT_EQ(has_closing_turn(reason), closing_turn) << json;
    const auto event = parse_loop_event(R"({"event":"finished",)" + json.substr(1));
    ASSERT_TRUE(event.ok()) << json << event.error().message;
    EXPECT_EQ(event.value().finish.reason, reason) << json;
  }
}

TEST(FinishReason, IsListedInHelpWithItsCode) {
  const std::string help = exit_code_help();
  EXPECT_NE(help.find("\n  10  limit: "), std::string::npos) << help;
  EXPECT_NE(help.find("\n  16  noops: "), std::string::npos) << help;
  EXPECT_NE(help.find("\n  17  time: time limit reached ([limits] max_minutes)\n"),
            std::string::npos)
      << help;
  EXPECT_TRUE(
      help.ends_with("\n  22  server: the model's server does not answer ([limits] unattended)"))
      << help;
  EXPECT_EQ(help.find("turns: "), std::string::npos) << help;
}
}  // namespace franz
