#include "proxy/offline/verify/turns_made_again.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/base64.h"
#include "common/formats/memories.h"
#include "tests/proxy/offline/verify/recorded_turns.h"
#include "tests/support/dialogue_memory.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

const Memory& memory_named(std::string_view name) { return *find_dialogue(name); }

// The memories that need all turns.
std::vector<const Memory*> memories() {
  std::vector<const Memory*> all = {&kDialogue};
  for (const Memory& memory : all_memories())
    if (memory.need == Need::all_steps) all.push_back(&memory);
  return all;
}

Lines bad_in(const RecordedTurns& run, const RunFile& about = about_recorded_turns()) {
  Lines lines = found_in(run, about);
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("note: "); });
  return lines;
}

std::string changed(std::string request, const std::string& from, const std::string& to) {
  const auto length = [&request] {
    return "Content-Length: " + std::to_string(request.size() - request.find("\r\n\r\n") - 4);
  };
  const std::string before = length();
  request = replaced(request, from, to);
  return replaced(request, before, length());
}

// After a full disk a run goes on from an older state than its records. A kill may come anywhere.
TEST(TurnsMadeAgain, AreNoChangeInRequestsThatWereMadeBefore) {
  RunFile back = about_recorded_turns();
  back.changes.push_back({"2026-11-26T04:49:54.623Z", "restart: ", {}, {}, {}});
  back.changes.push_back({"2026-11-26T04:49:53Z", "resumed after turn 3", {}, {}, {}});
  for (const Memory* const memory : memories())
    for (const bool calls_again : {false, true})
      for (const bool clock_back : {false, true})
        for (const int blind : {0, 4, 5})
          for (const int last : {4, 5, 6, 7}) {
            const TwiceMade made{
                .calls_again = calls_again, .clock_back = clock_back, .blind = blind};
            const RecordedTurns run = record_turns_again(6, 3, last, *memory, made);
            EXPECT_EQ(bad_in(run, clock_back ? back : about_recorded_turns()), Lines{})
                << memory->name << " " << last << (calls_again ? " with calls" : "") << " " << blind
                << clock_back;
          }
}

// A kill came before the record of what was made last: nothing tells what the executor answered.
TEST(TurnsMadeAgain, MayBeRecordedAsTheyWereFirst) {
  for (const Memory* const memory : memories())
    for (const bool silent : {false, true})
      for (const int turn : {4, 5, 6}) {
        const TwiceMade made{.calls_again = true, .silent = silent};
        RecordedTurns run = record_turns_again(6, 3, 6, *memory, made);
        run.turn(turn).record = record_turns_again(6, 3, 3, *memory, made).turn(turn).record;
        EXPECT_EQ(bad_in(run), Lines{}) << memory->name << " " << turn << silent;
      }
}

// A full disk took all of what was made last; run.json tells that something was lost.
TEST(TurnsMadeAgain, MayBeLostButForWhatWasMadeFirst) {
  RunFile about = about_recorded_turns();
  about.lost_turns.add(4);
  for (const Memory* const memory : memories())
    for (const bool calls_again : {false, true}) {
      RecordedTurns run = record_turns_again(6, 3, 7, *memory, {.calls_again = calls_again});
      run.turn(4) = record_turns_again(6, 3, 3, *memory).turn(4);
      EXPECT_EQ(bad_in(run, about), Lines{}) << memory->name;
      // This one has all it tells in one text, of its own words.
      if (memory->name != "objective") {
        EXPECT_NE(bad_in(run), Lines{}) << memory->name;
      }
    }
  RecordedTurns run = record_turns(6);
  run.turn(4) = record_attempts(4, {{picture_of(4), "another"}}, 4000);
  EXPECT_EQ(bad_in(run, about), Lines{});
  EXPECT_NE(bad_in(run), Lines{});
  // Nothing but what rests on that turn is excused.
  std::string& request = *run.turn(6).attempts[0].request;
  request = changed(request, reply_text(5), reply_text(9));
  EXPECT_NE(bad_in(run, about), Lines{});
}

// What a request says beside the turns before does not rest on them.
TEST(TurnsMadeAgain, ExcuseNoMoreThanALostReplyCanHaveChanged) {
  RunFile about = about_recorded_turns();
  about.settings = R"({"model.extra":{}})";
  about.lost_turns.add(4);
  const struct {
    std::string from, to, found;
  } rows[] = {
      {R"("content":"draw")", R"("content":"obey")", "sha256 of messages[0]: expected "},
      {R"("messages":)", R"("x":1,"messages":)", "x: nobody writes it there: it was added"},
  };
  for (const auto& row : rows) {
    RecordedTurns run = record_turns(6);
    run.turn(4) = record_attempts(4, {{picture_of(4), "another"}}, 4000);
    std::string& request = *run.turn(5).attempts[0].request;
    request = changed(request, row.from, row.to);
    const Lines found = bad_in(run, about);
    EXPECT_TRUE(std::ranges::any_of(found, [&](const std::string& line) {
      return line.find(row.found) != std::string::npos;
    })) << testing::PrintToString(found);
  }
}

// The lost reply's calls are known to nobody: the recorded one's are none that its turn drew.
TEST(TurnsMadeAgain, DrawNothingByAReplyThatTheyMayNotHaveActedOn) {
  RunFile about = about_recorded_turns();
  RecordedTurns run = record_turns(5);
  run.turn(4) = record_attempts(4, {{picture_of(4), "another"}}, 4000);
  about.lost_turns.add(4);
  const auto last_of = [&](const RecordedTurns& turns) {
    TurnCheck check(about, find_dialogue);
    CheckedTurn last;
    for (const RecordedTurn& turn : turns.turns) last = check_next(check, turn);
    return last;
  };
  EXPECT_FALSE(last_of(run).acted_on);
  EXPECT_TRUE(last_of(run).is_acted_on_open);
  EXPECT_TRUE(last_of(record_turns(5)).acted_on);  // nothing of that reply was lost
  EXPECT_FALSE(last_of(record_turns(5)).is_acted_on_open);
  // A turn that was asked for again, and recorded then: there is no other that it may have acted
  // on.
  about.lost_turns = {};
  RecordedTurns again = record_turns(3);
  again.turn(2) = record_attempts(2, {{picture_of(2), "first"}, {picture_of(2), reply_text(2)}}, 2);
  EXPECT_FALSE(last_of(again).is_acted_on_open);
}

// Times in a file are told to the second or finer.
TEST(TurnsMadeAgain, AreOlderByTheirTimesWhereTheClockWentForward) {
  RunFile about = about_recorded_turns();
  about.changes.push_back({"2026-11-26T04:49:54.623Z", "restart: ", {}, {}, {}});
  about.changes.push_back({"2026-11-26T04:49:54Z", "resumed after turn 3", {}, {}, {}});
  const TwiceMade made{.clock_back = true};
  EXPECT_NE(bad_in(record_turns_again(6, 3, 4, memory_named("history"), made), about), Lines{});
}

// An empty list of messages has no turn's own parts.
TEST(TurnsMadeAgain, MayHaveARequestWithoutMessages) {
  RecordedTurns run = record_turns(3);
  RecordedTurn& turn = run.turn(2);
  StoredAttempt empty = turn.attempts[0];
  empty.attempt = 2;
  std::string& request = *empty.request;
  request = request.substr(0, request.find("\r\n\r\n") + 4);
  const std::size_t at = request.find("Content-Length: ");
  ASSERT_NE(at, std::string::npos);
  request.replace(at, request.find("\r\n", at) - at, "Content-Length: 15");
  request += R"({"messages":[]})";
  turn.attempts.push_back(std::move(empty));
  EXPECT_NE(bad_in(run), Lines{});
}

// Where all requests go on from the record, nothing was lost of the reply, and nothing is excused.
TEST(TurnsMadeAgain, AreComparedWhereNoReplyWasLost) {
  RunFile about = about_recorded_turns();
  about.lost_turns.add(4);
  for (const Memory* const memory : memories())
    EXPECT_EQ(found_in(record_turns_again(6, 6, 6, *memory), about), Lines{}) << memory->name;
}

// The list that a model keeps for itself is that of the newest reply with one.
TEST(TurnsMadeAgain, MayHaveHadAMemoryThatIsNoMore) {
  const std::string list = R"(\nMemory:\n[\"note\"])";
  for (const int last : {4, 5, 6, 7})
    EXPECT_EQ(bad_in(record_turns_again(6, 3, last, memory_named("glm"), {.end = list})), Lines{})
        << last;
  RecordedTurns run = record_turns_again(6, 3, 6, memory_named("glm"), {.end = list});
  std::string& request = *run.turn(3).attempts[0].request;
  request = replaced(request, R"("[\"note\"]")", R"("[\"nOte\"]")");
  EXPECT_NE(bad_in(run), Lines{});
}

TEST(TurnsMadeAgain, AreNamed) {
  const RecordedTurns again = record_turns_again(6, 3, 6, memory_named("history"));
  EXPECT_EQ(found_in(again),
            (Lines{"note: turn 5: goes on from an earlier reply to turn 4, which was made again",
                   "note: turn 6: goes on from an earlier reply to turn 5, which was made again",
                   "note: turn 6: a request tells of turn 4 as it was before it was made again"}));
  // Killed after turn 4: the records of the turns after it are the first ones.
  const RecordedTurns killed = record_turns_again(6, 3, 4, memory_named("history"));
  const std::string words =
      "what its request tells of other turns could not be compared: turn 4 "
      "was made again after it";
  EXPECT_EQ(
      found_in(killed),
      (Lines{"note: turn 5: " + words,
             "note: turn 5: goes on from an earlier reply to turn 4, which was made again",
             "note: turn 5: the verdict ok could not be judged again", "note: turn 6: " + words,
             "note: turn 6: a request tells of turn 4 as it was before it was made again",
             "note: turn 6: the verdict ok could not be judged again"}));
  // The answer to a call is a message of its own.
  const RecordedTurns called =
      record_turns_again(6, 3, 6, memory_named("history"), {.calls_again = true});
  EXPECT_EQ(found_in(called),
            (Lines{"note: turn 5: attempt 1 could not be compared: turn 4 was made again after it",
                   "note: turn 5: goes on from an earlier reply to turn 4, which was made again",
                   "note: turn 6: attempt 1 could not be compared: turn 4 was made again after it",
                   "note: turn 6: goes on from an earlier reply to turn 5, which was made again",
                   "note: turn 6: a request tells of turn 4 as it was before it was made again"}));
}

// What was changed is found all the same, but for what nobody can tell.
TEST(TurnsMadeAgain, HideNoOtherChange) {
  const auto shown = [](int number) { return base64_encode(picture_of(number)); };
  const std::string old2 = R"("reply \u00e9 2")", old4 = R"("reply \u00e9 4")",
                    other = R"("reply \u00e9 7")", new4 = R"("again 4")";
  const std::string first = "turn 6: exchange/000/0006-1.request: ",
                    second = "turn 6: exchange/000/0006-2.request: ";
  const struct {
    const char* what;
    int last, attempt;
    std::string from, to, found;  // empty: nothing is
  } rows[] = {
      {"a reply before those", 6, 1, old2, other,
       first + "messages[4]: it is not the reply to turn 2"},
      {"an earlier reply", 6, 1, old4, other, first + "messages[8]: it is not the reply to turn 4"},
      {"the story", 6, 1, R"("reply \u00e9 5")", other,
       first + "messages[10]: the story is not the"},
      {"an earlier reply in a request that was made after it", 6, 2, new4, old4,
       second + "messages[8]: it is not the reply to turn 4"},
      {"an earlier picture", 6, 1, shown(5), shown(9),
       first + "sha256 of the picture in messages[9]"},
      {"an earlier picture, by a later one", 6, 2, shown(105), shown(5),
       second + "sha256 of the picture in messages[9]"},
      {"one before those, by an earlier one", 4, 1, R"("OK 3")", R"("NO 3")",
       first + R"(messages[5]: expected "OK 3", got "NO 3")"},
      {"what nobody can tell", 4, 1, R"("OK 5")", R"("NO 5")", ""},
  };
  for (const auto& row : rows) {
    RecordedTurns run = record_turns_again(6, 3, row.last, memory_named("history"));
    std::string& request = *run.turn(6).attempts[static_cast<std::size_t>(row.attempt) - 1].request;
    request = changed(request, row.from, row.to);
    Lines found = bad_in(run);
    // The record has the digest of what was sent.
    std::erase_if(found, [](const std::string& line) {
      return line.find("request.sha256") != std::string::npos ||
             line.find("sst.") != std::string::npos;
    });
    if (row.found.empty()) {
      EXPECT_EQ(found, Lines{}) << row.what;
    } else {
      EXPECT_TRUE(std::ranges::any_of(
          found, [&](const std::string& line) { return line.starts_with(row.found); }))
          << row.what << "\n"
          << testing::PrintToString(found);
    }
  }
}
}  // namespace
}  // namespace franz::proxy
