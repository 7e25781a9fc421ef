// Runs in their folders, read bit by bit: RecordedRun, RunLibrary, search_turns.
#include <gtest/gtest.h>
#include <atomic>
#include <filesystem>
#include "common/os/files.h"
#include "common/wire/limits.h"
#include "proxy/dashboard/recorded_run_app.h"
#include "proxy/dashboard/run_library_app.h"
#include "proxy/dashboard/turn_search_app.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
const auto kWanted = [] { return true; };

TurnRecord record(int turn, const std::string& story = "\"a story\"") {
  TurnRecord made;
  made.turn = turn;
  made.attempt = 1;
  made.time = "2026-01-31T12:00:00.000Z";
  made.verdict = turn == 1 ? "first" : "ok";
  made.story = story;
  made.response.emplace();
  made.response->text = "\"a reply\"";
  made.response->status = 200;
  return made;
}

// A folder of runs that is gone after the test.
class RecordedRuns : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    runs_ = std::string(kTestOut) + "/recorded_runs/" + test->name();
    std::filesystem::remove_all(runs_);
    make_run("run_1");
  }

  void write(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(replace_file(join_path(runs_, name), bytes, Durability::buffered).ok());
  }
  void make_run(const std::string& name) {
    ASSERT_TRUE(make_folders(join_path(runs_, name)).ok());
    RunFile run;
    run.run = "5f0c";
    run.name = name;
    write(name + "/run.json", to_json(run));
  }
  void write_turn(const TurnRecord& made, const std::string& run = "run_1") {
    write(run + "/" + record_file(made.turn), to_json(made));
  }
  std::string folder(const std::string& run = "run_1") const { return join_path(runs_, run); }

  std::string runs_;
};

int count(const std::vector<std::string>& events, const std::string& part) {
  int found = 0;
  for (const std::string& event : events) found += event.find(part) != std::string::npos ? 1 : 0;
  return found;
}

TEST_F(RecordedRuns, AreFollowedWhileTheyAreWritten) {
  write_turn(record(1));
  write_turn(record(2));
  RecordedRun run(folder());
  std::vector<std::string> events = run.refresh(kWanted);
  EXPECT_EQ(count(events, R"("type":"turn")"), 0);  // it is loaded, nobody saw it before
  EXPECT_TRUE(run.about().ok());
  EXPECT_EQ(run.view().all_rows().size(), 2U);
  EXPECT_EQ(run.refresh(kWanted), std::vector<std::string>{});

  write_turn(record(3));
  write_turn(record(5));  // turn 4 never comes
  events = run.refresh(kWanted);
  EXPECT_EQ(count(events, R"({"type":"turn","turn":3,)"), 1);
  EXPECT_EQ(count(events, R"({"type":"turn","turn":5,)"), 1);
  TurnRecord again = record(5, "\"another attempt\"");
  again.attempt = 2;
  write_turn(again);
  events = run.refresh(kWanted);
  EXPECT_EQ(count(events, R"({"type":"turn","turn":5,"attempt":2)"), 1);
  EXPECT_EQ(run.refresh(kWanted), std::vector<std::string>{});
}

TEST_F(RecordedRuns, TellACorruptRecordOnceAndShowTheRest) {
  write_turn(record(1));
  write("run_1/turn_0002.json", R"({"protocol":"franz.turn.v2","turn":2})");
  write("run_1/turn_0003.json", to_json(record(4)));
  write_turn(record(4));
  RecordedRun run(folder());
  run.refresh(kWanted);
  EXPECT_EQ(run.view().rows(1, 9).find("\"turn\":2,"), std::string::npos);
  EXPECT_EQ(run.view().all_rows().size(), 2U);
  ASSERT_EQ(run.problems().size(), 2U);
  EXPECT_TRUE(run.problems()[0].starts_with("turn_0002.json: /")) << run.problems()[0];
  EXPECT_EQ(run.problems()[1], "turn_0003.json: /turn: not the file's");
  run.refresh(kWanted);
  EXPECT_EQ(run.problems().size(), 2U);
  EXPECT_NE(run.view().log_after(0).find("not read: turn_0002.json"), std::string::npos);
  write_turn(record(2));  // mended
  EXPECT_EQ(count(run.refresh(kWanted), R"({"type":"turn","turn":2,)"), 1);
}

TEST_F(RecordedRuns, GoOnWhereALoadWasStopped) {
  for (int turn = 1; turn <= 300; ++turn) write_turn(record(turn));
  RecordedRun run(folder());
  std::atomic<int> left = 100;
  run.refresh([&left] { return left-- > 0; });
  const std::size_t before = run.view().all_rows().size();
  EXPECT_LT(before, 101U);
  for (std::size_t i = 0; i < before; ++i)
    EXPECT_EQ(run.view().all_rows().all()[i].turn, static_cast<int>(i) + 1);
  run.refresh(kWanted);
  EXPECT_EQ(run.view().all_rows().size(), 300U);
}

TEST_F(RecordedRuns, ShowTheirLogsInOrderAndWhyTheyEnded) {
  write("run_1/proxy.log",
        "2026-01-31T12:00:01.000Z info: one\n2026-01-31T12:00:03.000Z warning: three\nhalf");
  write("run_1/orchestrator.log",
        "2026-01-31T12:00:02.000Z info: two\n"
        "2026-01-31T12:00:04.000Z info: finished: whatever a log says\n");
  RunFile over;
  over.run = "5f0c";
  over.finish = Finish{FinishReason::turns, "the turn limit"};
  write("run_1/run.json", to_json(over));
  RecordedRun run(folder());
  run.refresh(kWanted);
  const std::string log = run.view().log_after(0);
  EXPECT_LT(log.find("one"), log.find("two"));
  EXPECT_LT(log.find("two"), log.find("three"));
  EXPECT_EQ(log.find("half"), std::string::npos);
  EXPECT_NE(run.view().run().find(R"("why":"the turn limit")"), std::string::npos)
      << run.view().run();
  ASSERT_TRUE(append_file(folder() + "/proxy.log", " a line\n").ok());
  EXPECT_EQ(count(run.refresh(kWanted), R"("text":"half a line")"), 1);
}

TEST_F(RecordedRuns, SayWhenThereIsNoRunFile) {
  write("run_1/run.json", "{}");
  RecordedRun run(folder());
  run.refresh(kWanted);
  ASSERT_FALSE(run.about().ok());
  EXPECT_NE(run.about().error().message.find("run.json: /protocol"), std::string::npos)
      << run.about().error().message;
}

TEST_F(RecordedRuns, AreListedWithNumbersThatStay) {
  make_run("run_3");
  write_turn(record(1), "run_3");
  TurnRecord bad = record(2);
  bad.verdict = "violation";
  write_turn(bad, "run_3");
  write("run_3/turn_0002.png", "PNG");
  write("run_3/notes.txt", "not of a run");
  ASSERT_TRUE(make_folders(join_path(runs_, "other")).ok());
  RunLibrary library(runs_, folder(), nullptr);
  std::string list = library.list(RunSummary{}, kWanted);
  EXPECT_TRUE(list.starts_with(R"([{"id":1,"name":"run_1","current":true,)")) << list;
  EXPECT_NE(list.find(R"({"id":2,"name":"run_3","current":false,"run":"5f0c",)"),
            std::string::npos);
  EXPECT_NE(list.find(R"("turns":2,"last_turn":2,)"), std::string::npos) << list;
  EXPECT_NE(list.find(R"("verdict":"violation","thumbnail":2,)"), std::string::npos) << list;
  EXPECT_EQ(list.find("other"), std::string::npos);

  make_run("run_2");  // in the middle, but numbered last
  write_turn(record(3), "run_3");
  list = library.list(RunSummary{}, kWanted);
  EXPECT_NE(list.find(R"({"id":2,"name":"run_3",)"), std::string::npos);
  EXPECT_NE(list.find(R"({"id":3,"name":"run_2",)"), std::string::npos);
  EXPECT_NE(list.find(R"("turns":3,"last_turn":3,)"), std::string::npos) << list;
  EXPECT_LT(list.find("run_2"), list.find("run_3"));

  std::filesystem::remove_all(folder("run_2"));
  EXPECT_EQ(library.list(RunSummary{}, kWanted).find("run_2"), std::string::npos);
  EXPECT_EQ(library.open(3, kWanted), nullptr);
  EXPECT_EQ(library.open(4, kWanted), nullptr);
  ASSERT_NE(library.open(2, kWanted), nullptr);
  EXPECT_EQ(library.open(2, kWanted)->view().all_rows().size(), 3U);
  EXPECT_TRUE(library.is_own(1) && library.is_own(0) && !library.is_own(2));
}

TEST_F(RecordedRuns, AListThatRanOutOfTimeSaysSoAndGoesOn) {
  make_run("run_2");
  for (int turn = 1; turn <= 5; ++turn) write_turn(record(turn), "run_2");
  RunLibrary library(runs_, folder(), nullptr);
  int left = 3;
  std::string list = library.list(std::nullopt, [&left] { return left-- > 0; });
  EXPECT_NE(list.find(R"("complete":false)"), std::string::npos) << list;
  list = library.list(std::nullopt, kWanted);
  EXPECT_EQ(list.find(R"("complete":false)"), std::string::npos) << list;
  EXPECT_NE(list.find(R"("turns":5,)"), std::string::npos) << list;
}

std::uint64_t bytes_of(const std::string& list) {
  const std::size_t at = list.find(R"("bytes":)");
  return at == std::string::npos ? 0 : std::stoull(list.substr(at + 8));
}

// Whatever comes while it is looked at by names, it is as large as all its files.
TEST_F(RecordedRuns, OurOwnIsAsLargeAsItsFilesWhileItIsMade) {
  const auto all_files = [&] {
    std::uint64_t bytes = 0;
    for (const auto& each : std::filesystem::recursive_directory_iterator(folder()))
      if (each.is_regular_file()) bytes += each.file_size();
    return bytes;
  };
  const auto make_turn = [&](int turn) {
    const std::string size(static_cast<std::size_t>(turn), '.');
    write_turn(record(turn));
    write("run_1/" + picture_file(turn), size);
    for (const char* side : {"request", "response", "cuts"}) {
      ASSERT_TRUE(make_folders(folder() + "/exchange/000").ok());
      write("run_1/" + exchange_file(turn, 1, side), size);
      if (turn % 2 == 0) write("run_1/" + exchange_file(turn, 2, side), size);
    }
    if (turn % kBatchTurns == 1 && turn > 1)
      write("run_1/" + batch_file(turn - kBatchTurns, turn - 1), size + size);
    write("run_1/proxy.log", size);
  };
  RunLibrary library(runs_, folder(), nullptr);
  RunSummary live;
  live.writing = true;
  for (int turn = 1; turn <= 12; ++turn) make_turn(turn);
  write("run_1/notes.txt", "not of a run");
  write("run_1/turns_0001_0010.json", "a shorter batch");
  for (int turn = 12; turn <= 40; ++turn) {
    make_turn(turn);
    if (turn == 16) {  // superseded
      ASSERT_TRUE(remove_file(folder() + "/turns_0001_0010.json").ok());
    }
    if (turn % 7 == 0) continue;  // nobody looks
    live.last_turn = turn;
    const std::string list = library.list(live, kWanted);
    EXPECT_EQ(bytes_of(list), all_files()) << "turn " << turn;
    EXPECT_NE(list.find("\"thumbnail\":" + std::to_string(turn)), std::string::npos) << list;
    EXPECT_NE(list.find(R"("complete":true)"), std::string::npos) << list;
  }
  write("run_1/" + exchange_file(41, 1, "request"), "under way");
  EXPECT_EQ(bytes_of(library.list(live, kWanted)), all_files());
  write("run_1/more.txt", "not of a run either");
  EXPECT_EQ(bytes_of(library.list(live, kWanted)), all_files());
  live.writing = false;  // the run is over
  EXPECT_EQ(bytes_of(library.list(live, kWanted)), all_files());
}

// However long it is: its last turn is found by few names, and turns that are nowhere near are not
// looked for one by one.
TEST_F(RecordedRuns, AreListedWithTheirLastTurnBeforeAllAreCounted) {
  make_run("run_2");
  for (const char* const below : {"/turns/001", "/turns/999999", "/exchange/001"})
    ASSERT_TRUE(make_folders(folder("run_2") + below).ok());
  for (int turn = 998; turn <= 1003; ++turn) write_turn(record(turn), "run_2");
  write("run_2/" + picture_file(1002), "PNG");
  write("run_2/" + exchange_file(1001, 1, "request"), "POST");
  RunLibrary library(runs_, folder(), nullptr);
  int left = 1;
  std::string list = library.list(std::nullopt, [&left] { return left-- > 0; });
  EXPECT_NE(list.find(R"("turns":0,"last_turn":1003,)"), std::string::npos) << list;
  EXPECT_NE(list.find(R"("thumbnail":1002,)"), std::string::npos) << list;
  EXPECT_NE(list.find(R"("complete":false)"), std::string::npos) << list;

  write_turn(record(kMaxTurn), "run_2");
  write("run_2/state.json", "{}");  // as with each turn
  int counts = 1;
  for (left = 3; !library.count_on([&left] { return left-- > 0; }); left = 3)
    ASSERT_LT(++counts, 5000);
  EXPECT_GT(counts, 2);
  list = library.list(std::nullopt, [] { return false; });
  EXPECT_NE(list.find(R"("turns":6,"last_turn":1003,)"), std::string::npos) << list;
  list = library.list(std::nullopt, kWanted);  // the last record came when nobody looked
  EXPECT_EQ(list.find(R"("complete":false)"), std::string::npos) << list;
  std::uint64_t bytes = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder("run_2")))
    if (each.is_regular_file()) bytes += each.file_size();
  EXPECT_NE(list.find("\"bytes\":" + std::to_string(bytes)), std::string::npos) << list;
}

TEST_F(RecordedRuns, OurOwnIsLookedAtBitByBit) {
  for (int turn = 1; turn <= 30; ++turn) write_turn(record(turn));
  RunLibrary library(runs_, folder(), nullptr);
  RunSummary live;
  live.writing = true;
  live.last_turn = 30;
  std::string list;
  int looks = 0;
  do {
    int left = 12;
    list = library.list(live, [&left] { return left-- > 0; });
  } while (list.find(R"("complete":false)") != std::string::npos && ++looks < 50);
  EXPECT_GT(looks, 1);
  EXPECT_LT(looks, 10);
  EXPECT_EQ(bytes_of(list), bytes_of(RunLibrary(runs_, folder(), nullptr).list(live, kWanted)));
}

TEST_F(RecordedRuns, OnlyAFewStayLoadedButThoseThatAreWatched) {
  for (int i = 2; i <= 9; ++i) make_run("run_" + std::to_string(i));
  RunLibrary library(runs_, folder(), nullptr);
  ASSERT_NE(library.open(2, kWanted), nullptr);
  library.pin(2);
  for (int id = 3; id <= 9; ++id) ASSERT_NE(library.open(id, kWanted), nullptr);
  static_cast<void>(library.take_events());
  for (int id = 2; id <= 9; ++id) write_turn(record(1), "run_" + std::to_string(id));
  library.follow(kWanted);
  const auto events = library.take_events();
  ASSERT_FALSE(events.empty());
  for (const auto& [run, event] : events) EXPECT_EQ(run, 2) << event;
  // Two of them were forgotten, so their turns are no news; nobody looks at the others.
  library.unpin(2);
  write_turn(record(2), "run_2");
  library.follow(kWanted);
  EXPECT_TRUE(library.take_events().empty());
}

TEST_F(RecordedRuns, AreSearchedWithinLimits) {
  SearchedRun run;
  run.folder = folder();
  for (int turn = 1; turn <= 20; ++turn) {
    write_turn(record(turn, turn % 5 == 0 ? "\"a Cat\"" : "\"nothing\""));
    run.rows.push_back(row_of(record(turn)));
  }
  run.recent[20] = std::make_shared<const std::string>(to_json(record(20, "\"a dog\"")));
  write("run_1/turn_0015.json", "{");
  const auto search = [&](const std::string& text, const SearchLimits& limits) {
    const SearchFound found = search_turns(parse_turn_query(text).value(), run, limits, kWanted);
    std::string turns;
    for (const TurnRow& row : found.rows) turns += std::to_string(row.turn) + " ";
    return turns + (found.searched_to ? "to " + std::to_string(*found.searched_to) : "all");
  };
  EXPECT_EQ(search("cat", {}), "5 10 all");  // 15 cannot be read, 20 is another by now
  EXPECT_EQ(search("dog", {}), "20 all");
  EXPECT_EQ(search("cat turn:6-12", {}), "10 all");
  EXPECT_EQ(search("turn:3 ", {}), "3 all");
  EXPECT_EQ(search("cat", {60'000, 1000}), "to 2");
  EXPECT_EQ(search("cat", {-1, 1U << 30U}), "to 1");
  EXPECT_EQ(search("sst:ok turn:19-", {-1, 0}), "19 20 all");  // rows cost nothing
  int left = 7;
  const SearchFound stopped =
      search_turns(parse_turn_query("cat").value(), run, {}, [&left] { return left-- > 0; });
  EXPECT_EQ(stopped.rows.size(), 1U);
}
}  // namespace
}  // namespace franz::proxy
