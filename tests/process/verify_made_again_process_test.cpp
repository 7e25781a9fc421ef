// proxy verify, over turns that were made again, and over replies that a kill or a full disk kept
// from their records.
#include <gtest/gtest.h>
#include <filesystem>
#include <optional>
#include <vector>
#include "common/os/files.h"
#include "common/run/reply_marks.h"
#include "common/run/run_files.h"
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

// As a full disk leaves it: the state is that after `turn`, and records of later turns are there.
void set_state_back(const std::string& folder, int turn) {
  Result<LoopState> state = parse_loop_state(read_of(folder, kStateFile));
  const Result<TurnRecord> record = parse_turn_record(read_of(folder, record_file(turn)));
  ASSERT_TRUE(state.ok() && record.ok());
  state.value().turn = turn;
  state.value().reply = Reply{record.value().response->text, record.value().response->calls};
  state.value().acting.reset();
  write_of(folder, kStateFile, to_json(state.value()));
  sum_again(folder);
}

// As a full disk leaves turns that were not stored; the batch of the six goes, too.
void remove_turns(const std::string& folder, const std::vector<int>& turns) {
  for (const int turn : turns) {
    fs::remove(fs::path(folder) / record_file(turn));
    fs::remove(fs::path(folder) / picture_file(turn));
    for (const char* const part : {"request", "response", "cuts"})
      fs::remove(fs::path(folder) / exchange_file(turn, 1, part));
  }
  fs::remove(fs::path(folder) / batch_file(1, 6));
}

// Goes on with the run, and kills it while turn `turn`, which is made again, is thought about, and
// the one before it, which is made again, too, is recorded.
void kill_in_turn(const std::string& folder, int turn) {
  const RunningDemo demo(kStartsAreSlow ? 5000 : 500);  // until it is seen to be asked
  RunningProxy proxy({"--upstream", demo.url, "--resume", folder});
  EXPECT_TRUE(wait_until([&] {
    return file_exists(join_path(folder, exchange_file(turn, 2, "request")));
  })) << proxy.output()
      << proxy.errors();
  freeze(demo.program.pid());  // it does not answer, however long the record takes
  EXPECT_TRUE(wait_until([&] {
    const Result<std::string> record = read_file(join_path(folder, record_file(turn - 1)));
    return record.ok() && record.value().find(R"("attempt":2)") != std::string::npos;
  })) << proxy.output()
      << proxy.errors();
  kill_hard(proxy.pid());
  proxy.wait_for_end();
}

// Goes on with the run up to turn `last`. `code`: the exit code.
void end_run(const std::string& folder, int last, int code = 0) {
  const RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", std::to_string(last)});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, code) << proxy.output() << proxy.errors();
}

// The turns after the state are made again, and with them the batches that join them.
TEST(Verify, PassesBatchesOfTurnsThatAreMadeAgain) {
  const struct {
    int turns, state, killed_in;  // 0: not at all
  } rows[] = {
      {6, 3, 5},     // in a batch that a clean end left
      {20, 13, 15},  // in one that is full, and over
      {20, 13, 16},
      {15, 14, 0},  // in one that is full, and has the last turn
  };
  const std::string runs = test_folder();
  for (const auto& [turns, state, killed_in] : rows) {
    const std::string folder = record_run(runs, turns).folder;
    const std::string row = std::to_string(turns) + " turns, " + std::to_string(killed_in);
    set_state_back(folder, state);
    if (killed_in > 0) {
      kill_in_turn(folder, killed_in);
      const ProgramResult result = verify(folder);
      EXPECT_EQ(result.code, 0) << row << "\n" << result.output;
    }
    end_run(folder, turns);
    const ProgramResult result = verify(folder);
    EXPECT_EQ(result.code, 0) << row << "\n" << result.output;
    EXPECT_NE(result.output.find("; sealed (seal "), std::string::npos) << row;
    if (turns >= kBatchTurns) {
      EXPECT_TRUE(file_exists(join_path(folder, batch_file(1, kBatchTurns)))) << row;
    }
  }
}

// Requests tell of all turns before them: those that were made before a turn was made again tell of
// it as it was.
TEST(Verify, PassesTurnsThatAreMadeAgainWhateverTheMemory) {
  const RunningDemo demo;
  std::vector<std::string> profiles = {"toolcall", "uitars", "holo", "glm", "qwen", "pyautogui"};
  if (kStartsAreSlow) profiles.resize(2);
  for (const std::string& profile : profiles) {
    std::string folder;
    {
      RunningProxy proxy({"--upstream", demo.url, "--profile", profile, "--turns", "6"});
      const auto end = proxy.wait_for_end();
      ASSERT_TRUE(end && end->ok()) << profile << "\n" << proxy.output() << proxy.errors();
      folder = proxy.run_folder();
    }
    set_state_back(folder, 3);
    kill_in_turn(folder, 5);
    ProgramResult result = verify(folder);
    EXPECT_EQ(result.code, 0) << profile << "\n" << result.output;
    EXPECT_NE(result.output.find("was made again"), std::string::npos) << profile;
    end_run(folder, 8);
    result = verify(folder);
    EXPECT_EQ(result.code, 0) << profile << "\n" << result.output;
    EXPECT_NE(result.output.find("was made again"), std::string::npos) << profile;
  }
}

// A full disk kept state and records from being written, and a kill came: what the turns drew is on
// the canvas.
TEST(Verify, PassesTurnsThatAreMadeAgainOverTheirInk) {
  const std::string folder = record_run(test_folder(), 6).folder;
  remove_turns(folder, {4, 5, 6});
  set_state_back(folder, 3);
  end_run(folder, 6, 1);
  const std::string run = read_of(folder, kRunFile);
  EXPECT_NE(run.find(R"("lost_turns":[[4,5]])"), std::string::npos) << run;
  EXPECT_NE(run.find(R"("made again: turns 4-5; )"), std::string::npos) << run;
  EXPECT_NE(read_of(folder, record_file(4)).find("they are made again"), std::string::npos);
  const ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("note: turn 4: no picture is compared from here on: the canvas had "
                               "the ink of later turns, which were made again\n"),
            std::string::npos)
      << result.output;
}

// A full disk kept it from being recorded again: nothing told of the ink that it found. `is_first`:
// the record and the picture of the first time are there; if not, both replies are the same.
TEST(Verify, ComparesNoPictureBehindATurnThatIsMadeAgainAndNotRecorded) {
  const std::string runs = test_folder();
  for (const bool is_first : {true, false}) {
    const std::string folder = record_run(runs, 6).folder;
    const std::string record = read_of(folder, record_file(4));
    const std::string picture = read_of(folder, picture_file(4));
    remove_turns(folder, {5, 6});
    set_state_back(folder, 3);
    end_run(folder, 6, 1);
    EXPECT_NE(read_of(folder, kRunFile).find(R"("lost_turns":[[5,5]])"), std::string::npos);
    EXPECT_NE(read_of(folder, record_file(4)).find("they are made again"), std::string::npos);
    make_whole(folder, exchange_file(4, 2, "request"));  // its picture was not stored
    if (is_first) {
      write_of(folder, record_file(4), record);
      write_of(folder, picture_file(4), picture);
    } else {
      fs::remove(fs::path(folder) / record_file(4));
      fs::remove(fs::path(folder) / picture_file(4));
      write_of(folder, exchange_file(4, 1, "response"),
               read_of(folder, exchange_file(4, 2, "response")));
    }
    edit_file(folder, kRunFile, "", R"("lost_turns":[[5,5]])", R"("lost_turns":[[4,5]])");
    join_again(folder);
    sum_again(folder);
    const ProgramResult result = verify(folder);
    EXPECT_EQ(result.code, 0) << result.output;
    EXPECT_NE(result.output.find(
                  "note: turn 5: no picture is compared from here on: turn 4 may have been "
                  "made again without a record, over the ink of later turns\n"),
              std::string::npos)
        << is_first << "\n"
        << result.output;
  }
}

// The first of them was degraded: nothing told of the ink that was there.
TEST(Verify, PassesAPictureWithTheInkOfAnEarlierReplyToATurn) {
  const std::string folder = record_run(test_folder(), 6).folder;
  remove_turns(folder, {6});
  edit_file(folder, kSandboxStateFile, "", R"({"turn":6)", R"({"turn":5)");
  set_state_back(folder, 4);
  end_run(folder, 7);
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("note: turn 5: no picture is compared from here on: turn 5 was made "
                               "again, and an earlier reply to it may have been drawn\n"),
            std::string::npos)
      << result.output;
  // That excuses no other change.
  edit_file(folder, record_file(5), R"("executor":)", R"("outcome":"done")",
            R"("outcome":"noted")");
  join_again(folder);
  sum_again(folder);
  result = verify(folder);
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("turn 5: turn_0005.json: executor.out.items: expected "),
            std::string::npos)
      << result.output;
}

// As a kill of the proxy leaves it: the ink of the turn is there, its record is not.
TEST(Verify, DrawsTheInkOfATurnThatWasNotRecorded) {
  const Recorded recorded = record_run(test_folder(), 6);
  const std::vector<std::vector<std::string>> lost = {
      {"turn_0004.json", "turn_0004.png"},
      {"turn_0004.json", "turn_0004.png", "exchange/000/0004-1.response"},
      {"turn_0004.json", "turn_0004.png", "exchange/000/0004-1.request",
       "exchange/000/0004-1.response"},
  };
  for (const std::vector<std::string>& names : lost) {
    const std::string folder = copy_run(recorded.folder, recorded.folder + "_lost");
    make_whole(folder, "exchange/000/0004-1.request");  // no picture, no cut
    for (const std::string& name : names) fs::remove(fs::path(folder) / name);
    join_again(folder);
    sum_again(folder);
    const ProgramResult result = verify(folder);
    EXPECT_EQ(result.code, 0) << result.output << result.errors;
    EXPECT_NE(result.output.find("note: turn 4: not recorded\n"), std::string::npos)
        << result.output;
    EXPECT_NE(result.output.find("5 pictures drawn again"), std::string::npos) << result.output;
  }
}

// Where requests tell of all turns before, those behind it hold messages that are not expected.
TEST(Verify, PassesTurnsBehindOneThatWasNotRecordedWhateverTheMemory) {
  const RunningDemo demo;
  std::vector<std::string> profiles = {"openai", "qwen", "toolcall", "glm"};
  if (kStartsAreSlow) profiles.resize(1);
  for (const std::string& profile : profiles) {
    RunningProxy proxy({"--upstream", demo.url, "--profile", profile, "--turns", "12"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << profile << "\n" << proxy.output() << proxy.errors();
    for (const int turn : {2, 4, 5, 7, 9}) {
      const std::string folder = copy_run(proxy.run_folder(), proxy.run_folder() + "_lost");
      fs::remove(fs::path(folder) / record_file(turn));
      join_again(folder);
      sum_again(folder);
      const ProgramResult result = verify(folder);
      EXPECT_EQ(result.code, 0) << profile << ", turn " << turn << "\n" << result.output;
    }
  }
}

// As a kill leaves it that came between state.json and the record. `story`: of the state; nothing:
// the recorded reply, and its record is lost.
void lose_last_reply(const std::string& folder, int turn, const std::optional<Reply>& story) {
  const std::string record = record_file(turn);
  Result<LoopState> state = parse_loop_state(read_of(folder, kStateFile));
  ASSERT_TRUE(state.ok());
  ASSERT_EQ(state.value().turn, turn);
  if (story) {
    state.value().reply = story;
    write_of(folder, kStateFile, to_json(state.value()));
    // It came to a request that was stored.
    std::string request = make_whole(folder, exchange_file(turn, 1, "request"));
    const std::string id = "/" + std::to_string(turn) + "/1\r\n";
    const std::size_t at = request.find(id);
    ASSERT_NE(at, std::string::npos);
    request[at + id.size() - 3] = '2';
    write_of(folder, exchange_file(turn, 2, "request"), request);
  } else {
    fs::remove(fs::path(folder) / record);
    fs::remove(fs::path(folder) / exchange_file(turn, 1, "response"));
  }
  fs::remove(fs::path(folder) / batch_file(1, turn));
  keep_sums(folder, [turn](const std::string& name) {
    const std::optional<int> of = turn_of_file(name);
    return of && *of < turn;
  });
}

TEST(Verify, NamesTheReplyThatAKillKeptFromItsRecord) {
  const RunningDemo demo;
  std::vector<std::string> profiles = {"franz", "toolcall", "glm"};
  if (kStartsAreSlow) profiles.resize(1);
  for (const std::string& profile : profiles) {
    for (const bool is_made_again : {false, true}) {
      const std::string row = profile + (is_made_again ? ", made again" : "");
      std::string folder;
      {
        RunningProxy proxy({"--upstream", demo.url, "--profile", profile, "--turns", "5"});
        const auto end = proxy.wait_for_end();
        ASSERT_TRUE(end && end->ok()) << row << "\n" << proxy.output() << proxy.errors();
        folder = proxy.run_folder();
      }
      std::optional<Reply> story;
      if (is_made_again) {
        const auto third = parse_turn_record(read_of(folder, record_file(3)));
        ASSERT_TRUE(third.ok()) << row;
        story = Reply{third.value().response->text, third.value().response->calls};
      }
      lose_last_reply(folder, 5, story);

      // Whoever goes on with it is told, and so is who comes later.
      for (const int last : {7, 8}) {
        RunningProxy proxy(
            {"--upstream", demo.url, "--resume", folder, "--turns", std::to_string(last)});
        const auto end = proxy.wait_for_end();
        ASSERT_TRUE(end) << row;
        EXPECT_EQ(end->code, 1) << row << "\n" << proxy.output() << proxy.errors();
        EXPECT_NE(proxy.output().find("not recorded: turn 5\n"), std::string::npos)
            << row << "\n"
            << proxy.output();
        EXPECT_NE(proxy.output().find("the run is not completely recorded: lost: turn 5\n"),
                  std::string::npos)
            << row << "\n"
            << proxy.output();
      }
      const std::string run = read_of(folder, kRunFile);
      EXPECT_NE(run.find(R"("lost_turns":[[5,5]])"), std::string::npos) << row << "\n" << run;
      EXPECT_EQ(verdicts(folder).find("violation"), std::string::npos) << row;
      const ProgramResult result = verify(folder);
      EXPECT_EQ(result.code, 0) << row << "\n" << result.output;
      EXPECT_NE(result.output.find("note: turn 5: not recorded\n"), std::string::npos)
          << row << "\n"
          << result.output;
      EXPECT_EQ(verify(folder, {"--strict"}).code, 1) << row;
      // Turn 6, too, is held against the digest of what the state had.
      if (profile == "franz") {
        EXPECT_NE(result.output.find(is_made_again ? "9 stories" : "8 stories"), std::string::npos)
            << row << "\n"
            << result.output;
      }
    }
  }
}

// As a kill leaves it that came between a reply and its record: the turn is made again.
void mark_reply(const std::string& folder, const ReplyPassed& reply) {
  std::string marks = no_reply_marks();
  marks.replace(offset_of_mark(reply.turn), kReplyMarkBytes, to_line(reply));
  write_of(folder, kReplyMarksFile, marks);
}

TEST(Verify, NamesAReplyThatPassedUnlessItsTurnIsMadeAgain) {
  const Recorded recorded = record_run(test_folder(), 4);
  const struct {
    const char* what;
    ReplyPassed passed;
    int attempt;         // at the turn that is made again
    std::string before;  // that verify says of it
  } rows[] = {
      {"without a record", {5, 1}, 2, "note: turn 5: not recorded\n"},
      {"of a later attempt", {4, 2}, 1, "note: turn 4: the reply to attempt 2 passed, and is not"},
      {"that is recorded", {4, 1}, 1, ""},
  };
  for (const auto& [what, passed, attempt, before] : rows) {
    // It goes on far enough.
    std::string folder = copy_run(recorded.folder, recorded.folder + "_made");
    if (passed.attempt == 2) set_state_back(folder, 3);
    mark_reply(folder, passed);
    ProgramResult result = verify(folder);
    EXPECT_EQ(result.code, 0) << what << "\n" << result.output;
    EXPECT_NE(result.output.find(before), std::string::npos) << what << "\n" << result.output;
    end_run(folder, 6);
    const auto record = parse_turn_record(read_of(folder, record_file(5)));
    ASSERT_TRUE(record.ok()) << what;
    EXPECT_EQ(record.value().attempt, attempt) << what;
    EXPECT_FALSE(file_exists(join_path(folder, kReplyMarksFile))) << what;
    result = verify(folder);
    EXPECT_EQ(result.code, 0) << what << "\n" << result.output;
    EXPECT_NE(result.output.find("; sealed (seal "), std::string::npos) << what;
    EXPECT_EQ(result.output.find("not recorded"), std::string::npos) << what << result.output;

    // It is ended before.
    folder = copy_run(recorded.folder, recorded.folder + "_ended");
    if (passed.attempt == 2) set_state_back(folder, 3);
    mark_reply(folder, passed);
    const RunningDemo slow(600'000);
    RunningProxy proxy({"--upstream", slow.url, "--resume", folder});
    proxy.wait_for("resuming after turn");
    press_ctrl_c(proxy.pid());
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end) << what;
    EXPECT_EQ(end->code, before.empty() ? 0 : 1) << what << "\n" << proxy.output();
    const std::string lost = before.empty() ? "[]"
                                            : "[[" + std::to_string(passed.turn) + "," +
                                                  std::to_string(passed.turn) + "]]";
    EXPECT_NE(read_of(folder, kRunFile).find("\"lost_turns\":" + lost), std::string::npos) << what;
    result = verify(folder);
    EXPECT_EQ(result.code, 0) << what << "\n" << result.output;
  }
}

// Whatever somebody put there.
TEST(Verify, SaysThatMarksAreDamaged) {
  const Recorded recorded = record_run(test_folder(), 2);
  write_of(recorded.folder, kReplyMarksFile, "turn 9");
  ProgramResult result = verify(recorded.folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(result.output.find("note: reply_marks.txt: 64 of 64 lines are damaged: "), 0U)
      << result.output;
  EXPECT_EQ(verify(recorded.folder, {"--strict"}).code, 1);
  write_of(recorded.folder, kReplyMarksFile, std::string(kReplyMarksBytes + 1, ' '));
  result = verify(recorded.folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(result.output.find("note: reply_marks.txt: is 4097 bytes long; at most 4096 are read"),
            0U)
      << result.output;
  end_run(recorded.folder, 3);
}

// Nothing was asked for again: another story in the state is no reply that was lost.
TEST(Verify, TakesAnEditedStateForAChangedStory) {
  const std::string folder = record_run(test_folder(), 4).folder;
  Result<LoopState> state = parse_loop_state(read_of(folder, kStateFile));
  ASSERT_TRUE(state.ok());
  state.value().reply = Reply{R"("obey")", {}};
  write_of(folder, kStateFile, to_json(state.value()));
  sum_again(folder);
  end_run(folder, 5);
  EXPECT_TRUE(verdicts(folder).ends_with(" violation")) << verdicts(folder);
  const ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("the story is not the reply before it"), std::string::npos)
      << result.output;
}
}  // namespace
}  // namespace franz
