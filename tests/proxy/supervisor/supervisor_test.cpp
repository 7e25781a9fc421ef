#include "proxy/supervisor/supervisor.h"
#include <gtest/gtest.h>
#include <utility>

namespace franz::proxy {
namespace {
const ChildGone kCrash{ChildGone::Kind::killed, 9, "ended by signal 9"};
const ChildGone kDone{ChildGone::Kind::exited, 0, "ended with exit code 0"};
const ChildGone kSettings{ChildGone::Kind::exited, 2, "ended with exit code 2"};
const ChildGone kMissing{ChildGone::Kind::not_started, 0, "could not be started: no such file"};
const Probed kAnswers{{true, "http://127.0.0.1:1235 answers"}};
const Probed kNothing{{false, "nothing listens at http://127.0.0.1:1235"}};

std::string text_of(const SupervisorCommand& command) {
  if (std::holds_alternative<ProbeUpstream>(command)) return "probe";
  if (std::holds_alternative<StartOrchestrator>(command)) return "start";
  if (std::holds_alternative<KillOrchestrator>(command)) return "kill";
  if (std::holds_alternative<StartDemo>(command)) return "start demo";
  if (const auto* line = std::get_if<SendLine>(&command)) return "send " + line->line;
  if (const auto* said = std::get_if<Say>(&command)) return "say " + said->text;
  if (std::holds_alternative<StartInput>(command)) return "start input";
  if (std::holds_alternative<EndInput>(command)) return "end input";
  if (std::holds_alternative<ReleaseScreen>(command)) return "release";
  if (std::holds_alternative<EndRelease>(command)) return "end release";
  if (const auto* input = std::get_if<SendInput>(&command)) return "input " + input->line;
  if (const auto* answer = std::get_if<AnswerTakeover>(&command))
    return answer->why.empty() ? "grant " + answer->lease : "deny: " + answer->why;
  if (const auto* report = std::get_if<PersonReport>(&command))
    return "report " + std::string(report->counts ? "back" : "over") + ": " + report->text;
  return "end " + std::to_string(std::get<EndProxy>(command).exit_code);
}

Commanded command(ControlCommand::Kind kind, std::string text = "") {
  return {{kind, std::move(text)}};
}

struct Row {
  std::int64_t at;  // ms
  SupervisorEvent event;
  std::string state;     // after the event
  std::string commands;  // joined by " | "
};

void play(const SupervisorOptions& options, const std::vector<Row>& rows) {
  Supervisor supervisor(options);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string commands;
    for (const SupervisorCommand& each : supervisor.step(rows[i].event, rows[i].at, 0))
      commands += (commands.empty() ? "" : " | ") + text_of(each);
    EXPECT_EQ(name_of(supervisor.program()), rows[i].state) << "row " << i;
    EXPECT_EQ(commands, rows[i].commands) << "row " << i;
  }
}

const std::string kSaysNothing =
    "say waiting for the model: nothing listens at http://127.0.0.1:1235 | "
    "say no model server? --upstream demo uses the built-in one";

TEST(Supervisor, WaitsForTheUpstreamAndReportsTheReasonOnce) {
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {5, kNothing, "waiting_for_upstream", kSaysNothing},
            {1004, TimePassed{}, "waiting_for_upstream", ""},
            {1005, TimePassed{}, "waiting_for_upstream", "probe"},
            {1010, kNothing, "waiting_for_upstream", ""},
            {2010, TimePassed{}, "waiting_for_upstream", "probe"},
            {2020, kAnswers, "starting", "start"},
            {2100, OrchestratorSpoke{}, "running", ""}});
}

TEST(Supervisor, DoublesTheDelayAfterQuickFailuresAndResetsItAfterAMinute) {
  const std::string again = "say the orchestrator ended by signal 9; it is started again in ";
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {0, kAnswers, "starting", "start"},
            {100, OrchestratorGone{kCrash}, "restarting", again + "3 s"},
            {3099, TimePassed{}, "restarting", ""},
            {3100, TimePassed{}, "starting", "start"},
            {3200, OrchestratorSpoke{}, "running", ""},
            {3300, OrchestratorGone{kCrash}, "restarting", again + "6 s"},
            {9300, TimePassed{}, "starting", "start"},
            {9301, OrchestratorGone{kCrash}, "restarting", again + "12 s"},
            {21301, TimePassed{}, "starting", "start"},
            {21302, OrchestratorGone{kCrash}, "restarting", again + "24 s"},
            {45302, TimePassed{}, "starting", "start"},
            {45303, OrchestratorGone{kCrash}, "restarting", again + "48 s"},
            {93303, TimePassed{}, "starting", "start"},
            {93304, OrchestratorGone{kCrash}, "restarting", again + "60 s"},
            {153304, TimePassed{}, "starting", "start"},
            {213304, OrchestratorGone{kCrash}, "restarting", again + "3 s"}});
}

TEST(Supervisor, SpreadsRepeatedDelaysByUpToATenth) {
  Backoff backoff(3000);
  backoff.started(0);
  EXPECT_EQ(backoff.crashed(10, 1), 3000);
  EXPECT_EQ(backoff.crashed(20, 1), 6600);
  EXPECT_EQ(backoff.crashed(30, 0.5), 12600);
}

TEST(Supervisor, DoesNotRestartAFinishedRun) {
  SupervisorOptions turns, stay;
  turns.end_when_finished = true;
  stay.stay = true;
  struct Case {
    SupervisorOptions options;
    bool spoke;
    ChildGone end;
    std::string state, commands;
  };
  const std::string settings =
      "say the orchestrator ended with exit code 2: its settings are wrong, see the log";
  const std::string missing = "say the orchestrator could not be started: no such file";
  const std::vector<Case> cases = {
      {{}, true, kDone, "finished", "say finished; the dashboard stays until Ctrl-C"},
      {turns, true, kDone, "finished", "say finished | end 0"},
      {{}, false, kSettings, "failed", settings + " | end 2"},
      {stay, false, kSettings, "failed", settings},
      {{}, true, kSettings, "failed", settings},
      {{}, false, kMissing, "failed", missing + " | end 3"},
      {stay, false, kMissing, "failed", missing},
  };
  for (const Case& each : cases) {
    std::vector<Row> rows = {{0, Begun{}, "waiting_for_upstream", "probe"},
                             {0, kAnswers, "starting", "start"}};
    if (each.spoke) rows.push_back({1, OrchestratorSpoke{}, "running", ""});
    rows.push_back({2, OrchestratorGone{each.end}, each.state, each.commands});
    rows.push_back({99999, TimePassed{}, each.state, ""});
    play(each.options, rows);
  }
}

// For any exit: it has reported its end, and there is nothing left to do.
TEST(Supervisor, DoesNotRestartAnOrchestratorThatHasFinished) {
  const Finish limit{FinishReason::limit, "12 turns are made"};
  const ChildGone ten{ChildGone::Kind::exited, 10, "ended with exit code 10"};
  SupervisorOptions turns;
  turns.end_when_finished = true;
  for (const ChildGone& end : {ten, kCrash, kDone}) {
    play(turns, {{0, Begun{}, "waiting_for_upstream", "probe"},
                 {0, kAnswers, "starting", "start"},
                 {1, OrchestratorSpoke{}, "running", ""},
                 {2, OrchestratorFinished{limit}, "running", ""},
                 {3, OrchestratorGone{end}, "finished",
                  "say ended: 12 turns are made (exit code 10) | end 10"}});
    play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
              {0, kAnswers, "starting", "start"},
              {2, OrchestratorFinished{limit}, "starting", ""},
              {3, OrchestratorGone{end}, "finished",
               "say ended: 12 turns are made (exit code 10); the dashboard stays until Ctrl-C"},
              {9, StopAsked{}, "stopping", "end 10"}});
  }
}

TEST(Supervisor, AsksTheOrchestratorToStopThenKillsIt) {
  const std::vector<Row> start = {{0, Begun{}, "waiting_for_upstream", "probe"},
                                  {0, kAnswers, "starting", "start"},
                                  {1, OrchestratorSpoke{}, "running", ""}};
  std::vector<Row> polite = start, deaf = start;
  polite.push_back({10, StopAsked{}, "stopping", R"(send {"command":"stop"})"});
  polite.push_back({300, OrchestratorGone{kDone}, "stopping", "end 0"});
  play({}, polite);
  deaf.push_back({10, StopAsked{}, "stopping", R"(send {"command":"stop"})"});
  deaf.push_back({1309, TimePassed{}, "stopping", ""});
  deaf.push_back({1310, TimePassed{}, "stopping", "kill"});
  deaf.push_back({1320, OrchestratorGone{kCrash}, "stopping", "end 0"});
  play({}, deaf);
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {5, StopAsked{}, "stopping", "end 0"},
            {6, kAnswers, "stopping", ""}});
}

TEST(Supervisor, RepeatsNotesUntilATurnWithThemIsRecorded) {
  const std::string again = "say the orchestrator ended by signal 9; it is started again in 3 s";
  const std::string one = R"(send {"command":"note","number":1,"text":"one"})";
  const std::string two = R"(send {"command":"note","number":2,"text":"two"})";
  const std::string three = R"(send {"command":"note","number":3,"text":"three"})";
  using Kind = ControlCommand::Kind;
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {0, command(Kind::note, "one"), "waiting_for_upstream", ""},
            {0, kAnswers, "starting", "start | " + one},
            {1, OrchestratorSpoke{}, "running", ""},
            {2, command(Kind::note, "two"), "running", two},
            {3, command(Kind::note, "three"), "running", three},
            {4, NotesTaken{{1, 2}}, "running", ""},
            {100000, OrchestratorGone{kCrash}, "restarting", again},
            {103000, TimePassed{}, "starting", "start | " + three}});
}

TEST(Supervisor, KeepsAPauseAfterARestart) {
  const std::string again = "say the orchestrator ended by signal 9; it is started again in 3 s";
  const std::string pause = R"(send {"command":"pause"})";
  using Kind = ControlCommand::Kind;
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {0, kAnswers, "starting", "start"},
            {1, command(Kind::pause), "starting", pause},
            {100000, OrchestratorGone{kCrash}, "restarting", again},
            {103000, TimePassed{}, "starting", "start | " + pause},
            {103001, command(Kind::resume), "starting", R"(send {"command":"resume"})"},
            {203000, OrchestratorGone{kCrash}, "restarting", again},
            {206000, TimePassed{}, "starting", "start"}});
}

TEST(Supervisor, StopsARunThatWaits) {
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {1, kNothing, "waiting_for_upstream", kSaysNothing},
            {2, command(ControlCommand::Kind::stop), "finished",
             "say stopped; the dashboard stays until Ctrl-C"},
            {5000, TimePassed{}, "finished", ""},
            {5001, command(ControlCommand::Kind::note, "late"), "finished", ""}});
}

TEST(Supervisor, EndsTheProgramWhenARunOfTurnsIsStopped) {
  using Kind = ControlCommand::Kind;
  const std::string again = "say the orchestrator ended by signal 9; it is started again in 3 s";
  const std::string stays = "say stopped; the dashboard stays until Ctrl-C";
  SupervisorOptions turns;
  turns.end_when_finished = true;
  // If no program runs that could be asked to stop.
  for (const auto& [options, said] : {std::pair(turns, std::string("say stopped | end 0")),
                                      std::pair(SupervisorOptions{}, stays)}) {
    play(options, {{0, Begun{}, "waiting_for_upstream", "probe"},
                   {0, kAnswers, "starting", "start"},
                   {1, OrchestratorGone{kCrash}, "restarting", again},
                   {2, command(Kind::stop), "finished", said},
                   {9999, TimePassed{}, "finished", ""}});
    play(options, {{0, Begun{}, "waiting_for_upstream", "probe"},
                   {1, command(Kind::stop), "finished", said},
                   {2, kAnswers, "finished", ""}});
  }
}

TEST(Supervisor, KillsAHungOrchestratorThatTheDashboardStops) {
  using Kind = ControlCommand::Kind;
  const std::string stop = R"(send {"command":"stop"})";
  const std::string stays = "say stopped; the dashboard stays until Ctrl-C";
  const std::vector<Row> begin = {{0, Begun{}, "waiting_for_upstream", "probe"},
                                  {0, kAnswers, "starting", "start"},
                                  {1, OrchestratorSpoke{}, "running", ""},
                                  {10, command(Kind::stop), "stopping", stop}};
  const auto play_on = [&](const SupervisorOptions& options, const std::vector<Row>& rows) {
    std::vector<Row> all = begin;
    all.insert(all.end(), rows.begin(), rows.end());
    play(options, all);
  };
  SupervisorOptions turns;
  turns.end_when_finished = true;
  play_on({}, {{300, OrchestratorGone{kDone}, "finished",
                "say finished; the dashboard stays until Ctrl-C"},
               {9999, TimePassed{}, "finished", ""}});
  play_on({}, {{5009, TimePassed{}, "stopping", ""},
               {5010, TimePassed{}, "stopping", "kill"},
               {5020, OrchestratorGone{kCrash}, "finished", stays},
               {9999, TimePassed{}, "finished", ""}});
  play_on(turns, {{5010, TimePassed{}, "stopping", "kill"},
                  {5020, OrchestratorGone{kCrash}, "finished", "say stopped | end 0"}});
  // Ctrl-C meanwhile shortens the time, and does not repeat the request.
  play_on({}, {{20, StopAsked{}, "stopping", ""},
               {1320, TimePassed{}, "stopping", "kill"},
               {1330, OrchestratorGone{kCrash}, "stopping", "end 0"}});
}

TEST(Supervisor, DoesNotWaitForAnOrchestratorThatTheSystemDoesNotEnd) {
  using Kind = ControlCommand::Kind;
  const std::string stop = R"(send {"command":"stop"})";
  const std::string held = "say the orchestrator was killed and does not end: the system holds it";
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {0, kAnswers, "starting", "start"},
            {10, StopAsked{}, "stopping", stop},
            {1310, TimePassed{}, "stopping", "kill"},
            {1609, TimePassed{}, "stopping", ""},
            {1610, TimePassed{}, "stopping", held + " | end 0"},
            {1700, OrchestratorGone{kCrash}, "stopping", ""}});
  play({},
       {{0, Begun{}, "waiting_for_upstream", "probe"},
        {0, kAnswers, "starting", "start"},
        {10, command(Kind::stop), "stopping", stop},
        {5010, TimePassed{}, "stopping", "kill"},
        {8010, TimePassed{}, "finished", held + " | say stopped; the dashboard stays until Ctrl-C"},
        {9000, OrchestratorGone{kCrash}, "finished", ""},
        {9001, StopAsked{}, "stopping", "end 0"}});
}

// After a restart, a stop at the screen still applies.
TEST(Supervisor, KeepsAPanicAfterARestart) {
  using Kind = ControlCommand::Kind;
  const std::string pause = R"(send {"command":"pause"})", panic = R"(send {"command":"panic"})",
                    resume = R"(send {"command":"resume"})", step = R"(send {"command":"step"})";
  const std::string again = "say the orchestrator ended by signal 9; it is started again in 3 s";
  const auto after = [&](std::vector<Row> between, const std::string& launched) {
    std::vector<Row> rows{{0, Begun{}, "waiting_for_upstream", "probe"},
                          {0, kAnswers, "starting", "start"},
                          {1, OrchestratorSpoke{}, "running", ""}};
    rows.insert(rows.end(), between.begin(), between.end());
    rows.push_back({100000, OrchestratorGone{kCrash}, "restarting", again});
    rows.push_back({103000, TimePassed{}, "starting", launched});
    play({}, rows);
  };
  const Row button{2, command(Kind::panic), "running", panic};
  // A person's at the screen, which its bridge reports.
  const Row key{2, command(Kind::panic, "the key"), "running",
                R"(send {"command":"panic","text":"the key"})"};
  const Row halted{3, OrchestratorHalted{true}, "running", ""};
  const Row over{5, OrchestratorHalted{false}, "running", ""};
  after({button}, "start | " + pause);
  after({key}, "start | " + pause);
  after({halted}, "start | " + pause);
  after({button, halted, {4, command(Kind::resume), "running", resume}, over}, "start");
  // Resumed by the key at the screen.
  after({button, halted, over}, "start");
  after({button, halted, {4, command(Kind::step), "running", step}, over}, "start | " + pause);
}

TEST(Supervisor, KeepsAStepThatIsRequestedDuringTheLaunchDelay) {
  using Kind = ControlCommand::Kind;
  const std::string pause = R"(send {"command":"pause"})", step = R"(send {"command":"step"})";
  const std::string again = "say the orchestrator ended by signal 9; it is started again in 3 s";
  SupervisorOptions options;
  options.launch_delay_ms = 500;
  // It is paused after the step, and stays paused after a restart.
  play(options, {{0, Begun{}, "waiting_for_upstream", "probe"},
                 {0, kAnswers, "starting", ""},
                 {1, command(Kind::step), "starting", ""},
                 {500, TimePassed{}, "starting", "start | " + pause + " | " + step},
                 {100000, OrchestratorGone{kCrash}, "restarting", again},
                 {103000, TimePassed{}, "starting", "start | " + pause}});
  for (const Kind later : {Kind::pause, Kind::resume}) {
    play(options, {{0, Begun{}, "waiting_for_upstream", "probe"},
                   {0, kAnswers, "starting", ""},
                   {1, command(Kind::step), "starting", ""},
                   {2, command(later), "starting", ""},
                   {500, TimePassed{}, "starting",
                    later == Kind::pause ? "start | " + pause : std::string("start")}});
  }
}

std::string refusal_of(const Supervisor& supervisor, const ControlCommand& command) {
  const std::optional<ControlRefusal> refusal = supervisor.refusal(command);
  if (!refusal) return "taken";
  return (refusal->kind == ControlRefusal::Kind::too_many ? "too many: " : "state: ") +
         refusal->why;
}

TEST(Supervisor, ReportsWhyACommandIsRefused) {
  using Kind = ControlCommand::Kind;
  const ControlCommand pause{Kind::pause, ""}, step{Kind::step, ""}, stop{Kind::stop, ""};
  Supervisor run({}), recorder([] {
    SupervisorOptions options;
    options.launch = false;
    return options;
  }());
  for (Supervisor* each : {&run, &recorder}) each->step(Begun{}, 0, 0);
  EXPECT_EQ(refusal_of(run, pause), "taken");
  EXPECT_EQ(refusal_of(run, step), "state: the orchestrator is not running");
  for (Supervisor* each : {&run, &recorder}) each->step(kAnswers, 1, 0);
  EXPECT_EQ(refusal_of(run, step), "taken");
  for (const ControlCommand& each : {pause, step, ControlCommand{Kind::note, "hat"}})
    EXPECT_EQ(refusal_of(recorder, each), "state: there is no orchestrator: --no-launch");
  EXPECT_EQ(refusal_of(recorder, stop), "taken");
  run.step(Commanded{stop}, 2, 0);
  EXPECT_EQ(refusal_of(run, stop), "state: the run is being stopped");
  EXPECT_EQ(refusal_of(run, {Kind::panic}), "taken") << "it may still act";
  run.step(OrchestratorGone{kDone}, 3, 0);
  EXPECT_EQ(refusal_of(run, pause), "state: the run is over: finished");
}

// A model that a person chose on the page also applies after a restart.
TEST(Supervisor, SendsTheChosenModelToEachOrchestrator) {
  using Kind = ControlCommand::Kind;
  Supervisor run({});
  run.step(Begun{}, 0, 0);
  run.step(kAnswers, 1, 0);
  run.step(OrchestratorSpoke{}, 2, 0);
  const ControlCommand model{Kind::model, "qwen/qwen3-vl-8b"};
  run.step(Commanded{ControlCommand{Kind::pause}}, 3, 0);
  const auto sent = run.step(Commanded{model}, 4, 0);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(std::get<SendLine>(sent[0]).line, to_json(model));
  run.step(OrchestratorGone{{ChildGone::Kind::killed, 9, "was killed"}}, 5, 0);
  std::string started;
  for (const SupervisorCommand& command : run.step(TimePassed{}, 100'000, 0))
    if (const auto* line = std::get_if<SendLine>(&command)) started += line->line;
  EXPECT_EQ(started, to_json(model)) << "and it is not paused";
}

// Consent is valid only for the orchestrator that asked; a text for the model stays valid.
TEST(Supervisor, SendsADecisionOnlyToTheOrchestratorThatAsked) {
  using Kind = ControlCommand::Kind;
  Supervisor run({});
  run.step(Begun{}, 0, 0);
  ControlCommand approve{Kind::approve, "go on"};
  approve.turn = 7;
  approve.plan_sha256 = std::string(64, 'a');
  approve.items = std::vector{0};
  EXPECT_EQ(refusal_of(run, approve), "state: the orchestrator is not running");
  run.step(kAnswers, 1, 0);
  run.step(OrchestratorSpoke{}, 2, 0);
  const auto sent = run.step(Commanded{approve}, 3, 0);
  ASSERT_EQ(sent.size(), 1U);
  approve.number = 1;
  EXPECT_EQ(std::get<SendLine>(sent[0]).line, to_json(approve));
  run.step(OrchestratorGone{{ChildGone::Kind::killed, 9, "was killed"}}, 4, 0);
  std::string started;
  for (const SupervisorCommand& command : run.step(TimePassed{}, 100'000, 0))
    if (const auto* line = std::get_if<SendLine>(&command)) started += line->line;
  EXPECT_EQ(started, R"({"command":"note","number":1,"text":"go on"})");
}

TEST(Supervisor, LimitsTheNotesThatWaitForATurn) {
  using Kind = ControlCommand::Kind;
  const std::string full =
      "too many: 32 notes wait for a turn that takes them; there may be 32, "
      "of 65536 bytes in all";
  Supervisor hung({});
  hung.step(Begun{}, 0, 0);
  hung.step(kAnswers, 1, 0);
  const ControlCommand note{Kind::note, "hat"};
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(refusal_of(hung, note), "taken") << i;
    hung.step(Commanded{note}, 2, 0);
  }
  EXPECT_EQ(refusal_of(hung, note), full);
  EXPECT_TRUE(hung.step(Commanded{note}, 2, 0).empty());  // nothing is sent to it
  hung.step(NotesTaken{{1, 2}}, 3, 0);
  EXPECT_EQ(refusal_of(hung, note), "taken");

  Supervisor large({});
  large.step(Begun{}, 0, 0);
  const ControlCommand longest{Kind::note, std::string(kMaxNote, 'n')};
  for (int i = 0; i < 4; ++i) large.step(Commanded{longest}, 2, 0);
  EXPECT_EQ(refusal_of(large, note),
            "too many: 4 notes wait for a turn that takes them; there may be 32, of 65536 bytes "
            "in all");
}

TEST(Supervisor, NumbersNotesAfterTheRunsEarlierOnes) {
  using Kind = ControlCommand::Kind;
  SupervisorOptions resumed;
  resumed.last_note = 7;
  const std::string eight = R"(send {"command":"note","number":8,"text":"same"})";
  const std::string nine = R"(send {"command":"note","number":9,"text":"same"})";
  play(resumed, {{0, Begun{}, "waiting_for_upstream", "probe"},
                 {0, command(Kind::note, "same"), "waiting_for_upstream", ""},
                 {0, command(Kind::note, "same"), "waiting_for_upstream", ""},
                 {4, NotesTaken{{8}}, "waiting_for_upstream", ""},
                 {5, kAnswers, "starting", "start | " + nine}});
  play(resumed, {{0, Begun{}, "waiting_for_upstream", "probe"},
                 {0, command(Kind::note, "same"), "waiting_for_upstream", ""},
                 {5, kAnswers, "starting", "start | " + eight}});
}

TEST(Supervisor, ForwardsRecordedTurnsButNotAsAPersonsCommand) {
  const std::string again = "say the orchestrator ended by signal 9; it is started again in 3 s";
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {0, kAnswers, "starting", "start"},
            {1, TurnIsRecorded{7}, "starting", R"(send {"command":"recorded","turn":7})"},
            {2, command(ControlCommand::Kind::recorded), "starting", ""},
            {100000, OrchestratorGone{kCrash}, "restarting", again},
            {100001, TurnIsRecorded{7}, "restarting", ""}});
}

TEST(Supervisor, RestartsTheDemoModelByTheSameRules) {
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {10, DemoGone{kCrash}, "waiting_for_upstream",
             "say the demo model ended by signal 9; it is started again in 3 s"},
            {3010, TimePassed{}, "waiting_for_upstream", "start demo"},
            {3020, DemoGone{kMissing}, "waiting_for_upstream",
             "say the demo model could not be started: no such file; it is not started again"},
            {99999, TimePassed{}, "waiting_for_upstream", ""}});
}

TEST(Supervisor, LaunchesNothingWithNoLaunch) {
  SupervisorOptions options;
  options.launch = false;
  play(options, {{0, Begun{}, "waiting_for_upstream", "probe"}, {1, kAnswers, "running", ""}});
}

TEST(Supervisor, LaunchesAfterTheDelay) {
  SupervisorOptions options;
  options.launch_delay_ms = 500;
  play(options, {{0, Begun{}, "waiting_for_upstream", "probe"},
                 {1, kAnswers, "starting", ""},
                 {500, TimePassed{}, "starting", ""},
                 {501, TimePassed{}, "starting", "start"}});
}

// ---- A person at the screen

const std::string kTakeOver = R"(send {"command":"take_over"})";
const std::string kHandBack = R"(send {"command":"hand_back"})";
const std::string kTook = "report over: a person took the screen over on the dashboard";
const std::string kGaveBack = "report back: the person gave the screen back: ";

std::vector<Row> with_screen(std::vector<Row> more) {
  std::vector<Row> rows = {{0, Begun{}, "waiting_for_upstream", "probe"},
                           {0, kAnswers, "starting", "start"},
                           {1, OrchestratorSpoke{}, "running", ""},
                           {10, TakeOverAsked{"mine"}, "running", kTakeOver},
                           {20, OrchestratorYielded{}, "running", "start input"},
                           {30, InputReady{}, "running", kTook + " | grant mine"}};
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

SupervisorOptions private_display() {
  SupervisorOptions options;
  options.no_takeover.clear();
  return options;
}

TEST(Supervisor, APersonTakesTheScreenAndHandsItBackPaused) {
  PersonEvent click;
  click.kind = PersonEvent::Kind::button;
  click.at = {1, 2};
  click.name = "left";
  click.down = true;
  play(private_display(),
       with_screen({{40, PersonSent{"other", {click}}, "running", ""},
                    {41, PersonSent{"mine", {click}}, "running",
                     R"(input {"events":[{"type":"button","button":"left","down":true,)"
                     R"("x":1,"y":2}]})"},
                    {42, PersonSent{"mine", {}}, "running", ""},
                    {43, command(ControlCommand::Kind::resume), "running", ""},
                    {44, HandedBack{"other"}, "running", ""},
                    {50, HandedBack{"mine"}, "running", "end input"},
                    {51, PersonSent{"mine", {click}}, "running", ""},
                    {60, InputEnded{"killed"}, "running", "release"},
                    {70, ScreenReleased{}, "running",
                     kGaveBack + "handed back; 1 click, 0 keys, 0 texts | " + kHandBack},
                    {80, command(ControlCommand::Kind::resume), "running",
                     R"(send {"command":"resume"})"}}));
}

TEST(Supervisor, NothingContinuesWhileAPersonHasTheScreen) {
  Supervisor supervisor(private_display());
  for (const Row& row : with_screen({})) supervisor.step(row.event, row.at, 0);
  using Kind = ControlCommand::Kind;
  for (const Kind kind : {Kind::resume, Kind::step, Kind::model}) {
    const auto refusal = supervisor.refusal({kind, "m"});
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->why, "a person has the screen: hand the screen back first");
  }
  for (const Kind kind : {Kind::pause, Kind::panic, Kind::stop, Kind::note})
    EXPECT_FALSE(supervisor.refusal({kind, "n"})) << static_cast<int>(kind);
  EXPECT_EQ(supervisor.takeover_refusal()->why, "another page has the screen");
  EXPECT_FALSE(supervisor.input_refusal("mine"));
  EXPECT_TRUE(supervisor.input_refusal("other"));
  EXPECT_TRUE(supervisor.refusal({Kind::take_over}));
  EXPECT_TRUE(supervisor.refusal({Kind::hand_back}));
  EXPECT_EQ(Supervisor({}).takeover_refusal()->why, "this run has no screen that a page may use");
}

TEST(Supervisor, APageThatFallsSilentLosesTheScreen) {
  play(private_display(),
       with_screen({{10'029, TimePassed{}, "running", ""},
                    {10'030, TimePassed{}, "running", "end input"},
                    {10'040, InputEnded{"killed"}, "running", "release"},
                    {10'050, ScreenReleased{"a key may be down"}, "running",
                     "say a key may be down | " + kGaveBack +
                         "the page was silent for ten seconds; 0 clicks, 0 keys, 0 texts | " +
                         kHandBack}}));
}

TEST(Supervisor, APanicEndsThePersonsInputToo) {
  play(private_display(), with_screen({{40, command(ControlCommand::Kind::panic), "running",
                                        R"(end input | send {"command":"panic"})"}}));
}

// An orchestrator could act before it knows, so none is started meanwhile.
TEST(Supervisor, StartsNoOrchestratorWhileAPersonHasTheScreenAndTellsTheNext) {
  const std::string crash = "say the orchestrator ended by signal 9; it is started again in 3 s";
  play(private_display(),
       with_screen({{40, OrchestratorGone{kCrash}, "restarting", crash},
                    {3040, TimePassed{}, "starting", ""},
                    {3100, HandedBack{"mine"}, "starting", "end input"},
                    {3110, InputEnded{"killed"}, "starting", "release"},
                    {3120, ScreenReleased{}, "starting",
                     kGaveBack + "handed back; 0 clicks, 0 keys, 0 texts"},
                    {3240, TimePassed{}, "starting",
                     "start | " + kHandBack + R"( | send {"command":"pause"})"}}));
}

TEST(Supervisor, AnOrchestratorThatDiesHasYielded) {
  play(private_display(),
       {{0, Begun{}, "waiting_for_upstream", "probe"},
        {0, kAnswers, "starting", "start"},
        {1, OrchestratorSpoke{}, "running", ""},
        {10, TakeOverAsked{"mine"}, "running", kTakeOver},
        {20, OrchestratorGone{kCrash}, "restarting",
         "start input | say the orchestrator ended by signal 9; it is started again in 3 s"},
        {25, InputEnded{"no display"}, "restarting", "release"},
        {26, ScreenReleased{}, "restarting", "deny: no display"}});
}

TEST(Supervisor, ATakeoverThatWasNeverGrantedIsNoUse) {
  play(private_display(), {{0, Begun{}, "waiting_for_upstream", "probe"},
                           {0, kAnswers, "starting", "start"},
                           {1, OrchestratorSpoke{}, "running", ""},
                           {10, TakeOverAsked{"mine"}, "running", kTakeOver},
                           {5010, TimePassed{}, "running",
                            "deny: the orchestrator did not stop in time | "
                            R"(send {"command":"hand_back","used":false})"}});
}

TEST(Supervisor, AReleaseThatDoesNotAnswerIsKilled) {
  play(private_display(),
       with_screen({{40, HandedBack{"mine"}, "running", "end input"},
                    {50, InputEnded{"killed"}, "running", "release"},
                    {5049, TimePassed{}, "running", ""},
                    {5050, TimePassed{}, "running", "end release"},
                    {5060, ScreenReleased{"no answer in 5 s"}, "running",
                     "say no answer in 5 s | " + kGaveBack +
                         "handed back; 0 clicks, 0 keys, 0 texts | " + kHandBack}}));
}

TEST(Supervisor, TheEndOfTheRunEndsTheTakeover) {
  const std::string back = kGaveBack + "the run is over; 0 clicks, 0 keys, 0 texts";
  play(private_display(), with_screen({{40, OrchestratorGone{kDone}, "finished",
                                        "end input | say finished; the dashboard stays until "
                                        "Ctrl-C"},
                                       {50, InputEnded{"killed"}, "finished", "release"},
                                       {60, ScreenReleased{}, "finished", back}}));
  play(private_display(), with_screen({{40, OrchestratorGone{kSettings}, "failed",
                                        "end input | say the orchestrator ended with exit code 2: "
                                        "its settings are wrong, see the log"},
                                       {50, InputEnded{"killed"}, "failed", "release"},
                                       {60, ScreenReleased{}, "failed", back}}));
  play(private_display(), {{0, Begun{}, "waiting_for_upstream", "probe"},
                           {0, kAnswers, "starting", "start"},
                           {1, OrchestratorSpoke{}, "running", ""},
                           {10, TakeOverAsked{"mine"}, "running", kTakeOver},
                           {20, OrchestratorGone{kDone}, "finished",
                            "deny: the run is over | say finished; the dashboard stays until "
                            "Ctrl-C"}});
}

// A key at the screen does not resume a run that a person on the page paused.
TEST(Supervisor, AKeyAtTheScreenResumesNothingWhileAPersonHasTheScreen) {
  const std::string crash = "say the orchestrator ended by signal 9; it is started again in 3 s";
  play(private_display(),
       with_screen({{35, OrchestratorHalted{true}, "running", ""},
                    {36, OrchestratorHalted{false}, "running", ""},
                    {40, HandedBack{"mine"}, "running", "end input"},
                    {41, InputEnded{"killed"}, "running", "release"},
                    {42, ScreenReleased{}, "running",
                     kGaveBack + "handed back; 0 clicks, 0 keys, 0 texts | " + kHandBack},
                    {50, OrchestratorGone{kCrash}, "restarting", crash},
                    {3050, TimePassed{}, "starting",
                     "start | " + kHandBack + R"( | send {"command":"pause"})"}}));
}

TEST(Supervisor, TheEndOfTheProgramEndsTheTakeoverInTheLog) {
  play(private_display(),
       with_screen({{40, StopAsked{}, "stopping", R"(end input | send {"command":"stop"})"},
                    {50, OrchestratorGone{kDone}, "stopping",
                     kGaveBack + "the run was stopped; 0 clicks, 0 keys, 0 texts | end 0"}}));
}
}  // namespace
}  // namespace franz::proxy
