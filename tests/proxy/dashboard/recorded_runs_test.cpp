// Runs in their folders, read line by line: RecordedRun, RunLibrary, search_turns.
#include <gtest/gtest.h>
#include <filesystem>
#include <memory>
#include "common/os/files.h"
#include "common/run/input_stop_app.h"
#include "common/run/run_claim_app.h"
#include "proxy/dashboard/recorded_run_app.h"
#include "proxy/dashboard/run_library_app.h"
#include "proxy/dashboard/turn_search_app.h"
#include "tests/support/logged_run.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
const auto kWanted = [] { return true; };

// A folder with runs.
class RecordedRuns : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    runs_ = std::string(kTestOut) + "/recorded_runs/" + test->name();
    std::filesystem::remove_all(runs_);
    run_ = make_run("run_1");
  }
  std::unique_ptr<LoggedRun> make_run(const std::string& name) const {
    return std::make_unique<LoggedRun>(join_path(runs_, name));
  }

  std::string runs_;
  std::unique_ptr<LoggedRun> run_;  // run_1
};

int count(const std::vector<std::string>& events, const std::string& part) {
  int found = 0;
  for (const std::string& event : events) found += event.find(part) != std::string::npos ? 1 : 0;
  return found;
}

TEST_F(RecordedRuns, AreFollowedWhileTheyAreWritten) {
  run_->turns(2);
  RecordedRun run(run_->folder());
  std::vector<std::string> events = run.refresh(kWanted);
  EXPECT_EQ(count(events, R"("type":"turn")"), 0);  // loaded before there was a watcher
  EXPECT_TRUE(run.about().ok());
  EXPECT_EQ(run.view().all_rows().size(), 2U);
  EXPECT_EQ(run.refresh(kWanted), std::vector<std::string>{});

  run_->attempt(logged_record(3));
  run_->attempt(logged_record(4), "", false);
  ASSERT_TRUE(append_file(run_->in(kRunLog), "{\"seq\":").ok());  // incomplete line
  events = run.refresh(kWanted);
  EXPECT_EQ(count(events, R"({"type":"turn","turn":3,)"), 1);
  EXPECT_EQ(count(events, R"({"type":"turn","turn":4,"attempt":1)"), 1);
  EXPECT_EQ(run.refresh(kWanted), std::vector<std::string>{});
  EXPECT_EQ(run.problems(), std::vector<std::string>{});
}

TEST_F(RecordedRuns, ShowAndChangeWhetherTheInputOfTheirServerIsStopped) {
  const LoggedRun served(join_path(runs_, "run_served"), "5f0c", kMadeByServer);
  const std::string& folder = served.folder();
  const Folder in = Folder::open(folder).value();
  RecordedRun run(folder);
  run.refresh(kWanted);
  EXPECT_FALSE(run.view().takes_stop());
  {
    const Result<RunClaim> claim = RunClaim::take(folder, "mcp_server");
    ASSERT_TRUE(claim.ok());
    run.refresh(kWanted);
    EXPECT_TRUE(run.view().takes_stop());
    ASSERT_TRUE(stop_input(in, "the key").ok());
    const std::vector<std::string> stopped = run.refresh(kWanted);
    EXPECT_EQ(count(stopped, R"("loop":"paused","why":"the key")"), 1);
    EXPECT_EQ(count(stopped, R"("cause":"panic")"), 1);
    ASSERT_TRUE(resume_input(in).ok());
    EXPECT_EQ(count(run.refresh(kWanted), R"("loop":null)"), 1);
    // Anything of that name counts: a stop must not be lost.
    ASSERT_TRUE(in.make_folder(kInputStopFile).ok());
    EXPECT_EQ(count(run.refresh(kWanted), R"("cause":"panic")"), 1);
  }
  run.refresh(kWanted);
  EXPECT_FALSE(run.view().takes_stop());
}

TEST_F(RecordedRuns, ReportEachChangeThoughOnlyTheNewestAreKept) {
  for (std::size_t i = 0; i < kMaxChanges; ++i) run_->add(WarningEntry{"old"});
  RecordedRun run(run_->folder());
  run.refresh(kWanted);
  run_->add(WarningEntry{"a new one"});
  EXPECT_EQ(count(run.refresh(kWanted), "a new one"), 1);
}

TEST_F(RecordedRuns, ShowTheAttemptThatTheNextTurnContinuesFrom) {
  run_->attempt(logged_record(1), "first");
  run_->attempt(logged_record(1, 2), "second");
  run_->attempt(logged_record(1, 3), "", false);
  RecordedRun run(run_->folder());
  run.refresh(kWanted);
  EXPECT_EQ(run.view().attempt_of(1), 2) << "the newest that was delivered";
  TurnRecord next = logged_record(2);
  next.after = logged_record(1).request_id;
  next.verdict = Verdict::superseded;
  run_->attempt(next);
  const std::vector<std::string> events = run.refresh(kWanted);
  EXPECT_EQ(count(events, R"({"type":"turn","turn":1,"attempt":1)"), 1);
  EXPECT_EQ(count(events, R"("verdict":"superseded")"), 1);
  EXPECT_EQ(run.view().attempt_of(1), 1);
}

TEST_F(RecordedRuns, NeedNoRecordForTheirRows) {
  run_->turns(3);
  for (int turn = 1; turn <= 3; ++turn) run_->write(record_file(turn, 1), "{");
  RecordedRun run(run_->folder());
  run.refresh(kWanted);
  EXPECT_EQ(run.view().all_rows().size(), 3U);
}

TEST_F(RecordedRuns, AreShownUpToTheDamageOfTheirLog) {
  run_->turns(2);
  ASSERT_TRUE(append_file(run_->in(kRunLog), "{\"seq\":4}\n").ok());
  RecordedRun run(run_->folder());
  for (int look = 0; look < 2; ++look) run.refresh(kWanted);
  EXPECT_TRUE(run.about().ok());
  EXPECT_EQ(run.view().all_rows().size(), 2U);
  ASSERT_EQ(run.problems().size(), 1U);
  EXPECT_TRUE(run.problems()[0].starts_with("run.jsonl: line 4: ")) << run.problems()[0];
  EXPECT_NE(run.view().log_after(0).find("not read: run.jsonl"), std::string::npos);
}

TEST_F(RecordedRuns, ContinueWhereALoadWasStopped) {
  run_->turns(30);
  RecordedRun run(run_->folder());
  int left = 10;
  run.refresh([&left] { return left-- > 0; });
  EXPECT_EQ(run.view().all_rows().size(), 10U);
  EXPECT_EQ(count(run.refresh(kWanted), R"("type":"turn")"), 0) << "it is still being loaded";
  EXPECT_EQ(run.view().all_rows().size(), 30U);
}

TEST_F(RecordedRuns, ShowTheirLogsInOrderAndWhyTheyEnded) {
  run_->write("proxy.log",
              "2026-01-31T12:00:01.000Z info: one\n2026-01-31T12:00:03.000Z warning: three\nhalf");
  run_->write("orchestrator.log", "2026-01-31T12:00:02.000Z info: two\n");
  run_->add(SettingsEntry{2, "config.ini:14: changed", {R"({"model.name":"m"})", "{}"}});
  run_->add(LostEntry{3, 1, "", "the disk was full"});
  run_->add(EndEntry{Finish{FinishReason::turns, "the turn limit"}, {}});
  RecordedRun run(run_->folder());
  run.refresh(kWanted);
  const std::string log = run.view().log_after(0);
  EXPECT_LT(log.find("one"), log.find("two"));
  EXPECT_LT(log.find("two"), log.find("three"));
  EXPECT_EQ(log.find("half"), std::string::npos);
  for (const char* part :
       {R"("why":"the turn limit")", R"("settings":{"model.name":"m"})", R"("lost_turns":[[3,3]])",
        R"("text":"config.ini:14: changed")", R"("protocol":"franz.run.v3")", R"("origin":null)",
        R"("finished":{"reason":"turns","code":0,"text":"the turn limit"},"seal":")"})
    EXPECT_NE(run.view().run().find(part), std::string::npos) << part << run.view().run();
  ASSERT_TRUE(append_file(run_->in("proxy.log"), " a line\n").ok());
  EXPECT_EQ(count(run.refresh(kWanted), R"("text":"half a line")"), 1);
}

TEST_F(RecordedRuns, ReportThatThereIsNoReadableLog) {
  run_->write(kRunLog, "{}\n");
  RecordedRun damaged(run_->folder());
  damaged.refresh(kWanted);
  EXPECT_NE(damaged.about().error().message.find("run.jsonl: line 1: "), std::string::npos);
  ASSERT_TRUE(remove_file(run_->in(kRunLog)).ok());
  run_->write(kOldRunFile, "{}");
  RecordedRun old(run_->folder());
  old.refresh(kWanted);
  EXPECT_EQ(old.about().error().code, ErrorCode::failed);
  EXPECT_NE(old.about().error().message.find("franz.run.v2"), std::string::npos);
}

TEST_F(RecordedRuns, HaveATitleAndTagsOutsideTheirFolder) {
  RunLibrary library(runs_, run_->folder(), nullptr);
  EXPECT_NE(library.list(RunSummary{}, kWanted).find(R"("title":null,"tags":[])"),
            std::string::npos);
  ASSERT_TRUE(library.label(1, {"the first cat", {"cat", "slow"}}).ok());
  const std::string labelled = R"("title":"the first cat","tags":["cat","slow"])";
  EXPECT_NE(library.list(RunSummary{}, kWanted).find(labelled), std::string::npos);
  EXPECT_NE(RunLibrary(runs_, run_->folder(), nullptr).list({}, kWanted).find(labelled),
            std::string::npos);
  EXPECT_EQ(read_file(join_path(runs_, kLabelsFile)).value(),
            R"({"run_1":{"title":"the first cat","tags":["cat","slow"]}})"
            "\n");
  EXPECT_EQ(library.label(9, {}).error().code, ErrorCode::missing);
  ASSERT_TRUE(library.label(1, {}).ok());
  EXPECT_EQ(read_file(join_path(runs_, kLabelsFile)).value(), "{}\n");
  // A file that cannot be read is not overwritten.
  ASSERT_TRUE(replace_file(join_path(runs_, kLabelsFile), "x", Durability::buffered).ok());
  EXPECT_FALSE(library.label(1, {"y", {}}).ok());
  EXPECT_NE(library.list(RunSummary{}, kWanted).find("labels.json: "), std::string::npos);
}

TEST_F(RecordedRuns, AreListedWithStableNumbers) {
  const auto run_3 = make_run("run_3");
  run_3->attempt(logged_record(1));
  TurnRecord bad = logged_record(2);
  bad.verdict = Verdict::violation;
  run_3->attempt(bad, "PNG");
  ASSERT_TRUE(make_folders(join_path(runs_, "other")).ok());
  RunLibrary library(runs_, run_->folder(), nullptr);
  std::string list = library.list(RunSummary{}, kWanted);
  EXPECT_TRUE(list.starts_with(R"([{"id":1,"name":"run_1","title":null,"tags":[],"current":true,)"))
      << list;
  EXPECT_NE(
      list.find(R"({"id":2,"name":"run_3","title":null,"tags":[],"current":false,"run":"5f0c",)"),
      std::string::npos);
  EXPECT_NE(list.find(R"("turns":2,"last_turn":2,)"), std::string::npos) << list;
  EXPECT_NE(list.find(R"("verdict":"violation","thumbnail":2,)"), std::string::npos) << list;
  EXPECT_EQ(list.find("other"), std::string::npos);

  const auto run_2 = make_run("run_2");  // in the middle by name, but numbered last
  run_3->attempt(logged_record(3));
  list = library.list(RunSummary{}, kWanted);
  EXPECT_NE(list.find(R"({"id":2,"name":"run_3",)"), std::string::npos);
  EXPECT_NE(list.find(R"({"id":3,"name":"run_2",)"), std::string::npos);
  EXPECT_NE(list.find(R"("turns":3,"last_turn":3,)"), std::string::npos) << list;
  EXPECT_LT(list.find("run_2"), list.find("run_3"));

  std::filesystem::remove_all(run_2->folder());
  EXPECT_EQ(library.list(RunSummary{}, kWanted).find("run_2"), std::string::npos);
  EXPECT_EQ(library.open(3, kWanted), nullptr);
  EXPECT_EQ(library.open(4, kWanted), nullptr);
  ASSERT_NE(library.open(2, kWanted), nullptr);
  EXPECT_EQ(library.open(2, kWanted)->view().all_rows().size(), 3U);
  EXPECT_TRUE(library.is_own(1) && library.is_own(0) && !library.is_own(2));
}

TEST_F(RecordedRuns, AnIncompleteListIsMarkedAndCompletedLater) {
  const auto run_2 = make_run("run_2");
  run_2->turns(20);
  RunLibrary library(runs_, run_->folder(), nullptr);
  int left = 3;
  std::string list = library.list(std::nullopt, [&left] { return left-- > 0; });
  EXPECT_NE(list.find(R"("complete":false)"), std::string::npos) << list;
  int reads = 1;
  for (left = 8; !library.read_on([&left] { return left-- > 0; }); left = 8) ASSERT_LT(++reads, 9);
  EXPECT_GT(reads, 1);
  list = library.list(std::nullopt, kWanted);
  EXPECT_EQ(list.find(R"("complete":false)"), std::string::npos) << list;
  EXPECT_NE(list.find(R"("turns":20,)"), std::string::npos) << list;
}

// Whatever is added during the run, its size is that of all its files.
TEST_F(RecordedRuns, AreAsLargeAsTheirFiles) {
  const auto all_files = [&] {
    std::uint64_t bytes = 0;
    for (const auto& each : std::filesystem::recursive_directory_iterator(run_->folder()))
      if (each.is_regular_file()) bytes += each.file_size();
    return bytes;
  };
  RunLibrary library(runs_, run_->folder(), nullptr);
  for (int turn = 1; turn <= 40; ++turn) {
    const std::string size(static_cast<std::size_t>(turn), '.');
    run_->attempt(logged_record(turn), size);
    if (turn % 2 == 0) run_->attempt(logged_record(turn, 2));
    if (turn % kBatchTurns == 1 && turn > 1)
      run_->write(batch_file(turn - kBatchTurns, turn - 1), size + size);
    run_->write("proxy.log", size);
    run_->write("agent_run_20260131_120000.log", size);
    if (turn % 7 == 0) continue;  // no request
    const std::string list = library.list(std::nullopt, kWanted);
    EXPECT_NE(list.find("\"bytes\":" + std::to_string(all_files()) + ","), std::string::npos)
        << "turn " << turn << list;
  }
}

TEST_F(RecordedRuns, OnlyAFewStayLoadedBesidesWatchedOnes) {
  std::vector<std::unique_ptr<LoggedRun>> runs;
  for (int i = 2; i <= 9; ++i) runs.push_back(make_run("run_" + std::to_string(i)));
  RunLibrary library(runs_, run_->folder(), nullptr);
  ASSERT_NE(library.open(2, kWanted), nullptr);
  library.pin(2);
  for (int id = 3; id <= 9; ++id) ASSERT_NE(library.open(id, kWanted), nullptr);
  static_cast<void>(library.take_events());
  for (const auto& run : runs) run->attempt(logged_record(1));
  library.follow(kWanted);
  const auto events = library.take_events();
  ASSERT_FALSE(events.empty());
  for (const auto& [run, event] : events) EXPECT_EQ(run, 2) << event;
  // The others have no watchers, and an unwatched run causes no events.
  library.unpin(2);
  runs[0]->attempt(logged_record(2));
  library.follow(kWanted);
  EXPECT_TRUE(library.take_events().empty());
}

TEST_F(RecordedRuns, AreSearchedWithinLimits) {
  SearchedRun run;
  run.folder = run_->folder();
  for (int turn = 1; turn <= 20; ++turn) {
    TurnRecord record = logged_record(turn, turn == 20 ? 2 : 1);
    record.story = turn % 5 == 0 ? "\"a Cat\"" : "\"nothing\"";
    run_->attempt(record);
    run.rows.push_back(row_of(record));
  }
  run_->write(record_file(15, 1), "{");
  const auto search = [&](const std::string& text, const SearchLimits& limits) {
    const SearchFound found = search_turns(parse_turn_query(text).value(), run, limits, kWanted);
    std::string turns;
    for (const TurnRow& row : found.rows) turns += std::to_string(row.turn) + " ";
    return turns + (found.searched_to ? "to " + std::to_string(*found.searched_to) : "all");
  };
  EXPECT_EQ(search("cat", {}), "5 10 20 all");  // 15 is unreadable
  EXPECT_EQ(search("cat turn:6-12", {}), "10 all");
  EXPECT_EQ(search("turn:3 ", {}), "3 all");
  EXPECT_EQ(search("cat", {60'000, 1000}), "to 2");
  EXPECT_EQ(search("cat", {-1, 1U << 30U}), "to 1");
  EXPECT_EQ(search("sst:ok turn:19-", {-1, 0}), "19 20 all");  // rows do not count
  int left = 7;
  const SearchFound stopped =
      search_turns(parse_turn_query("cat").value(), run, {}, [&left] { return left-- > 0; });
  EXPECT_EQ(stopped.rows.size(), 1U);
}
}  // namespace
}  // namespace franz::proxy
