// Run folders that somebody prepared to hold up, or to fill, a proxy that only looks at them.
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/files.h"
#include "proxy/dashboard/recorded_run_app.h"
#include "proxy/dashboard/run_library_app.h"
#include "proxy/dashboard/turn_search_app.h"
#include "tests/support/hostile_files.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
const auto kWanted = [] { return true; };

TurnRecord record(int turn) {
  TurnRecord made;
  made.turn = turn;
  made.attempt = 1;
  made.time = "2026-01-31T12:00:00.000Z";
  made.verdict = "ok";
  made.story = "\"a story\"";
  made.response.emplace();
  made.response->text = "\"a reply\"";
  made.response->status = 200;
  return made;
}

class HostileRuns : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    runs_ = std::string(kTestOut) + "/hostile_runs/" + test->name();
    std::filesystem::remove_all(runs_);
    make_run("run_1");
  }

  void make_run(const std::string& name) {
    ASSERT_TRUE(make_folders(in(name)).ok());
    RunFile run;
    run.run = "5f0c";
    run.name = name;
    write(name + "/run.json", to_json(run));
  }
  void write(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(replace_file(in(name), bytes, Durability::buffered).ok()) << name;
  }
  std::string in(const std::string& name) const { return join_path(runs_, name); }
  // Turns 1 and 6 are sound, and what is between them is not.
  void fill(const std::string& run) {
    for (const int turn : {1, 6}) write(run + "/" + record_file(turn), to_json(record(turn)));
    int turn = 2;
    for (const auto& [what, lay] : kHostileThings) lay(in(run + "/" + record_file(turn++)));
    ASSERT_TRUE(make_folders(in(run + "/exchange/000")).ok());
    lay_link(in(run + "/exchange/000/a"), ".");
    lay_link(in(run + "/exchange/000/b"), ".");
    lay_link(in(run + "/exchange/001"), "/");
    lay_fifo(in(run + "/proxy.log"));
    lay_link(in(run + "/orchestrator.log"), "/dev/zero");
    lay_fifo(in(run + "/SHA256SUMS"));
  }
  std::string runs_;
};

TEST_F(HostileRuns, AreReadWithoutWhatIsNoFileAndNameIt) {
  fill("run_1");
  RecordedRun run(in("run_1"));
  for (int look = 0; look < 2; ++look) {
    run.refresh(kWanted);
    ASSERT_EQ(run.view().all_rows().size(), 2U);
    EXPECT_EQ(run.view().all_rows().last_turn(), 6);
    ASSERT_EQ(run.problems().size(), 6U);  // each once
  }
  for (int turn = 2; turn <= 5; ++turn) {
    const std::string& problem = run.problems()[static_cast<std::size_t>(turn) - 2];
    EXPECT_NE(problem.find(record_file(turn) + ": "), std::string::npos) << problem;
  }
  EXPECT_NE(run.problems()[3].find("14000000000000"), std::string::npos) << run.problems()[3];
  EXPECT_NE(run.problems()[4].find("proxy.log"), std::string::npos);
  EXPECT_NE(run.problems()[5].find("orchestrator.log"), std::string::npos);
  EXPECT_TRUE(run.about().ok());
}

TEST_F(HostileRuns, HaveNoAboutWhereRunJsonIsNoFile) {
  for (const auto& [what, lay] : kHostileThings) {
    lay(in("run_1/run.json"));
    RecordedRun run(in("run_1"));
    run.refresh(kWanted);
    ASSERT_FALSE(run.about().ok()) << what;
    EXPECT_NE(run.about().error().message.find("run.json"), std::string::npos) << what;
    run.refresh(kWanted);
    EXPECT_EQ(run.problems().size(), 1U) << what;
  }
}

TEST_F(HostileRuns, AreListedBesideOthers) {
  write("run_1/turn_0001.json", to_json(record(1)));
  make_run("run_2");
  fill("run_2");
  int number = 3;
  for (const auto& [what, lay] : kHostileThings) {
    const std::string name = "run_" + std::to_string(number++);
    make_run(name);
    lay(in(name + "/run.json"));
    lay(in(name + "/proxy.lock"));
    lay(in("loose_" + name));  // in a run's place
  }
  lay_link(in("here"), ".");
  RunLibrary library(runs_, in("run_1"), nullptr);
  const std::string list = library.list(std::nullopt, kWanted);
  std::size_t runs = 0;
  for (std::size_t at = list.find("\"id\":"); at != std::string::npos;
       at = list.find("\"id\":", at + 1))
    ++runs;
  EXPECT_EQ(runs, 6U) << list;
  EXPECT_NE(list.find(R"("name":"run_2")"), std::string::npos);
  EXPECT_NE(list.find(R"("turns":2,"last_turn":6,)"), std::string::npos) << list;
  // What is wrong is said once, and without the way to this machine's folders.
  EXPECT_NE(list.find(R"("problem":"turn_0005.json: is )"), std::string::npos) << list;
  EXPECT_NE(list.find(R"("problem":"run.json: is )"), std::string::npos) << list;
  EXPECT_EQ(list.find(runs_), std::string::npos) << list;
  EXPECT_NE(library.list(std::nullopt, kWanted), "[]");
}

TEST_F(HostileRuns, AreLookedAtNoLongerThanThePageWaits) {
  write("run_1/turn_0001.json", to_json(record(1)));
  RunLibrary library(runs_, in("run_1"), nullptr);
  int asked = 0;
  const std::string first = library.list(std::nullopt, [&asked] { return ++asked < 3; });
  EXPECT_NE(first.find(R"("bytes":0,)"), std::string::npos) << first;
  EXPECT_NE(first.find(R"("complete":false)"), std::string::npos) << first;
  const std::string second = library.list(std::nullopt, kWanted);
  EXPECT_EQ(second.find(R"("bytes":0,)"), std::string::npos) << second;
  EXPECT_NE(second.find(R"("turns":1,)"), std::string::npos) << second;
  EXPECT_EQ(second.find(R"("complete":false)"), std::string::npos) << second;
}

TEST_F(HostileRuns, AreSearched) {
  fill("run_1");
  SearchedRun run;
  run.folder = in("run_1");
  for (int turn = 1; turn <= 6; ++turn) {
    TurnRow row;
    row.turn = turn;
    run.rows.push_back(row);
  }
  const Result<TurnQuery> query = parse_turn_query("reply");
  ASSERT_TRUE(query.ok());
  const SearchFound found = search_turns(query.value(), run, {}, kWanted);
  ASSERT_EQ(found.rows.size(), 2U);
  EXPECT_EQ(found.rows[1].turn, 6);
}
}  // namespace
}  // namespace franz::proxy
