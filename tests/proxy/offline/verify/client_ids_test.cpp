#include "proxy/offline/verify/client_ids.h"
#include <gtest/gtest.h>
#include "tests/proxy/offline/verify/recorded_turns.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

TEST(ClientIds, AcceptsAnotherClientOnlyWhereTheRunWasResumed) {
  RecordedTurns run = record_turns(4, false);
  for (const int turn : {1, 2, 3, 4}) {
    std::string& bytes = *run.turn(turn).attempts[0].request;
    const std::string id = turn < 3 ? "aaaa/" : "bbbb/";
    const std::size_t line = bytes.find("\r\n") + 2;
    bytes.insert(line, "X-Franz-Turn: " + id + std::to_string(turn) + "/1\r\n");
  }
  const auto bad_ids = [&run](const char* change) {
    RunFile about;
    about.run = kTestRun;
    about.add_change("T", change);
    TurnCheck check(about);
    int count = 0;
    for (const RecordedTurn& files : run.turns)
      for (const Finding& finding : check_next(check, files).findings)
        if (finding.field == "X-Franz-Turn") ++count;
    return count;
  };
  EXPECT_EQ(bad_ids("resumed after turn 2"), 0);
  EXPECT_EQ(bad_ids("resumed after turn 1"), 2);
}

TEST(ClientIds, AcceptsTheIdOfTheRunThatWasForked) {
  RecordedTurns run = record_turns(4);
  const auto renamed = [&run](int turn, const std::string& id) {
    std::string& bytes = *run.turn(turn).attempts[0].request;
    bytes = replaced(bytes, "5f0c/", id + "/");
  };
  renamed(1, "aaaa");
  renamed(2, "bbbb");
  renamed(3, "bbbb");
  const auto forked = [](std::vector<RunOrigin> origins) {
    RunFile about = about_recorded_turns();
    about.origins = std::move(origins);
    return about;
  };
  EXPECT_EQ(found_in(run, forked({{"bbbb", 3}, {"aaaa", 1}})), Lines{});
  const std::string first =
      "turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected aaaa/2/1, got bbbb/2/1";
  EXPECT_EQ(found_in(run, forked({{"bbbb", 3}, {"aaaa", 2}}))[0], first);
}
}  // namespace
}  // namespace franz::proxy
