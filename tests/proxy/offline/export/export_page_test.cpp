#include "proxy/offline/export/export_page.h"
#include <gtest/gtest.h>
#include <utility>
#include "common/base/json_string.h"
#include "proxy/offline/export/shown_json.h"
#include "tests/support/joined.h"

namespace franz::proxy {
namespace {
using namespace std::string_literals;

constexpr const char* kHostile = "</p></style></title><script>alert(1)</script>\" onload=\"x";

// Text between < and > that is not one of our tags would be injected markup.
void expect_harmless(const std::string& html) {
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("\" onload=\"x"), std::string::npos);
  EXPECT_EQ(html.find('\0'), std::string::npos);
}

TEST(ExportPage, ShowsHostileTextEverywhereAsText) {
  TurnRecord record;
  const std::string hostile = kHostile + "\0\xE2\x80\xAE"s;
  const std::string token = quote_json(hostile);
  record.turn = 7;
  record.time = hostile;
  record.story = record.feedback = token;
  record.detail = "{\"text\":" + token + ",\"unit\":" + token +
                  ",\"position\":1,\"expected\":" + token + ",\"got\":" + token + "}";
  record.note = hostile;
  record.executor_in = "{\"surface\":" + token + "}";
  std::string out = "{\"items\":[";
  for (const std::string outcome : {"\"done\"", "\"noted\"", "\"malformed\"", token.c_str()})
    out += joined({"{\"call\":", token, ",\"written\":", token, ",\"outcome\":", outcome,
                   ",\"why\":", token, "},"});
  out += "{\"outcome\":\"not_run\",\"written\":" + token + ",\"id\":" + token +
         ",\"note\":" + token + "}],\"answers\":[{\"id\":" + token + ",\"text\":" + token +
         "},{\"id\":\"other\",\"text\":" + quote_json("{" + token + ":" + token + "}") +
         "}],\"error\":{\"text\":" + token + "},\"warnings\":[{\"code\":" + token +
         ",\"text\":" + token + "}],\"done\":" + token + "}";
  record.executor_out = std::move(out);
  record.degraded = {hostile};
  record.response = RecordedReply{};
  record.response->text = record.response->reasoning = token;
  record.response->finish_reason = hostile;
  record.response->calls = {{token, token, "{" + token + ":" + token + "}"}, {token, token, token}};
  record.model = hostile;
  for (const Verdict verdict : {Verdict::ok, Verdict::violation, Verdict::unverifiable}) {
    ShownTurn turn = shown_turn(record);
    turn.verdict = verdict;
    const std::string html = page_turn(turn, {"", hostile, hostile}, {}, {});
    expect_harmless(html);
    EXPECT_NE(html.find("&lt;script&gt;alert(1)"), std::string::npos);
  }

  PageHead head;
  head.run.name = head.run.run = head.run.profile = head.run.model = hostile;
  head.run.started = head.run.version = head.run.origin = head.run.problem = hostile;
  head.run.settings = head.run.addresses = {{hostile, hostile}};
  head.run.changes = {{hostile, hostile}};
  head.run.result = ShownResult{hostile, 0, hostile};
  head.left_out = {hostile};
  head.entries = {{.turn = 7, .last = 7}};
  expect_harmless(page_head(head));
  expect_harmless(page_hole({.kind = PageEntry::Kind::unreadable, .turn = 7, .last = 7}, hostile));
  expect_harmless(page_foot(hostile));
}

TEST(ExportPage, AllowsNeitherScriptNorNetwork) {
  const std::string html = page_head({});
  EXPECT_NE(html.find("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "img-src data:; style-src 'unsafe-inline'"),
            std::string::npos);
  EXPECT_LT(html.find(kExportMark), 1024U);  // where run_export() searches for it
  EXPECT_LT(html.find("Content-Security-Policy"), html.find("<style>"));
  for (const char* outside : {"http://", "https://", "url(", "@import", "src=\"h"})
    EXPECT_EQ(html.find(outside), std::string::npos) << outside;
}

TEST(ExportPage, ShowsAViolationWithItsDetail) {
  TurnRecord record;
  record.turn = 3;
  record.verdict = Verdict::violation;
  record.detail =
      R"({"text":"the story differs","unit":"characters","position":17,"expected":"grey cat",)"
      R"("got":"gray cat","expected_count":812,"got_count":813})";
  record.response = RecordedReply{};
  const std::string html = page_turn(shown_turn(record), {}, {}, {});
  for (const char* part : {"the story differs", "17 (characters, from 0)", "grey cat", "gray cat",
                           "812 in the reply, 813 in the request"})
    EXPECT_NE(html.find(part), std::string::npos) << part;
}

// A request may contain no reply, and a different wording of the feedback.
TEST(ExportPage, ShowsARequestsDifferentWording) {
  TurnRecord record;
  record.turn = 3;
  record.verdict = Verdict::ok;
  record.memory.emplace();
  record.executor_out = R"({"feedback":"steps: expected a list, got 7","items":[]})";
  const std::string html = page_turn(shown_turn(record), {}, {}, {});
  EXPECT_NE(html.find("no reply was sent back to the model"), std::string::npos);
  EXPECT_NE(html.find("steps: expected a list, got 7"), std::string::npos);
  record.verdict = Verdict::unverifiable;
  EXPECT_EQ(page_turn(shown_turn(record), {}, {}, {}).find("no reply was sent back"),
            std::string::npos);
}

TEST(ExportPage, ShowsActionsWithTheirOutcome) {
  TurnRecord record;
  record.turn = 3;
  record.executor_out =
      R"j({"items":[{"call":"left_click(1, 2)","outcome":"done","why":""},)j"
      R"j({"call":"screenshot()","outcome":"noted"},{"call":"left_click(9, 9)","outcome":"done"},)j"
      R"j({"call":"left_click(3, 4)","outcome":"refused","why":"the screen changed"},)j"
      R"j({"call":null,"written":"x(","outcome":"malformed","why":"TypeError: x"},)j"
      R"j({"call":"drag(1, 2, 3, 4)","outcome":"not_run"}],)j"
      R"j("error":{"class":"TypeError","text":"TypeError: x","line":1}})j";
  record.response = RecordedReply{};
  const std::string html = page_turn(shown_turn(record), {}, {2, 4}, {});
  for (const char* part :
       {"<li><span class=\"number\">1</span><code>left_click(1, 2)</code></li>",
        "<li class=\"failed\"><span class=\"number\">!</span><code>left_click(3, 4) <span "
        "class=\"dim\">refused: the screen changed</span></code></li>",
        "<li class=\"noted\"><span class=\"number\">&#183;</span><code>screenshot()</code></li><li>"
        "<span class=\"number\">2</span><code>left_click(9, 9)</code></li>",
        "<li class=\"failed\"><span class=\"number\">!</span><code>x( <span "
        "class=\"dim\">malformed: "
        "TypeError: x</span></code></li>",
        "&#8211;</span><code>drag(1, 2, 3, 4) <span class=\"dim\">not run</span></code></li></ol>",
        "<a href=\"#turn-2\">", "<a href=\"#turn-4\">"})
    EXPECT_NE(html.find(part), std::string::npos) << part << "\n" << html;
}

// A turn shows the calls of the previous reply with their answers, and the calls of its own reply.
TEST(ExportPage, ShowsCallsWithTheirAnswers) {
  TurnRecord record;
  record.turn = 3;
  record.feedback = R"("")";
  record.executor_out =
      R"j({"items":[{"call":"left_click(1, 2)","outcome":"done","id":"a","note":"it opens"},)j"
      R"j({"call":null,"written":"press({","outcome":"malformed","why":"no JSON","id":"b"}],)j"
      R"j("answers":[{"id":"b","text":"{\"ok\":false,\"error\":{\"type\":\"invalid\"}}"},)j"
      R"j({"id":"a","text":"{\"ok\":true,\"at\":[1,2]}","picture":true},{"id":"c","text":"plain"}],)j"
      R"j("passed_over":["byte_order_mark","thoughts"]})j";
  record.response = RecordedReply{};
  record.response->text = R"("")";
  record.response->calls = {{R"("d")", R"("click")", R"("{\"label\":\"Save\"}")"},
                            {R"("e")", R"("observe")", "{}"}};
  const std::string html = page_turn(shown_turn(record), {}, {}, {});
  for (const char* part :
       {"<ol class=\"asked\"><li><b>click</b><span class=\"id\">d</span><dl "
        "class=\"given\"><dt>label</dt><dd>Save</dd></dl></li><li><b>observe</b><span "
        "class=\"id\">e</span><p class=\"said\">no arguments</p></li></ol>",
        "<code>left_click(1, 2)</code><span class=\"id\">a</span><p class=\"said\">note: it "
        "opens</p><div class=\"answer\"><dl class=\"given\"><dt>ok</dt><dd>true</dd><dt>at</dt>"
        "<dd>[1,2]</dd></dl><p class=\"said\">answered with the picture of this turn</p>",
        "malformed: no JSON</span></code><span class=\"id\">b</span><div class=\"answer\"><dl "
        "class=\"given\"><dt>ok</dt><dd>false</dd><dt>error.type</dt><dd>invalid</dd></dl>",
        "<dd>byte order mark, thoughts</dd>",
        "<span class=\"id\">c</span><div class=\"answer\"><p class=\"given\">plain</p></div>"})
    EXPECT_NE(html.find(part), std::string::npos) << part << "\n" << html;
  // Neither an empty reply nor an empty feedback: the calls and answers replace them.
  EXPECT_EQ(html.find(">empty<"), html.rfind(">empty<")) << html;  // at most the story's
  EXPECT_EQ(html.find(">Feedback"), std::string::npos) << html;
}

TEST(ExportPage, MatchesEqualIdsInOrder) {
  TurnRecord record;
  record.executor_out = R"j({"items":[{"call":"move(1, 2)","outcome":"done","id":""},)j"
                        R"j({"call":"move(3, 4)","outcome":"done","id":""}],)j"
                        R"j("answers":[{"id":"","text":"first"},{"id":"","text":"second"}]})j";
  const ShownTurn turn = shown_turn(record);
  ASSERT_EQ(turn.actions.size(), 2U);
  EXPECT_EQ(turn.actions[0].answer->text.text.text, "first");
  EXPECT_EQ(turn.actions[1].answer->text.text.text, "second");
  EXPECT_TRUE(turn.answers.empty());
}

TEST(ExportPage, ShowsTheRunsResult) {
  TurnRecord record;
  record.turn = 3;
  record.verdict = Verdict::not_applicable;
  record.finish = Finish{FinishReason::done, "saved as <list>"};
  const std::string words = "<b>Finished: done</b><span>exit code 0</span></p>";
  const std::string turn = page_turn(shown_turn(record), {}, {}, {});
  for (const std::string& part :
       {words, std::string("saved as &lt;list&gt;"), std::string("finished</span>")})
    EXPECT_NE(turn.find(part), std::string::npos) << part << "\n" << turn;
  RunFacts run;
  run.finish = record.finish;
  PageHead head;
  head.run = shown_run(run);
  EXPECT_NE(page_head(head).find(words), std::string::npos);
  head.run = shown_run(RunFacts{});
  EXPECT_EQ(page_head(head).find("Finished:"), std::string::npos);
}

TEST(ShownJsonTest, ReturnsRowsForAnObjectElseTheText) {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"a":1,"b":"x","c":[1, 2]})", "a=1 b=x c=[1,2] "},
      {R"({"e":{"t":"x","m":{"n":null}}})", "e.t=x e.m.n=null "},
      {R"({"a":{},"b":""})", "a={} b=\"\" "},
      {R"({"a":1,"a":2})", "a=2 "},
      {"{}", "| {}"},
      {"[1]", "| [1]"},
      {"{\"a\":", "| {\"a\":"},
      {"", "| "}};
  for (const auto& [json, expected] : rows) {
    const ShownJson shown = shown_json(json);
    std::string text = shown.text.text ? "| " + *shown.text.text : "";
    for (const ShownFact& field : shown.fields) text += field.name + "=" + field.value + " ";
    EXPECT_EQ(text, expected) << json;
  }
}

TEST(ExportPage, CountsTheVerdicts) {
  std::vector<PageEntry> entries(3);
  entries[0].verdict = Verdict::first;
  entries[1].verdict = entries[2].verdict = Verdict::ok;
  entries.push_back({.kind = PageEntry::Kind::gap, .turn = 4, .last = 6});
  EXPECT_EQ(verdict_summary(entries), "2 ok, 1 first");
  EXPECT_EQ(verdict_summary({}), "none");
}

TEST(ExportPage, MarksTurnsThatContinueFromAnOlderReply) {
  TurnRecord record;
  record.turn = 3;
  record.verdict = Verdict::superseded;
  record.detail = R"({"text":"it goes on from attempt 1 of turn 2; attempt 2 is newer"})";
  const std::string html = page_turn(shown_turn(record), {}, {}, {});
  EXPECT_NE(html.find("<span class=\"badge warn\">"), std::string::npos);
  EXPECT_NE(html.find("superseded"), std::string::npos);
  EXPECT_NE(html.find("attempt 2 is newer"), std::string::npos);
  PageHead head;
  head.entries = {{.turn = 3, .last = 3, .verdict = Verdict::superseded}};
  EXPECT_NE(page_head(head).find("1 turn went on from a recorded reply"), std::string::npos);
}

TEST(ExportPage, NamesTheForkedRunAndTheSeal) {
  RunFacts run;
  run.origin = "17aa";
  run.origin_at = 17;
  PageHead head;
  head.run = shown_run(run);
  head.run.seal = "c0ffee";
  EXPECT_NE(page_head(head).find("forked from 17aa after turn 17"), std::string::npos);
  EXPECT_NE(page_head(head).find("c0ffee"), std::string::npos);
}
}  // namespace
}  // namespace franz::proxy
