#include "proxy/dashboard/run_view.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
using Events = std::vector<std::string>;

std::shared_ptr<const std::string> bytes(const char* text) {
  return std::make_shared<const std::string>(text);
}

TurnRow row(int turn, int attempt = 1) {
  return {.turn = turn,
          .attempt = attempt,
          .time = "2026-01-31T12:00:00.000Z",
          .outcome = TurnOutcome::actions,
          .actions = 8,
          .verdict = Verdict::ok,
          .tokens = 214,
          .latency_ms = 400.5,
          .finish_reason = "stop",
          .picture = true,
          .finished = ""};
}

TurnRecorded recorded(int turn, int attempt = 1, bool is_story = true) {
  return {row(turn, attempt), is_story, bytes("{}"), nullptr, std::nullopt, ""};
}

const std::string kRow7 =
    R"({"turn":7,"attempt":1,"time":"2026-01-31T12:00:00.000Z","outcome":"actions","actions":8,)"
    R"("verdict":"ok","tokens":214,"latency_ms":400.5,"finish_reason":"stop","picture":true})";

TEST(RunView, ReportsARecordedTurnAsItsRow) {
  RunView view;
  EXPECT_EQ(view.apply(recorded(7)), Events{R"({"type":"turn",)" + kRow7.substr(1)});
  EXPECT_EQ(view.rows(1, 100), "[" + kRow7 + "]");
  EXPECT_EQ(view.rows(8, 100), "[]");
}

TEST(RunView, ReportsHowTheModelCountsVisualTokens) {
  const struct {
    const char *settings, *rule;
  } rows[] = {
      {R"({"model.name":"qwen3-vl-2b","proxy.upstream":"http://127.0.0.1:1235"})",
       R"("visual_tokens":{"factor":32,"min_pixels":65536,"max_pixels":16777216})"},
      {R"({"model.name":"UI-TARS-1.5-7B"})", R"("visual_tokens":{"factor":28,)"},
      {R"({"model.name":"qwen3-vl-2b","proxy.upstream":"demo"})", R"("visual_tokens":null)"},
      {R"({"model.name":"gpt-5.4"})", R"("visual_tokens":null)"},
      {"{}", R"("visual_tokens":null)"},
  };
  for (const auto& row : rows) {
    RunView view;
    RunFacts run;
    run.in_force.settings = row.settings;
    view.apply(RunUpdate{run, {}});
    EXPECT_NE(view.run().find(row.rule), std::string::npos) << row.settings;
  }
}

TEST(RunView, ListsTheNewestAttemptThatTheRunContinuesFrom) {
  RunView view;
  view.apply(RowsLoaded{{row(1), row(3), row(2)}});
  view.apply(recorded(2, 2));
  EXPECT_EQ(view.attempt_of(1), 1);
  EXPECT_EQ(view.attempt_of(2), 2);
  EXPECT_EQ(view.attempt_of(4), 0);
  const std::string rows = view.rows(2, 3);
  EXPECT_LT(rows.find("\"turn\":2"), rows.find("\"turn\":3"));
  EXPECT_EQ(rows.find("\"turn\":1"), std::string::npos);
  const struct {
    int attempt;
    bool is_story;
    int listed;
  } attempts[] = {{1, false, 1}, {2, false, 2}, {3, true, 3}, {4, false, 3}, {5, true, 5}};
  for (const auto& each : attempts) {
    const Events events = view.apply(recorded(4, each.attempt, each.is_story));
    EXPECT_EQ(view.attempt_of(4), each.listed) << each.attempt;
    EXPECT_NE(events[0].find("\"attempt\":" + std::to_string(each.listed)), std::string::npos);
  }
}

TEST(RunView, ShowsAnUnloggedTurnButReplacesNoLoggedOne) {
  RunView view;
  EXPECT_EQ(view.apply(TurnOpened{7, 1, bytes("so far"), nullptr}),
            Events{R"({"type":"request","turn":7,"attempt":1})"});
  ASSERT_NE(view.opened(7), nullptr);
  EXPECT_EQ(*view.opened(7)->record, "so far");
  EXPECT_EQ(view.opened(8), nullptr);
  view.apply(recorded(7));
  EXPECT_EQ(view.opened(7), nullptr);
  view.apply(TurnOpened{7, 2, bytes("again"), nullptr});
  EXPECT_EQ(view.opened(7), nullptr) << "the log has a reply";
  for (int turn = 8; turn <= 100; ++turn) view.apply(TurnOpened{turn, 1, bytes("{}"), nullptr});
  EXPECT_EQ(view.opened(90), nullptr) << "there are never many";
  EXPECT_NE(view.opened(100), nullptr);
}

TEST(RunView, SaysThatThereIsNoOrchestrator) {
  RunView view;
  EXPECT_EQ(view.apply(ProgramUpdate{"running", "", "T1", std::nullopt}).front().find("launch"),
            std::string::npos);
  const Events events = view.apply(ProgramUpdate{"running", "", "T1", std::nullopt, false});
  EXPECT_NE(events.front().find(R"("launch":false)"), std::string::npos);
  EXPECT_NE(view.connected().find(R"("launch":false)"), std::string::npos);
}

TEST(RunView, SaysWhatIsNotNoticedOnTheScreen) {
  RunView view;
  ProgramUpdate update{"running", "", "T1", std::nullopt};
  EXPECT_EQ(view.apply(update).front().find("unseen"), std::string::npos);
  update.unseen = "no person is seen";
  EXPECT_NE(view.apply(update).front().find(R"("unseen":"no person is seen")"), std::string::npos);
  EXPECT_NE(view.connected().find(R"("unseen":"no person is seen")"), std::string::npos);
}

TEST(RunView, ShowsTheLoopsReasonWhileItRuns) {
  RunView view;
  EXPECT_EQ(
      view.apply(ProgramUpdate{"running", "", "T1", std::nullopt}),
      Events{
          R"({"type":"state","program":"running","loop":null,"why":"","since":"T1",)"
          R"("until":null,"cause":null,"problem":null,"turn":0,"page_requests":0,"not_recorded":null,"lost_turns":[],"takeover":null,"approval":null})"});
  EXPECT_EQ(
      view.apply(LoopUpdate{"paused", "they moved the mouse", "T2", "T3", 7, PauseCause::takeover}),
      Events{
          R"({"type":"state","program":"running","loop":"paused",)"
          R"("why":"they moved the mouse","since":"T2","until":"T3","cause":"takeover","problem":null,"turn":7,"page_requests":0,"not_recorded":null,"lost_turns":[],"takeover":null,"approval":null})"});
  EXPECT_EQ(
      view.apply(ProgramUpdate{"restarting", "the orchestrator ended by signal 9", "T4", "T5"}),
      Events{
          R"({"type":"state","program":"restarting","loop":"paused",)"
          R"("why":"the orchestrator ended by signal 9","since":"T4","until":"T5",)"
          R"("cause":null,"problem":null,"turn":7,"page_requests":0,"not_recorded":null,"lost_turns":[],"takeover":null,"approval":null})"});
}

TEST(RunView, StartsAStreamWithTheRunAndItsState) {
  RunView view;
  RunFacts run;
  run.run = "5f0c";
  view.apply(RunUpdate{run, {}});
  view.apply(RowsLoaded{{row(6)}});
  EXPECT_EQ(
      view.connected(),
      R"({"type":"connected","run":"5f0c","last_turn":6,"replay":false,"program":"starting","loop":null,)"
      R"("why":"","since":"","until":null,"cause":null,"problem":null,"turn":0,"page_requests":0,"not_recorded":null,"lost_turns":[],"takeover":null,"approval":null})");
}

TEST(RunView, ReportsChangedSettings) {
  RunView view;
  RunFacts run;
  run.in_force.settings = R"({"model.temperature":0.2})";
  run.in_force.sources = R"({"model.temperature":"config.ini:14"})";
  EXPECT_EQ(view.apply(RunUpdate{run, {}}), Events{});
  EXPECT_EQ(view.apply(RunUpdate{run, {"config.ini:14: [model] temperature: 0.7 -> 0.2"}}),
            Events{R"({"type":"config","settings":{"model.temperature":0.2},)"
                   R"("sources":{"model.temperature":"config.ini:14"},)"
                   R"("changes":["config.ini:14: [model] temperature: 0.7 -> 0.2"]})"});
}

TEST(RunView, NumbersLogLinesAndReturnsTheNewOnes) {
  RunView view;
  EXPECT_EQ(
      view.apply(LogLine{"T1", "info", "proxy", "a"}),
      Events{R"({"type":"log","id":1,"time":"T1","level":"info","source":"proxy","text":"a"})"});
  view.apply(LogLine{"T2", "error", "orchestrator", "b"});
  EXPECT_EQ(
      view.log_after(1),
      R"({"lines":[{"id":2,"time":"T2","level":"error","source":"orchestrator","text":"b"}]})");
  for (int i = 0; i < 5000; ++i) view.apply(LogLine{"T", "info", "proxy", "x"});
  EXPECT_EQ(view.log_after(5001).find("\"id\":5001,"), std::string::npos);
  EXPECT_NE(view.log_after(0).find("\"id\":3003,"), std::string::npos);
  EXPECT_EQ(view.log_after(0).find("\"id\":3002,"), std::string::npos);
}

TEST(RunView, ReportsRowsFromAFolderLikeItsOwnTurns) {
  RunView view(RunKind::recorded);
  EXPECT_EQ(view.apply(RowsLoaded{{row(6)}}), Events{});
  EXPECT_EQ(view.apply(RowsFound{{row(7)}}), Events{R"({"type":"turn",)" + kRow7.substr(1)});
  EXPECT_EQ(view.rows(7, 7), "[" + kRow7 + "]");
  EXPECT_NE(view.run().find(R"("replay":true)"), std::string::npos);
  EXPECT_NE(RunView().run().find(R"("replay":false)"), std::string::npos);
}

TEST(RunView, CountsRequestsOfWebPages) {
  RunView view;
  view.apply(PageRequests{1});
  const Events events = view.apply(PageRequests{1});
  ASSERT_EQ(events.size(), 1U);
  EXPECT_NE(events[0].find(R"("page_requests":2)"), std::string::npos);
}

TEST(RunView, ReportsWhileTheFolderCannotBeWritten) {
  RunView view;
  EXPECT_NE(view.apply(FolderTrouble{"disk full"})[0].find(R"("not_recorded":"disk full")"),
            std::string::npos);
  EXPECT_NE(view.connected().find(R"("not_recorded":"disk full")"), std::string::npos);
  EXPECT_NE(view.apply(FolderTrouble{})[0].find(R"("not_recorded":null)"), std::string::npos);
}

TEST(RunView, DescribesTheRun) {
  RunFacts run;
  run.run = "5f0c";
  run.addresses.relay = "127.0.0.1:1234";
  run.restarts = 2;
  run.changes = {{"T", "changed"}};
  run.origin = "17aa";
  run.origin_at = 17;
  run.lost_turns.add(7);
  run.finish = Finish{FinishReason::done, "drawn"};
  RunView view;
  EXPECT_EQ(view.apply(RunUpdate{run, {}}).size(), 1U) << "a state with the lost turn";
  for (const char* part :
       {R"({"protocol":"franz.run.v3","run":"5f0c",)", R"("relay":"127.0.0.1:1234")",
        R"("restarts":2)", R"("changes":[{"time":"T","text":"changed"}])",
        R"("origin":{"run":"17aa","at":17})", R"("lost_turns":[[7,7]])",
        R"("finished":{"reason":"done","code":0,"text":"drawn"})"})
    EXPECT_NE(view.run().find(part), std::string::npos) << part << "\n" << view.run();
}

TEST(RunView, ReportsDeltas) {
  RunView view;
  EXPECT_EQ(view.apply(ReplyDelta{7, 2, "a\"b", "hm", 12}),
            Events{R"({"type":"delta","turn":7,"attempt":2,"text":"a\"b","reasoning":"hm",)"
                   R"("offset":12})"});
}

ApprovalAsked asked() {
  ApprovalAsked asked;
  asked.plan.turn = 9;
  asked.plan.items = {{0, 1, "f", "f 'a'", 1, "why", "launch", "w", ""}};
  asked.plan_sha256 = plan_digest(asked.plan);
  asked.until = "U";
  asked.picture = std::make_shared<const std::string>("PNG");
  return asked;
}

TEST(RunView, ReportsTheQuestionToTheOperatorUntilTheLoopContinues) {
  RunView view;
  const std::vector<std::string> events = view.apply(asked());
  ASSERT_EQ(events.size(), 1U);
  const std::string about =
      R"("approval":{"turn":9,"items":[{"index":0,"number":1,"call":"f","written":"f 'a'",)"
      R"("line":1,"note":"why","risk":"launch","around":"w","why":""}],)"
      R"("picture_sha256":null,"plan_sha256":")" +
      asked().plan_sha256 + R"(","until":"U"})";
  EXPECT_NE(events[0].find(about), std::string::npos) << events[0];
  EXPECT_NE(view.connected().find(about), std::string::npos) << "for a page that is loaded anew";
  ASSERT_NE(view.approval(), nullptr);
  EXPECT_EQ(*view.approval()->picture, "PNG");
  const auto over = view.apply(LoopUpdate{"acting", "", "", std::nullopt, 9});
  EXPECT_EQ(view.approval(), nullptr);
  EXPECT_NE(over.at(0).find(R"("approval":null)"), std::string::npos);
}
}  // namespace
}  // namespace franz::proxy
