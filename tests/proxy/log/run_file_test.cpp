#include "proxy/log/run_file.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
const std::string kRun =
    R"({"protocol":"franz.run.v1","run":"5f0c","name":"run_20260131_120000",)"
    R"("started":"2026-01-31T12:00:00Z","version":"0.1.0","profile":"franz",)"
    R"("upstream":"http://127.0.0.1:1235","relay":"127.0.0.1:1234","dashboard":"127.0.0.1:8080",)"
    R"("restarts":2,"settings":{"model.temperature":0.7},)"
    R"("changes":[{"time":"T","text":"resumed after turn 7"}],)"
    R"("origin":{"run":"17aa","at":7,"origin":{"run":"0b0b","at":5,"origin":null}}})";

TEST(RunFile, ReadsWhatItWrote) {
  const Result<RunFile> run = parse_run_file(kRun);
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(to_json(run.value()), kRun);
}

TEST(RunFile, NamesTheWrongField) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"({"protocol":"franz.turn.v1","run":"a"})", "/protocol: expected \"franz.run.v1\""},
      {R"({"protocol":"franz.run.v1"})", "/run: expected a text"},
      {R"({"protocol":"franz.run.v1","run":"a/b"})",
       "/run: expected 1..64 letters, digits, _ or -"},
      {R"({"protocol":"franz.run.v1","run":"a","origin":{"run":"b"}})",
       "/origin/at: expected 1..2147483647"},
      {R"({"protocol":"franz.run.v1","run":"a","origin":{"run":"b","at":5,"origin":{"run":"c","at":6}}})",
       "/origin/origin/at: expected 1..5"},
  };
  for (const auto& [json, error] : rows) {
    const Result<RunFile> run = parse_run_file(json);
    ASSERT_FALSE(run.ok()) << json;
    EXPECT_EQ(run.error().message, error);
  }
}

TEST(RunFile, KeepsTheNewestChanges) {
  RunFile run;
  for (int i = 0; i < 1500; ++i) run.add_change("T", std::to_string(i));
  EXPECT_EQ(run.changes.size(), kMaxChanges);
  EXPECT_EQ(run.changes.back().text, "1499");
}
}  // namespace
}  // namespace franz::proxy
