#include "proxy/offline/verify/known_replies.h"
#include <gtest/gtest.h>
#include "tests/proxy/offline/verify/recorded_turns.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

// After a full disk a run goes on from an older state than its records.
TEST(KnownReplies, KnowsATurnThatWasMadeAgain) {
  RecordedTurns run = record_turns(4);
  const std::pair<std::string, std::string> first = {picture_of(2), reply_text(2)},
                                            second = {picture_of(2), "another"};
  run.turn(2) = record_attempts(2, {first, second}, 9000);
  EXPECT_EQ(found_in(run), (Lines{"note: turn 3: goes on from an earlier reply to turn 2, which "
                                  "was made again"}));
  // Not so if turn 3 was recorded after that.
  run.turn(2) = record_attempts(2, {first, second}, 2000);
  EXPECT_EQ(found_in(run)[0].find("turn 3: exchange/000/0003-1.request: messages[1]: the story"),
            0U);
}

TEST(KnownReplies, TakesTheLastWholeAttempt) {
  RecordedTurns run = record_turns(3);
  // Before the recorded attempt, which becomes the second, one was cut and one refused.
  RecordedTurn& second = run.turn(2);
  const StoredAttempt whole = second.attempts[0];
  StoredAttempt cut = whole, refused = whole;
  cut.response = cut.response->substr(0, cut.response->size() - 5);
  refused.attempt = 2;
  refused.response = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";
  second.attempts = {cut, refused, whole};
  second.attempts[2].attempt = 3;
  second.record = replaced(*second.record, R"("attempt":1)", R"("attempt":3)");
  EXPECT_EQ(found_in(run), Lines{});

  // A whole one after the recorded one replaces it: the next story must be its reply.
  run = record_turns(3);
  StoredAttempt later = run.turn(2).attempts[0];
  later.attempt = 2;
  later.response = reply_bytes("another");
  run.turn(2).attempts.push_back(later);
  const Lines found = found_in(run);
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found[0], "note: turn 2: attempt 2 has a whole reply, and was not recorded");
  EXPECT_EQ(found[1].find("turn 3: exchange/000/0003-1.request: messages[1]: the story is not"), 0U)
      << found[1];
  // But for a run that went on after turn 3 from an older state: then it may have come after it.
  RunFile about = about_recorded_turns();
  about.add_change("2026-01-01T00:00:00Z", "resumed after turn 3");
  EXPECT_EQ(found_in(run, about),
            (Lines{"note: turn 2: attempt 2 has a whole reply, and was not recorded",
                   "note: turn 3: goes on from an earlier reply to turn 2, which was made again"}));
}
// A kill came between state.json and the record, and the run was resumed.
TEST(KnownReplies, KnowsOfAReplyThatWasLostByItsDigest) {
  const auto lost = [](const std::string& text, int attempt) {
    RunFile about = about_recorded_turns();
    about.add_lost_reply("T", {2, attempt, reply_sha256({"\"" + text + "\"", {}})});
    return about;
  };
  const auto replace_record = [](RecordedTurn& turn) {  // by one of another reply
    const RecordedTurn other = record_attempts(2, {{picture_of(2), "another"}}, 2000);
    turn.record = other.record;
    turn.attempts = other.attempts;
  };
  // Here it passed a proxy that knew the reply.
  const std::string not_again = "note: turn 3: the verdict ok could not be judged again";
  RecordedTurns run = record_turns(3);
  replace_record(run.turn(2));
  EXPECT_EQ(found_in(run)[0].find("turn 3: exchange/000/0003-1.request: messages[1]: the story"),
            0U);
  EXPECT_EQ(
      found_in(run, lost(reply_text(2), 1)),
      (Lines{"note: turn 2: not recorded",
             "note: turn 2: the run went on from a later reply than its record's", not_again}));
  // One that differs from it could be anybody's.
  EXPECT_EQ(
      found_in(run, lost("a third", 1)),
      (Lines{"note: turn 2: not recorded",
             "note: turn 2: the run went on from a later reply than its record's",
             "note: turn 3: the story could not be compared: turn 2 was not recorded", not_again}));
  // The turn was made again since.
  const Lines again = found_in(run, lost(reply_text(2), 0));
  ASSERT_FALSE(again.empty());
  EXPECT_EQ(again[0].find("turn 3: exchange/000/0003-1.request: messages[1]: the story"), 0U);
  // Its record was lost with it.
  run.turn(2).record.reset();
  run.turn(2).picture.reset();
  run.turn(2).attempts.clear();
  EXPECT_EQ(found_in(run, lost(reply_text(2), 0)),
            (Lines{"note: turn 2: not recorded", "note: turn 2: not recorded", not_again}));
  // Only the record was.
  run = record_turns(3);
  run.turn(2).record.reset();
  EXPECT_EQ(found_in(run, lost(reply_text(2), 1)), (Lines{"note: turn 2: not recorded"}));
}
}  // namespace
}  // namespace franz::proxy
