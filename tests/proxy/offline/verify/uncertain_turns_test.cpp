#include "proxy/offline/verify/uncertain_turns.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
CheckedAttempts whole_up_to(int attempt) {
  CheckedAttempts attempts;
  attempts.last_whole = attempt;
  return attempts;
}

TEST(UncertainTurns, AreNoneWhereRunJsonCannotBeRead) {
  UncertainTurns turns(std::nullopt);
  turns.keep(1, whole_up_to(1), false);
  EXPECT_FALSE(turns.lost_reply(1, whole_up_to(1), std::nullopt));
  EXPECT_FALSE(turns.first_with_later_reply(2, true));
  EXPECT_EQ(turns.last_beginning(), "");
}

TEST(UncertainTurns, KnowALostReplyByItsDigest) {
  const Reply stored{"stored", {}}, lost{"lost", {}};
  RunFile run;
  run.add_lost_reply("2026-11-26T04:49:54Z", {4, 2, reply_sha256(lost)});
  const UncertainTurns turns(run);
  EXPECT_EQ(turns.lost_reply(4, whole_up_to(1), stored), reply_sha256(lost));
  EXPECT_EQ(turns.lost_reply(4, whole_up_to(0), std::nullopt), reply_sha256(lost));
  EXPECT_FALSE(turns.lost_reply(4, whole_up_to(1), lost));    // it is stored
  EXPECT_FALSE(turns.lost_reply(4, whole_up_to(3), stored));  // another came after it
  EXPECT_FALSE(turns.lost_reply(5, whole_up_to(1), stored));
}

TEST(UncertainTurns, MayHaveALaterReplyWhereSomethingWasLost) {
  RunFile run;
  for (const int turn : {2, 3, 4, 6}) run.lost_turns.add(turn);
  UncertainTurns turns(run);
  turns.keep(1, whole_up_to(1), false);
  turns.keep(2, whole_up_to(0), false);  // none is known
  turns.keep(3, whole_up_to(2), true);   // a later one is
  EXPECT_FALSE(turns.first_with_later_reply(4, true));
  turns.keep(4, whole_up_to(1), false);
  turns.keep(5, whole_up_to(1), false);
  EXPECT_TRUE(turns.may_have_later_reply(4));
  EXPECT_FALSE(turns.may_have_later_reply(6));  // it was not kept yet
  EXPECT_EQ(turns.first_with_later_reply(5, false), 4);
  EXPECT_EQ(turns.first_with_later_reply(6, true), 4);
  EXPECT_FALSE(turns.first_with_later_reply(6, false));
}

TEST(UncertainTurns, AreDatedWhereTheClockWentForward) {
  const auto run_with = [](const std::vector<std::string>& times) {
    RunFile run;
    for (const std::string& time : times)
      run.changes.push_back({time, "resumed after turn 3", {}, {}, {}});
    return run;
  };
  const TurnRecord record;
  // Some times are told to the second, others finer.
  const UncertainTurns forward(run_with({"2026-11-26T04:49:54.623Z", "2026-11-26T04:49:54Z"}));
  EXPECT_EQ(forward.dated(&record), &record);
  EXPECT_EQ(forward.dated(nullptr), nullptr);
  EXPECT_EQ(forward.last_beginning(), "2026-11-26T04:49:54Z");
  const UncertainTurns back(run_with({"2026-11-26T04:49:54Z", "2026-11-26T04:49:53Z"}));
  EXPECT_EQ(back.dated(&record), nullptr);
}
}  // namespace
}  // namespace franz::proxy
