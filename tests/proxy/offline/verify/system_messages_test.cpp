#include "proxy/offline/verify/system_messages.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
const std::string kA(64, 'a'), kB(64, 'b'), kC(64, 'c');

struct Told {
  int turn;
  std::string sha256;
  std::string time = "T1";
};
struct Sent {
  int turn;
  std::string sha256;
  bool recorded = true;
  bool acted = true;
  std::string time = "T9";
};

TEST(SystemMessages, MustBeTold) {
  struct Row {
    const char* what;
    std::vector<Told> told;
    std::string text;  // of a change without a message
    std::vector<Sent> sent;
    std::string found;
    int told_from = 1;
  };
  const std::string unknown = ": run.json does not tell the system message|";
  const std::vector<Row> rows = {
      {"one message", {{1, kA}}, "", {{1, kA}, {2, kA}}, ""},
      {"a change that is told", {{1, kA}, {3, kB}}, "", {{2, kA}, {3, kB}, {4, kB}}, ""},
      {"before it is told",
       {{1, kA}, {3, kB}},
       "",
       {{2, kB}},
       "turn 2: f: sha256 of messages[0]: expected " + kA + ", got " + kB + "|"},
      {"the message before it, later",
       {{1, kA}, {3, kB}},
       "",
       {{4, kA}},
       "turn 4: f: sha256 of messages[0]: expected " + kB + ", got " + kA + "|"},
      {"both in the turn of the change: between two attempts",
       {{1, kA}, {3, kB}},
       "",
       {{3, kA}, {3, kB}},
       ""},
      {"a request that has no record, and was told of to nobody",
       {{1, kA}},
       "",
       {{2, kB, false}},
       "turn 2: a request without a record has a system message that run.json does not tell|"},
      {"turns made again from an older state",
       {{1, kA}, {5, kB}, {4, kC}},
       "",
       {{4, kC}, {5, kB}, {6, kB}, {6, kC}},
       ""},
      {"turns that were recorded before one before them was made again",
       {{1, kA, "T1"}, {4, kB, "T3"}},
       "",
       {{5, kA, true, true, "T2"}, {7, kB, true, true, "T4"}},
       ""},
      {"one of which nobody knows when, and a request that has no record",
       {{1, kA, "T1"}, {4, kB, "T3"}},
       "",
       {{6, kA, true, true, ""}, {6, kA, false, true, ""}},
       "turn 6: whether its system message was in force is not known: times do not tell what was "
       "made first|turn 6: a request without a record has a system message that run.json does not "
       "tell|"},
      {"another message than was told, before and after that",
       {{1, kA, "T1"}, {4, kB, "T3"}},
       "",
       {{5, kC, true, true, "T2"}, {5, kA, true, true, "T4"}, {6, kC, true, true, ""}},
       "turn 5: f: sha256 of messages[0]: expected " + kB + ", got " + kC +
           "|turn 5: f: sha256 of messages[0]: expected " + kB + ", got " + kA +
           "|turn 6: f: sha256 of messages[0]: expected " + kB + ", got " + kC + "|"},
      {"turns whose messages were dropped",
       {},
       "",
       {{1, kA}, {2, kA}},
       "turn 1" + unknown + "turn 2" + unknown,
       5},
      {"such turns, whose message differs",
       {},
       "",
       {{1, kA}, {2, kB}},
       "turn 1" + unknown + "turn 2" + unknown +
           "turn 2: f: messages[0]: another system message than in the turn before, and run.json "
           "tells of no change|",
       5},
      {"such turns, whose prompt was changed",
       {},
       "franz.txt: the system prompt has changed",
       {{1, kA}, {2, kB}},
       "turn 1" + unknown + "turn 2" + unknown,
       5},
      {"the first that is told, behind such turns",
       {{3, kB}},
       "resumed after turn 2",
       {{2, kA}, {3, kB}, {4, kB}},
       "turn 2" + unknown,
       3},
      {"a run whose turns are told of, and this one is not",
       {},
       "restart: ended with exit code 1",
       {{1, kA}, {2, kB}},
       "turn 1: f: messages[0]: run.json does not tell the system message|"
       "turn 2: f: messages[0]: run.json does not tell the system message|",
       1},
      {"a turn behind such turns that is not told of",
       {},
       "resumed after turn 2",
       {{2, kA}, {3, kB}},
       "turn 2" + unknown + "turn 3: f: messages[0]: run.json does not tell the system message|",
       3},
      {"a request that has no record, or nothing of the orchestrator",
       {},
       "",
       {{1, kA, false}, {2, kB, true, false}},
       "turn 1" + unknown + "turn 2" + unknown,
       1},
  };
  for (const Row& row : rows) {
    RunFile run;
    for (const Told& each : row.told)
      run.add_system_change(each.time, {each.turn, each.sha256, "c"});
    if (!row.text.empty()) run.add_change("T", row.text);
    run.told_from = row.told_from;
    SystemMessages messages(run);
    std::string found;
    for (const Sent& each : row.sent)
      for (const Finding& finding : messages.check(each.turn, "f", "messages[0]", each.sha256,
                                                   each.recorded, each.acted, each.time))
        found += to_line(finding) + "|";
    EXPECT_EQ(found, row.found) << row.what;
  }
}
}  // namespace
}  // namespace franz::proxy
