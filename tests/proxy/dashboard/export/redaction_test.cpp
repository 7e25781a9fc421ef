#include "proxy/dashboard/export/redaction.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "common/run/run_story.h"
#include "common/run/turn_record.h"
#include "proxy/dashboard/run_view.h"

namespace franz::proxy {
namespace {
std::string redacted(const std::string& json) {
  const Result<std::string> other = rewritten(json, redacted_value);
  EXPECT_TRUE(other.ok());
  return other.ok() ? other.value() : "";
}

TEST(RedactedCall, KeepsToolAndNumbersAndNoText) {
  const std::pair<const char*, const char*> cases[] = {
      {"drag(350, 290, 410, 240)", "drag(350, 290, 410, 240)"},
      {"type(\"secret\")", "type(\"…\")"},
      {"press(\"a\")", "press(\"…\")"},
      {"hotkey(\"ctrl\", \"s\")", "hotkey(\"…\", \"…\")"},
      {"launch(\"secret --now\")", "launch(\"…\")"},
      {"focus_window(\"secret\")", "focus_window(\"…\")"},
      {"scroll(500, 500, -3)", "scroll(500, 500, -3)"},
      {"screenshot()", "screenshot()"},
      {"secret(", "a call"},
      {"", "a call"},
  };
  for (const auto& [call, redacted] : cases) EXPECT_EQ(redacted_call(call), redacted) << call;
}

// A record in which every text that a person or a model may have written is "secret".
TurnRecord secret_record() {
  TurnRecord record;
  record.turn = 2;
  record.attempt = 1;
  record.time = "2026-01-31T12:00:00.250Z";
  record.story = record.feedback = quote_json("secret story");
  record.verdict = Verdict::violation;
  record.detail =
      R"({"text":"secret: differs","unit":"characters","position":17,"expected":"secret",)"
      R"("got":"secret","expected_count":20,"got_count":21})";
  record.note = "secret note";
  record.executor_in = R"({"surface":"sandbox","window":{"id":"7","title":"secret window"}})";
  record.executor_out =
      R"j({"items":[{"call":"type(\"secret\")","model_call":"type(\"secret\")","written":"secret","outcome":"refused","why":"secret","window":{"title":"secret"}},)j"
      R"j({"call":"secret","outcome":"partial","why":"secret"},{"call":"secret()","outcome":"noted"},)j"
      R"j({"call":null,"written":"secret","outcome":"malformed","why":"TypeError: secret","note":"secret","id":"secret 1"}],)j"
      R"j("answers":[{"id":"secret 1","text":"secret"},{"id":"secret 2","text":"{\"secret\":\"secret\"}"}],)j"
      R"j("passed_over":["secret"],"warnings":[{"code":"secret","text":"secret"}],)j"
      R"("error":{"class":"TypeError","text":"TypeError: secret","line":1},"done":"secret"})";
  record.degraded = {"capturer: secret", "secret secret"};
  record.response = RecordedReply{};
  record.response->text = record.response->reasoning = quote_json("secret reply");
  record.response->finish_reason = "secret reason";
  record.response->calls = {{R"("secret")", R"("secret")", R"({"secret":{"secret":"secret"}})"},
                            {R"("secret")", R"("secret")", R"("secret")"}};
  record.model = "/home/secret/model-7b";
  record.request_sha256 = "secret";
  record.picture = RecordedPicture{"turn_0002.png", 3, "secret", 512, 288};
  return record;
}

TEST(Redaction, LeavesNoTextOfModelOrOperatorInARecord) {
  const std::string whole = to_json(secret_record());
  EXPECT_NE(whole.find("secret story"), std::string::npos);  // proves that the test can see a leak
  const std::string json = redacted(whole);
  EXPECT_EQ(json.find("secret"), std::string::npos) << json;
  for (const char* kept :
       {"left out: 12 characters", "type(\\\"…\\\")", "\"TypeError\"", "capturer: why is left out",
        "model-7b", "\"position\":17", "\"got_count\":21", "\"outcome\":\"refused\"",
        "\"verdict\":\"violation\"", "\"surface\":\"sandbox\""})
    EXPECT_NE(json.find(kept), std::string::npos) << kept << "\n" << json;
  EXPECT_TRUE(rewritten(json, [](auto, auto) { return std::nullopt; }).ok()) << "still JSON";
}

// A "done" text is the model's own, and a limit's text quotes the model's last one.
TEST(Redaction, KeepsOnlyTheReasonOfAResult) {
  for (const auto& [reason, text] :
       {std::pair{FinishReason::done, "secret"},
        {FinishReason::limit, "24 turns are made; its last words: secret"}}) {
    TurnRecord record = secret_record();
    record.response.reset();
    record.finish = Finish{reason, text};
    RunFacts run;
    run.finish = record.finish;
    RunView view(RunKind::recorded);
    view.apply(RunUpdate{run, {}});
    view.apply(ProgramUpdate{"finished", text, "", {}});
    for (const std::string& whole : {to_json(record), view.run(), view.connected()}) {
      const std::string json = redacted(whole);
      EXPECT_EQ(json.find("secret"), std::string::npos) << json;
    }
    EXPECT_NE(redacted(view.run()).find("\"reason\":\"" + std::string(finish_reason_name(reason))),
              std::string::npos);
  }
}

TEST(Redaction, LeavesNoTextOfTheOperatorInTheRun) {
  RunFacts run;
  run.run = "5f0c";
  run.name = "secret";
  run.started = "2026-01-31T12:00:00.000Z";
  run.profile = "franz";
  run.addresses.upstream = run.addresses.relay = run.addresses.dashboard = "http://secret/";
  run.addresses.display = ":99 secret";
  run.addresses.program = {"secret"};
  run.in_force.settings =
      R"({"agent.objective":"secret","agent.system_prompt":"secret.txt","surface.only_windows":"[\"secret\"]",)"
      R"("model.extra":{"secret":1},"proxy.runs":"/home/secret","model.temperature":0.7,)"
      R"("surface.picture":"512x288","surface.kind":"sandbox","model.name":"C:\\secret\\qwen","secret Key":"on"})";
  run.in_force.sources = R"({"agent.objective":"/home/secret/config.ini:14"})";
  run.changes = {{"2026-01-31T12:00:00.000Z", "objective: secret -> secret"}};
  run.origin = "secret";
  RunView view(RunKind::recorded);
  view.set_folder("/home/secret/run");
  view.apply(RunUpdate{run, {}});
  EXPECT_NE(view.run().find("secret.txt"), std::string::npos);
  const std::string json = redacted(view.run());
  EXPECT_EQ(json.find("secret"), std::string::npos) << json;
  for (const char* kept : {"\"model.temperature\":0.7", "\"surface.picture\":\"512x288\"",
                           "\"surface.kind\":\"sandbox\"", "\"model.name\":\"qwen\"",
                           "\"run\":\"5f0c\"", "\"started\":\"2026-01-31T12:00:00.000Z\""})
    EXPECT_NE(json.find(kept), std::string::npos) << kept << "\n" << json;
}

TEST(Redaction, KeepsEntriesAndRemovesAServersWords) {
  TurnRow row;
  row.turn = 7;
  row.time = "2026-01-31T12:00:00.250Z";
  row.finish_reason = "secret reason";
  row.outcome = TurnOutcome::violation;
  const std::string json = redacted("[" + to_json(row) + "]");
  EXPECT_EQ(json.find("secret"), std::string::npos) << json;
  EXPECT_NE(json.find("\"outcome\":\"violation\""), std::string::npos) << json;
}

std::string drawn(int turn, const std::string& call) {
  TurnRecord record;
  record.turn = turn;
  record.executor_in = R"({"surface":"sandbox"})";
  if (!call.empty())
    record.executor_out = R"({"items":[{"call":)" + quote_json(call) + R"(,"outcome":"done"}]})";
  return to_json(record);
}

TEST(PictureRule, HidesPicturesFromTheFirstTypedTurnOn) {
  PictureRule rule;
  EXPECT_TRUE(rule.may_show(drawn(1, "")));
  EXPECT_TRUE(rule.may_show(drawn(2, "drag(1, 2, 3, 4)")));
  EXPECT_FALSE(rule.may_show(drawn(3, "type(\"x\")")));
  EXPECT_FALSE(rule.may_show(drawn(4, "")));  // the text stays on the canvas
}

TEST(PictureRule, HidesPicturesAfterAnUnknownTurn) {
  TurnRecord degraded, desktop, unknown;
  degraded.turn = desktop.turn = unknown.turn = 1;
  degraded.executor_in = R"({"surface":"sandbox"})";
  degraded.degraded = {"capturer: no answer in 15 s"};
  desktop.executor_in = R"({"surface":"desktop"})";
  for (const std::string& turn : {to_json(degraded), to_json(desktop), to_json(unknown),
                                  drawn(2, ""), drawn(1, "no call at all")}) {
    PictureRule rule;
    EXPECT_FALSE(rule.may_show(turn)) << turn;
  }
  PictureRule rule;
  EXPECT_TRUE(rule.may_show(drawn(1, "")));
  rule.unreadable();
  EXPECT_FALSE(rule.may_show(drawn(2, "")));
}
}  // namespace
}  // namespace franz::proxy
