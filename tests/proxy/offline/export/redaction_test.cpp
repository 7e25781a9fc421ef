#include "proxy/offline/export/redaction.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "proxy/offline/export/export_page.h"

namespace franz::proxy {
namespace {
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
      R"j({"items":[{"call":"type(\"secret\")","written":"secret","outcome":"refused","why":"secret"},)j"
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

TEST(Redaction, LeavesNoTextOfModelOrOperatorInATurn) {
  ShownTurn turn = shown_turn(secret_record());
  const std::string whole = page_turn(turn, {"", "", ""}, {}, {});
  EXPECT_NE(whole.find("secret story"), std::string::npos);  // proves that the test can see a leak
  redact(turn);
  const std::string html = page_turn(turn, {"", "", ""}, {}, {});
  EXPECT_EQ(html.find("secret"), std::string::npos) << html;
  for (const char* kept : {"left out: 12 characters", "type(&quot;…&quot;)", "TypeError",
                           "capturer: why is left out", "model-7b", "17", "20 in the reply"})
    EXPECT_NE(html.find(kept), std::string::npos) << kept << "\n" << html;
}

// A "done" text is the model's own, and a limit's text quotes the model's last one.
TEST(Redaction, KeepsOnlyTheReasonOfAResult) {
  for (const auto& [reason, text] :
       {std::pair{FinishReason::done, "secret"},
        {FinishReason::limit, "24 turns are made; its last words: secret"}}) {
    TurnRecord record = secret_record();
    record.response.reset();
    record.finish = Finish{reason, text};
    ShownTurn turn = shown_turn(record);
    redact(turn);
    RunFacts run;
    run.finish = record.finish;
    PageHead head;
    head.run = shown_run(run);
    redact(head.run);
    for (const std::string& html : {page_turn(turn, {"", "", ""}, {}, {}), page_head(head)}) {
      EXPECT_EQ(html.find("secret"), std::string::npos) << html;
      EXPECT_NE(html.find("Finished: " + std::string(finish_reason_name(reason))),
                std::string::npos);
    }
  }
}

TEST(Redaction, LeavesNoTextOfTheOperatorInTheHead) {
  RunFacts run;
  run.run = "5f0c";
  run.name = "secret";
  run.started = "2026-01-31T12:00:00.000Z";
  run.profile = "franz";
  run.addresses.upstream = run.addresses.relay = run.addresses.dashboard = "http://secret/";
  run.in_force.settings =
      R"({"agent.objective":"secret","agent.system_prompt":"secret.txt","surface.only_windows":"[\"secret\"]",)"
      R"("model.extra":"{\"secret\":1}","proxy.runs":"/home/secret","model.temperature":0.7,)"
      R"("surface.picture":"512x288","surface.kind":"sandbox","model.name":"C:\\secret\\qwen","secret.Key":"on"})";
  run.changes = {{"2026-01-31T12:00:00.000Z", "objective: secret -> secret"}};
  run.origin = "secret";
  PageHead head;
  head.run = shown_run(run);
  head.run.seal = "secret";
  EXPECT_NE(page_head(head).find("secret.txt"), std::string::npos);
  redact(head.run);
  head.redacted = true;
  const std::string html = page_head(head);
  EXPECT_EQ(html.find("secret"), std::string::npos) << html.substr(html.find("<body"));
  for (const char* kept : {">0.7<", ">512x288<", ">sandbox<", ">qwen<", ">5f0c<", "redacted",
                           "nothing on it can be verified"})
    EXPECT_NE(html.find(kept), std::string::npos) << kept;
}

ShownTurn drawn(int turn, const std::string& call) {
  ShownTurn shown;
  shown.turn = turn;
  shown.surface = "sandbox";
  if (!call.empty()) shown.actions.push_back({Outcome::done, call, ""});
  return shown;
}

TEST(PictureRule, HidesPicturesFromTheFirstTypedTurnOn) {
  PictureRule rule;
  EXPECT_TRUE(rule.may_show(drawn(1, "")));
  EXPECT_TRUE(rule.may_show(drawn(2, "drag(1, 2, 3, 4)")));
  EXPECT_FALSE(rule.may_show(drawn(3, "type(\"x\")")));
  EXPECT_FALSE(rule.may_show(drawn(4, "")));  // the text stays on the canvas
}

TEST(PictureRule, HidesPicturesAfterAnUnknownTurn) {
  ShownTurn degraded = drawn(1, ""), desktop = drawn(1, ""), unknown = drawn(1, "");
  degraded.degraded = {"capturer: no answer in 15 s"};
  desktop.surface = "desktop";
  unknown.surface = "";
  for (const ShownTurn& turn :
       {degraded, desktop, unknown, drawn(2, ""), drawn(1, "no call at all")}) {
    PictureRule rule;
    EXPECT_FALSE(rule.may_show(turn));
  }
  PictureRule rule;
  EXPECT_TRUE(rule.may_show(drawn(1, "")));
  rule.unreadable();
  EXPECT_FALSE(rule.may_show(drawn(2, "")));
}
}  // namespace
}  // namespace franz::proxy
