// Run folders that were prepared to block, or to fill, a proxy that only displays them.
#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/files.h"
#include "proxy/dashboard/file_answer_app.h"
#include "proxy/dashboard/recorded_run_app.h"
#include "proxy/dashboard/run_library_app.h"
#include "proxy/dashboard/turn_search_app.h"
#include "tests/support/hostile_files.h"
#include "tests/support/logged_run.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
const auto kWanted = [] { return true; };

class HostileRuns : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    runs_ = std::string(kTestOut) + "/hostile_runs/" + test->name();
    std::filesystem::remove_all(runs_);
  }
  std::string in(const std::string& name) const { return join_path(runs_, name); }
  // Turns 1 and 6 have valid records; those between have none.
  LoggedRun hostile_run(const std::string& name) const {
    LoggedRun run(in(name));
    run.turns(6);
    int turn = 2;
    for (const auto& [what, lay] : kHostileThings) {
      std::filesystem::remove(run.in(record_file(turn, 1)));
      lay(run.in(record_file(turn++, 1)));
    }
    lay_fifo(run.in("proxy.log"));
    lay_link(run.in("orchestrator.log"), "/dev/zero");
    lay_fifo(run.in("SHA256SUMS"));
    return run;
  }
  std::string runs_;
};

TEST_F(HostileRuns, AreReadWithoutNonFilesWhichAreNamed) {
  hostile_run("run_1");
  RecordedRun run(in("run_1"));
  for (int look = 0; look < 2; ++look) {
    run.refresh(kWanted);
    EXPECT_EQ(run.view().all_rows().size(), 6U);
    ASSERT_EQ(run.problems().size(), 2U);  // each reported once
  }
  EXPECT_NE(run.problems()[0].find("proxy.log"), std::string::npos);
  EXPECT_NE(run.problems()[1].find("orchestrator.log"), std::string::npos);
  EXPECT_TRUE(run.about().ok());
  for (int turn = 2; turn <= 5; ++turn) {
    const FileAnswer answer =
        answer_with_file(in("run_1"), {record_file(turn, 1), "application/json"});
    EXPECT_TRUE(!answer.read && answer.answer.status == 404) << turn;
  }
}

TEST_F(HostileRuns, HaveNoTurnsIfTheLogIsNoFile) {
  for (const auto& [what, lay] : kHostileThings) {
    SetUp();
    LoggedRun made(in("run_1"));
    std::filesystem::remove(made.in(kRunLog));
    lay(made.in(kRunLog));
    RecordedRun run(in("run_1"));
    for (int look = 0; look < 2; ++look) run.refresh(kWanted);
    ASSERT_FALSE(run.about().ok()) << what;
    EXPECT_NE(run.about().error().message.find("run.jsonl"), std::string::npos) << what;
    EXPECT_EQ(run.problems().size(), 1U) << what;
  }
}

TEST_F(HostileRuns, AreListedBesideOthers) {
  LoggedRun(in("run_1")).turns(1);
  hostile_run("run_2");
  int number = 3;
  for (const auto& [what, lay] : kHostileThings) {
    const std::string name = "run_" + std::to_string(number++);
    LoggedRun run(in(name));
    std::filesystem::remove(run.in(kRunLog));
    lay(run.in(kRunLog));
    lay(run.in("proxy.lock"));
    lay(in("loose_" + name));  // instead of a run
  }
  lay_link(in("here"), ".");
  RunLibrary library(runs_, in("run_1"), nullptr);
  const std::string list = library.list(std::nullopt, kWanted);
  std::size_t runs = 0;
  for (std::size_t at = list.find("\"id\":"); at != std::string::npos;
       at = list.find("\"id\":", at + 1))
    ++runs;
  EXPECT_EQ(runs, 6U) << list;
  EXPECT_NE(list.find(R"("turns":6,"last_turn":6,)"), std::string::npos) << list;
  // Problems are reported once, without paths of this machine.
  EXPECT_NE(list.find(R"("problem":"run.jsonl: )"), std::string::npos) << list;
  EXPECT_EQ(list.find(runs_), std::string::npos) << list;
}

// A request is restored only from the files in its record.
TEST_F(HostileRuns, SendOnlyFilesOfTheRecord) {
  LoggedRun run(in("run_1"));
  const std::string whole = "POST / HTTP/1.1\r\n\r\n{\"u\":\"cGljdHVyZQ==\"}";
  TurnRecord record = logged_record(1);
  record.cuts = {whole.size(), {{whole.find("cGlj"), 12, "turn_0001.png"}}};
  run.attempt(record, "picture");
  const std::string request = exchange_file(1, 1, "request");
  run.write(request, without_cuts(whole, record.cuts));
  const auto answer = [&](const std::string& name) {
    const FileAnswer file = answer_with_file(run.folder(), {name, ""});
    if (!file.read) return std::to_string(file.answer.status) + " " + *file.answer.body;
    std::string all;
    while (all.size() < file.size) all += file.read(all.size(), 1000).value();
    return all;
  };
  EXPECT_EQ(answer(request), whole);
  run.write("turn_0001.png", "another picture");
  EXPECT_TRUE(answer(request).starts_with(R"(409 {"error":"turn_0001.png: it has 20 bytes)"))
      << answer(request);
  run.write("turn_0001.json", "{");
  EXPECT_TRUE(answer(request).starts_with(R"(409 {"error":"turn_0001.json cannot be read)"))
      << answer(request);
  // A retry may use an earlier picture of its turn that its record names.
  for (const auto& [named, found] :
       {std::pair("turn_0001.png", "another picture"), std::pair("turn_0002.png", "404")}) {
    TurnRecord again = logged_record(1, 2);
    again.picture = RecordedPicture{named, 3, std::string(64, '0'), 1, 1};
    run.write(record_file(1, 2), to_json(again));
    EXPECT_TRUE(answer(picture_file(1, 2)).starts_with(found)) << named;
  }
}

TEST_F(HostileRuns, AreSearched) {
  hostile_run("run_1");
  SearchedRun run;
  run.folder = in("run_1");
  for (int turn = 1; turn <= 6; ++turn) run.rows.push_back(row_of(logged_record(turn)));
  const Result<TurnQuery> query = parse_turn_query("reply");
  ASSERT_TRUE(query.ok());
  const SearchFound found = search_turns(query.value(), run, {}, kWanted);
  ASSERT_EQ(found.rows.size(), 2U);
  EXPECT_EQ(found.rows[1].turn, 6);
}
}  // namespace
}  // namespace franz::proxy
