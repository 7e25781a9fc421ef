#include "proxy/record/turn_numbers.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/wire/limits.h"
#include "tests/proxy/record/turn_log_talk.h"

namespace franz::proxy {
namespace {
TEST(TurnNumbers, CountTheAttemptsAtEachTurn) {
  TurnNumbers numbers({{3, 1}, {4, 5}, {5, 1}, {9, kMaxAttempt}}, 9);
  const auto next = [&numbers](int turn) { return numbers.number(turn, false, "").number; };
  std::string got;
  for (const int turn : {3, 3, 4, 5, 6, 6, 6, 5, 1, 7, 3, 9, 9, 2, 7})
    got += std::to_string(turn) + "/" + std::to_string(next(turn)) + " ";
  EXPECT_EQ(got, "3/2 3/3 4/6 5/2 6/1 6/2 6/3 5/3 1/1 7/1 3/4 9/999999999 9/999999999 2/1 7/2 ");
}

TEST(TurnNumbers, NumbersAClientWithoutIdsByItsOrder) {
  Talk talk(options_of(false));
  talk.request(1, std::nullopt, request_body(R"("")", R"("F")", false));
  talk.answer(1, reply_body(R"("one")"));
  talk.request(2, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(2, R"({"error":"busy"})", 503);
  talk.request(3, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(3, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/2 ok"}));
}

// What a client without ids asks beside its turns is no turn, however it is answered.
TEST(TurnNumbers, CountsOnlyChatRequestsOfAClientWithoutIds) {
  Talk talk(options_of(false));
  const auto ask = [&](std::uint64_t id, const std::string& method, const std::string& target,
                       const std::string& body) {
    talk.ask(id, std::nullopt, target, method);
    talk.bytes(id, MessagePiece::Side::request, "RAW REQUEST", body);
    talk.asked(id, body.size());
    talk.answer(id, R"({"object":"list","data":[]})");
  };
  const std::string chat = request_body(R"("")", R"("F")", false);
  ask(1, "GET", "/v1/models", "");
  ask(2, "POST", "/v1/embeddings", R"({"input":"x"})");
  ask(3, "POST", "/v1/chat/completions", R"({"input":"x"})");
  ask(4, "POST", "/v1/chat/completions", R"({"messages":[]})");
  ask(5, "POST", "/v1/chat/completions", "no JSON");
  ask(6, "POST", "/tools/chat/completions/list", chat);
  EXPECT_EQ(talk.said(), Lines{"log foreign request: GET /v1/models: status 200"});
  EXPECT_TRUE(talk.streams().empty());

  // Chat requests that get no chat reply: each takes the place of the one before.
  for (int i = 0; i < 3; ++i) {
    const auto id = 10 + static_cast<std::uint64_t>(i);
    const std::string feedback = "\"F" + std::to_string(i) + "\"";
    talk.request(id, std::nullopt, request_body(R"("x")", feedback, false));
    talk.answer(id, R"({"error":"no"})", 500);
    const Lines said = talk.said();
    EXPECT_EQ(std::count(said.begin(), said.end(), "save exchange/000/0001-1.request"), 1) << i;
    EXPECT_EQ(std::count(said.begin(), said.end(), "forget exchange/000/0001-1.response"), i > 0);
  }
  // The same one again is another attempt.
  talk.request(20, std::nullopt, request_body(R"("x")", R"("F2")", false));
  talk.answer(20, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/2 first"});
  talk.request(21, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(21, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
}

// What somebody else asks meanwhile takes no place of the run's own.
TEST(TurnNumbers, KeepsTheFilesOfARefusedAttemptThatCarriedTheStory) {
  Talk talk(options_of(false));
  talk.request(1, std::nullopt, request_body(R"("")", R"("F")", false));
  talk.answer(1, R"({"error":"busy"})", 503);
  talk.request(2, std::nullopt, request_body(R"("")", R"("again")", false));
  talk.answer(2, reply_body(R"("one")"));
  talk.request(3, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(3, R"({"error":"busy"})", 503);
  talk.request(4, std::nullopt, R"({"messages":[{"role":"user","content":"hello"}]})");
  talk.answer(4, R"({"error":"busy"})", 503);
  talk.request(5, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(5, reply_body(R"("two")"));
  Lines forgotten, recorded;
  for (const std::string& line : talk.said()) {
    if (line.starts_with("forget ")) forgotten.push_back(line);
    if (line.starts_with("recorded ")) recorded.push_back(line);
  }
  EXPECT_EQ(forgotten,
            (Lines{"forget exchange/000/0002-2.request", "forget exchange/000/0002-2.response"}));
  EXPECT_EQ(recorded, (Lines{"recorded 1/2 first", "recorded 2/2 ok"}));
}

// Forged names and records may hold any number that there is.
TEST(TurnNumbers, CountsNoAttemptAndNoTurnPastTheLast) {
  KnownTurns known;
  known.attempts = {{kMaxTurn, kMaxAttempt}};
  known.last = kMaxTurn - 1;
  Talk talk(options_of(true), known);
  talk.turn(kMaxTurn, R"("x")", R"("y")");
  EXPECT_EQ(talk.verdicts(), Lines{"999999999/999999999 unverifiable"});
  EXPECT_EQ(talk.log().last_turn(), kMaxTurn);
}
}  // namespace
}  // namespace franz::proxy
