#include "proxy/record/held_request.h"
#include <gtest/gtest.h>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "tests/proxy/record/turn_log_talk.h"

namespace franz::proxy {
namespace {
TEST(HeldRequest, HoldsNoMoreThanItMay) {
  TurnLogOptions options = options_of(true);
  options.held_bytes = 1000;
  Talk talk(options);
  const std::string body = request_body(R"("x")", quote_json(std::string(300, 'f')), false);
  ASSERT_LT(body.size(), 700U);
  for (std::uint64_t id = 1; id <= 5; ++id) {
    talk.ask(id, FranzTurn{"RUN", static_cast<int>(id), 1});
    talk.bytes(id, MessagePiece::Side::request, "RAW REQUEST", body);
    EXPECT_LE(talk.log().held_bytes(), 1000U);
  }
  talk.started(1), talk.acted(1), talk.started(2), talk.acted(2);
  talk.said();
  for (const std::uint64_t id : {1U, 2U}) {
    talk.asked(id, body.size());
    talk.answer(id, reply_body(R"("x")"));
    EXPECT_EQ(talk.file("exchange/000/000" + std::to_string(id) + "-1.request"),
              "RAW REQUEST" + body);
    EXPECT_NE(talk.file("turn_000" + std::to_string(id) + ".json").find(sha256_hex(body)),
              std::string::npos);
  }
  EXPECT_NE(talk.file("turn_0002.json").find("of requests are under way"), std::string::npos);
  for (const std::string& line : talk.said()) EXPECT_FALSE(line.starts_with("lost")) << line;
}

TEST(HeldRequest, HoldsNothingOfOneThatCanFindNoRoom) {
  HeldBytes held{1000};
  MessagePiece piece;
  piece.wire = std::string(300, 'f');
  piece.body = {{0, 300}};
  for (const auto& [announced, kept] :
       {std::pair<std::size_t, std::size_t>{1000, 300}, {1001, 0}}) {
    HeldRequest request;
    request.expect(announced, held);
    request.add(piece, held);
    EXPECT_EQ(held.now, kept) << announced;
    EXPECT_EQ(request.held_whole(), kept > 0) << announced;
    EXPECT_EQ(request.sha256(), sha256_hex(piece.wire)) << announced;
    request.release(held);
  }
}
}  // namespace
}  // namespace franz::proxy
