#include "common/run/reply_stream.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "common/wire/api/apis.h"
#include "tests/common/run/observe_dialogue.h"

namespace franz {
namespace {
TEST(ReplyStream, ShowsTheTextAsItStreams) {
  Dialogue talk;
  talk.started(1), talk.acted(1);
  talk.request(1, asks(1, 1), request_body(R"("")", R"("F")", false));
  talk.begin(1);
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"}}]}\n\n");
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"\\udc31b\"}}]}\n\n");
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"c\"}}]}\n\n");
  EXPECT_EQ(talk.deltas(), "[0 a][1 🐱b][3 c]");
}

TEST(ReplyStream, KeepsWithinTheLimit) {
  const std::string reply = reply_body(quote_json(std::string(2000, 'x')));
  HeldBytes held{1000, 0};
  const auto piece = [](const std::string& bytes) {
    MessagePiece made{1, MessagePiece::Side::response, bytes, {}};
    made.body.emplace_back(0U, static_cast<std::uint32_t>(bytes.size()));
    return made;
  };
  ReplyStream first(nullptr), second(nullptr);
  for (ReplyStream* each : {&first, &second})
    each->begin(all_apis().front().reader(200, "application/json"));
  EXPECT_TRUE(first.add(piece(reply.substr(0, 900)), held));
  EXPECT_FALSE(second.add(piece(reply.substr(0, 900)), held));  // no room
  EXPECT_TRUE(first.add(piece(reply.substr(900)), held));       // alone: only its own limit applies
  EXPECT_EQ(held.now, reply.size());
  EXPECT_NE(second.problem().find("of replies are in progress"), std::string::npos);
  first.finish(ReplyReader::End::whole, held);
  EXPECT_EQ(first.text().size(), 2002U);
  EXPECT_EQ(held.now, 0U);
}
}  // namespace
}  // namespace franz
