#include "proxy/record/message_file.h"
#include <gtest/gtest.h>
#include "tests/proxy/record/turn_log_talk.h"

namespace franz::proxy {
namespace {
TEST(MessageFile, KeepsTheBeginningOfALongHead) {
  Talk talk;
  const std::string head(200000, 'h');
  talk.ask(1, FranzTurn{"RUN", 1, 1});
  talk.bytes(1, MessagePiece::Side::request, head, "");
  talk.asked(1, 0, 1000, "the recorder was behind", false);
  EXPECT_EQ(talk.file("exchange/000/0001-1.request"), head.substr(0, 64UL << 10U));
}
}  // namespace
}  // namespace franz::proxy
