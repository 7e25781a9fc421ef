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
}  // namespace
}  // namespace franz::proxy
