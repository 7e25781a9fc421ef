#include "proxy/dashboard/run_summary.h"
#include <gtest/gtest.h>
#include "common/run/log_lines.h"

namespace franz::proxy {
namespace {
TurnRow row(int turn, const std::string& verdict) {
  TurnRow made;
  made.turn = turn;
  made.verdict = verdict;
  made.time = "T" + std::to_string(turn);
  return made;
}

TEST(RunSummary, TellsTheWorstVerdict) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows = {
      {{}, ""},
      {{"first"}, "ok"},
      {{"first", "ok"}, "ok"},
      {{"not_applicable", "not_applicable"}, "not_applicable"},
      {{"unwitnessed", "ok", "first"}, "unwitnessed"},
      {{"unwitnessed", "unverifiable"}, "unverifiable"},
      {{"first", "unverifiable", "ok"}, "unverifiable"},
      {{"violation", "unverifiable", "ok"}, "violation"},
      {{"ok", "violation"}, "violation"},
  };
  for (const auto& [verdicts, worst] : rows) {
    RunSummary summary;
    int turn = 0;
    for (const std::string& verdict : verdicts) add_turn(summary, row(++turn, verdict));
    EXPECT_EQ(summary.verdict, worst);
    EXPECT_EQ(summary.turns, static_cast<int>(verdicts.size()));
  }
}

TEST(RunSummary, IsWrittenAsJson) {
  RunSummary summary;
  summary.id = 3;
  summary.name = "run_x";
  EXPECT_EQ(to_json(summary),
            R"({"id":3,"name":"run_x","current":false,"run":null,"profile":null,"turns":0,)"
            R"("last_turn":0,"started":null,"last":null,"verdict":null,"thumbnail":null,)"
            R"("bytes":0,"complete":true,"writing":false})");
  add_turn(summary, row(9, "ok"));
  add_turn(summary, row(4, "ok"));
  summary.current = summary.writing = true;
  summary.run = "5f0c";
  summary.profile = "franz";
  summary.started = "T0";
  summary.thumbnail = 8;
  summary.bytes = 5'000'000'000;
  summary.complete = false;
  summary.problem = "turn_0001.json: /turn: expected 1..2147483647";
  EXPECT_EQ(to_json(summary),
            R"({"id":3,"name":"run_x","current":true,"run":"5f0c","profile":"franz","turns":2,)"
            R"("last_turn":9,"started":"T0","last":"T9","verdict":"ok","thumbnail":8,)"
            R"("bytes":5000000000,"complete":false,"writing":true,)"
            R"("problem":"turn_0001.json: /turn: expected 1..2147483647"})");
}

std::string shown(const LogLine& line) {
  return line.time + "|" + line.level + "|" + line.source + "|" + line.text;
}

TEST(LogLines, AreReadFromTheFilesOfARun) {
  const std::string time = "2026-01-31T12:00:00.250Z";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {time + " warning: no picture", time + "|warning|proxy|no picture"},
      {time + " plain words", time + "|info|proxy|plain words"},
      {time + " warning:x", time + "|info|proxy|warning:x"},
      {time + " error: a\xff", time + "|error|proxy|a\xef\xbf\xbd"},
      {"a line without a time", "|info|proxy|a line without a time"},
      {"", "|info|proxy|"},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(shown(parse_log_line(line, "proxy")), expected) << line;
}
}  // namespace
}  // namespace franz::proxy
