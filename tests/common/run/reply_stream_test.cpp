#include "common/run/reply_stream.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "tests/proxy/record/turn_log_talk.h"

namespace franz {
namespace {
TEST(ReplyStream, IsToldAsItComes) {
  Talk talk;
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  talk.begin(1);
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"}}]}\n\n");
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"\\udc31b\"}}]}\n\n");
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"c\"}}]}\n\n");
  EXPECT_EQ(talk.deltas(), "[0 a][1 🐱b][3 c]");
}

TEST(ReplyStream, HoldsNoMoreThanItMay) {
  TurnLogOptions options = options_of(false);
  options.held_reply_bytes = 1000;
  Talk talk(options);
  const std::string reply = reply_body(quote_json(std::string(2000, 'x')));
  const auto ask = [&](std::uint64_t id) {
    talk.request(id, FranzTurn{"MINE", static_cast<int>(id), 1},
                 request_body(R"("x")", R"("F")", false));
    talk.begin(id);
  };
  ask(1), ask(2), ask(3);
  talk.piece(1, reply.substr(0, 900));
  talk.piece(2, reply.substr(0, 900));  // finds no room
  talk.piece(1, reply.substr(900));     // alone: as long as it is
  EXPECT_EQ(talk.log().held_reply_bytes(), reply.size());
  talk.piece(2, reply.substr(900));
  talk.end(1, reply, 200, "", true, 1400);
  talk.end(2, reply, 200, "", true, 1400);
  EXPECT_EQ(talk.file("exchange/000/0002-1.response"), reply);
  talk.piece(3, reply);
  talk.end(3, reply, 200, "gone", false, 1400);
  EXPECT_EQ(talk.log().held_reply_bytes(), 0U);
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 violation"}));
  const Result<TurnRecord> second = parse_turn_record(talk.file("turn_0002.json"));
  ASSERT_TRUE(second.ok() && second.value().response);
  EXPECT_EQ(second.value().response->text.str(), "null");
  talk.request(4, FranzTurn{"MINE", 3, 2}, request_body(R"("x")", R"("F")", false));
  talk.answer(4, reply_body(R"("y")"));
  EXPECT_NE(talk.file("turn_0003.json").find("of replies are under way"), std::string::npos);
  // What is no turn holds nothing either.
  talk.ask(5, FranzTurn{"MINE", 4, 1});
  talk.begin(5);
  talk.piece(5, reply);
  talk.end(5, reply, 200, "gone", false, 1400);
  EXPECT_EQ(talk.log().held_reply_bytes(), 0U);
}
}  // namespace
}  // namespace franz
