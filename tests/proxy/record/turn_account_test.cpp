#include "proxy/record/turn_account.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "tests/proxy/record/turn_log_talk.h"

namespace franz::proxy {
namespace {
TEST(TurnAccount, CountsWhatIsOverAndHasNoWholeRecord) {
  TurnAccount account;
  EXPECT_FALSE(account.settle(20));  // nothing passed here
  account.met(12);
  EXPECT_FALSE(account.settle(11));
  EXPECT_FALSE(account.recorded(12, true));
  EXPECT_TRUE(account.settle(14));
  EXPECT_EQ(to_json(account.lost()), "[[13,14]]");
  EXPECT_FALSE(account.settle(13));
  EXPECT_TRUE(account.recorded(13, true));   // late
  EXPECT_TRUE(account.recorded(12, false));  // again, and pieces are missing
  EXPECT_EQ(to_json(account.lost()), "[[12,12],[14,14]]");
  account.over(16);
  EXPECT_EQ(account.settled(), 14);
  EXPECT_TRUE(account.settle_all());
  EXPECT_EQ(to_json(account.lost()), "[[12,12],[14,16]]");
  EXPECT_EQ(account.settled(), 16);
}

// A kill came between its reply and its record.
TEST(TurnAccount, LosesAReplyOfAnEarlierProxyUnlessItsTurnIsMadeAgain) {
  {
    TurnAccount account(57);
    account.met(56);
    EXPECT_FALSE(account.recorded(56, true));
    EXPECT_EQ(to_json(account.lost()), "[]");
    EXPECT_TRUE(account.settle_all());
    EXPECT_EQ(to_json(account.lost()), "[[57,57]]");
    EXPECT_FALSE(account.settle_all());
  }
  {
    TurnAccount account(57);
    for (const int turn : {56, 57, 58}) account.recorded(turn, true);
    EXPECT_FALSE(account.settle_all());
    EXPECT_EQ(to_json(account.lost()), "[]");
  }
  {
    TurnAccount account(57);  // nothing passed
    EXPECT_TRUE(account.settle_all());
    EXPECT_EQ(to_json(account.lost()), "[[57,57]]");
  }
  {
    TurnAccount account(57);  // the run finishes with that turn, and asks for no reply
    account.recorded(56, true);
    account.recorded(57, true, false);
    EXPECT_TRUE(account.settle_all());
    EXPECT_EQ(to_json(account.lost()), "[[57,57]]");
  }
  TurnAccount account;
  EXPECT_FALSE(account.settle_all());
}

// What was lost is known by its turns, and only if it was lost for good.
TEST(TurnAccount, TellsWhichTurnsPassedWithoutARecord) {
  const std::string body = request_body(R"("x")", R"("F")", false);
  {
    Talk talk;  // the relay's copies of turns 2 and 3 were lost
    talk.turn(1, R"("")", R"("one")");
    for (const int turn : {2, 3}) talk.started(turn), talk.acted(turn);
    talk.verdicts();
    talk.turn(4, R"("x")", R"("four")");
    const Lines said = talk.said();
    EXPECT_EQ(said.front(), "lost [[2,2]]");  // a turn behind, it may be on its way no more
    EXPECT_EQ(said.back(), "lost [[2,3]]");
  }
  {
    Talk talk;  // the orchestrator says that a turn is over, and nothing was seen of it
    talk.turn(1, R"("")", R"("one")");
    talk.started(2), talk.acted(2), talk.finished(2);
    talk.started(3), talk.acted(3);  // the next one is under way at the end: that is no loss
    talk.said();
    talk.take(talk.log().finish());
    EXPECT_EQ(talk.said(), (Lines{"lost [[2,2]]", "batch turns_0001_0001.json"}));
  }
  {
    Talk talk;  // a reply of which pieces are missing; then it is asked for again
    talk.started(1), talk.acted(1);
    talk.request(1, FranzTurn{"RUN", 1, 1}, body);
    talk.bytes(1, MessagePiece::Side::response, "RAW RESPONSE", "");
    talk.begin(1);
    talk.piece(1, reply_body(R"("one")").substr(0, 20));
    talk.end(1, "", 200, "the recorder was behind", true, 1400, false);
    Lines said = talk.said();
    EXPECT_EQ(std::count(said.begin(), said.end(), "lost [[1,1]]"), 1);
    EXPECT_EQ(said.back(), "recorded 1/1 first");
    EXPECT_EQ(talk.file("exchange/000/0001-1.response"), "RAW RESPONSE");
    EXPECT_TRUE(talk.streams().empty());
    talk.request(2, FranzTurn{"RUN", 1, 2}, body);
    talk.answer(2, reply_body(R"("one")"));
    said = talk.said();
    EXPECT_EQ(std::count(said.begin(), said.end(), "lost []"), 1);
  }
  {
    Talk talk;  // attempts that failed are no loss, nor is what was before this proxy
    talk.request(1, FranzTurn{"RUN", 7, 1}, body);
    talk.answer(1, R"({"error":"busy"})", 503);
    talk.turn(7, R"("x")", R"("seven")");
    talk.take(talk.log().finish());
    for (const std::string& line : talk.said()) EXPECT_FALSE(line.starts_with("lost")) << line;
  }
  {
    // Nor is a turn that an earlier proxy recorded and that is asked for again: the state was
    // older.
    KnownTurns known;
    known.last = 3;
    known.attempts = {{3, 1}};
    Talk talk(options_of(true), std::move(known));
    talk.started(3), talk.acted(3);
    talk.request(1, FranzTurn{"RUN", 3, 2}, body);
    talk.take(talk.log().loop_ended());
    talk.answer(1, "", 200, "the connection was cut", false);
    talk.take(talk.log().finish());
    for (const std::string& line : talk.said()) EXPECT_FALSE(line.starts_with("lost")) << line;
  }
}

// Without an orchestrator nobody else can say that a turn passed.
TEST(TurnAccount, TellsTheLastTurnWhoseReplyWasNotReadAsLost) {
  for (const bool ids : {true, false}) {
    const auto id = [ids](int turn) {
      return ids ? std::optional(FranzTurn{"MINE", turn, 1}) : std::nullopt;
    };
    const std::string second = request_body(R"("one")", R"("F")", false);
    const auto first_turn = [&](Talk& talk) {
      talk.request(1, id(1), request_body(R"("")", R"("F")", false));
      talk.answer(1, reply_body(R"("one")"));
      talk.said();
    };
    {
      Talk talk(options_of(false));  // the reply was odd
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.odd_answer(2);
      EXPECT_EQ(talk.said().back(),
                "log turn 2, attempt 1: the reply could not be read: two lengths");
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said().front(), "lost [[2,2]]");
    }
    {
      Talk talk(options_of(false));  // it was, but then the same is asked again
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.odd_answer(2);
      talk.request(3, id(2), second);
      talk.answer(3, reply_body(R"("two")"));
      EXPECT_EQ(talk.verdicts(), Lines{"2/2 ok"});
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said(), Lines{"batch turns_0001_0002.json"});
    }
    {
      Talk talk(options_of(false));  // it was, and the client goes on with it
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.odd_answer(2);
      talk.request(3, id(3), request_body(R"("two")", R"("F")", false));
      talk.answer(3, R"({"error":"busy"})", 503);
      talk.request(4, id(3), request_body(R"("two")", R"("F")", false));
      talk.answer(4, reply_body(R"("three")"));
      talk.request(5, id(4), request_body(R"("three")", R"("F")", false));
      talk.answer(5, reply_body(R"("four")"));
      const Lines said = talk.said();
      EXPECT_EQ(std::count(said.begin(), said.end(), "lost [[2,2]]"), 1);
      EXPECT_EQ(std::count(said.begin(), said.end(), "recorded 3/2 unverifiable"), 1);
      EXPECT_EQ(said.back(), "recorded 4/1 ok");
    }
    {
      Talk talk(options_of(false));  // nobody took the bytes of turns 2 and 3
      first_turn(talk);
      talk.lose(2, id(2));
      talk.lose(3, id(3));
      talk.request(4, id(4), request_body(R"("three")", R"("F")", false));
      talk.answer(4, reply_body(R"("four")"));
      talk.lose(5, id(5), 503);  // no reply: not a turn
      EXPECT_EQ(talk.said(),
                (Lines{"log turn 2 passed unrecorded: the recorder was behind",
                       "log turn 3 passed unrecorded: the recorder was behind", "finished 1",
                       "save exchange/000/0004-1.request", "opened 4/1",
                       "save exchange/000/0004-1.response", "save turn_0004.json",
                       "recorded 4/1 unverifiable", "lost [[2,3]]",
                       "log turn 5: an attempt was not recorded: the recorder was behind"}));
      talk.lose(6, id(5));
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said()[1], "lost [[2,3],[5,5]]");
    }
    {
      Talk talk(options_of(false));  // the reply's pieces were lost, and the client left at its end
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.begin(2);
      talk.end(2, "", 200, "the recorder was behind", false, 1400, false);
      talk.said();
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said().front(), "lost [[2,2]]");
    }
    {
      Talk talk(options_of(false));  // cut, and refused: no turn passed
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.end(2, "", 0, "the upstream reset the connection", false, 1400);
      EXPECT_EQ(talk.said().back(),
                "log turn 2, attempt 1: no answer came: the upstream reset the connection");
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said(), Lines{"batch turns_0001_0001.json"});
    }
  }
}
}  // namespace
}  // namespace franz::proxy
