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
  return "end " + std::to_string(std::get<EndProxy>(command).exit_code);
}

Commanded command(ControlCommand::Kind kind, std::string text = "") {
  return {{kind, std::move(text)}};
}

struct Row {
  std::int64_t at;  // ms
  SupervisorEvent event;
  std::string state;     // after it
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
    "say no model at hand? proxy --upstream demo has one built in";

TEST(Supervisor, WaitsForTheUpstreamAndSaysWhyOnce) {
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {5, kNothing, "waiting_for_upstream", kSaysNothing},
            {1004, TimePassed{}, "waiting_for_upstream", ""},
            {1005, TimePassed{}, "waiting_for_upstream", "probe"},
            {1010, kNothing, "waiting_for_upstream", ""},
            {2010, TimePassed{}, "waiting_for_upstream", "probe"},
            {2020, kAnswers, "starting", "start"},
            {2100, OrchestratorSpoke{}, "running", ""}});
}

TEST(Supervisor, DoublesTheWaitWhileItFailsQuicklyAndForgetsAfterAMinute) {
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

TEST(Supervisor, SpreadsRepeatedWaitsByUpToATenth) {
  Backoff backoff(3000);
  backoff.started(0);
  EXPECT_EQ(backoff.crashed(10, 1), 3000);
  EXPECT_EQ(backoff.crashed(20, 1), 6600);
  EXPECT_EQ(backoff.crashed(30, 0.5), 12600);
}

TEST(Supervisor, DoesNotRestartWhatIsOver) {
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

TEST(Supervisor, AsksTheOrchestratorToStopAndEndsItWhenItDoesNot) {
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

TEST(Supervisor, GivesNotesAgainUntilATurnWithThemIsRecorded) {
  const std::string again = "say the orchestrator ended by signal 9; it is started again in 3 s";
  const std::string one = R"(send {"command":"note","text":"one"})";
  const std::string two = R"(send {"command":"note","text":"two"})";
  const std::string three = R"(send {"command":"note","text":"three"})";
  using Kind = ControlCommand::Kind;
  play({}, {{0, Begun{}, "waiting_for_upstream", "probe"},
            {0, command(Kind::note, "one"), "waiting_for_upstream", ""},
            {0, kAnswers, "starting", "start | " + one},
            {1, OrchestratorSpoke{}, "running", ""},
            {2, command(Kind::note, "two"), "running", two},
            {3, command(Kind::note, "three"), "running", three},
            {4, NoteRecorded{"one\ntwo"}, "running", ""},
            {100000, OrchestratorGone{kCrash}, "restarting", again},
            {103000, TimePassed{}, "starting", "start | " + three}});
}

TEST(Supervisor, KeepsAPauseOverARestart) {
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
            {2, command(ControlCommand::Kind::stop), "finished", ""},
            {5000, TimePassed{}, "finished", ""},
            {5001, command(ControlCommand::Kind::note, "late"), "finished", ""}});
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

TEST(Supervisor, LaunchesNothingWhenToldSo) {
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
}  // namespace
}  // namespace franz::proxy
