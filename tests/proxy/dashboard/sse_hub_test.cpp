#include "proxy/dashboard/sse_hub.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
TEST(SseHub, SendsEachReaderItsFirstMessageAndThenAll) {
  SseHub hub;
  const SseHub::Reader a = hub.add("first a;");
  EXPECT_TRUE(hub.publish("one;").empty());
  const SseHub::Reader b = hub.add("first b;");
  EXPECT_TRUE(hub.publish("two;").empty());
  EXPECT_EQ(hub.take(a), "first a;one;two;");
  EXPECT_EQ(hub.take(b), "first b;two;");
  EXPECT_EQ(hub.take(a), "");
  hub.remove(a);
  EXPECT_EQ(hub.readers(), std::vector{b});
  EXPECT_EQ(hub.take(a), "");
}

TEST(SseHub, DropsOnlyAReaderWithTooManyQueuedBytes) {
  SseHub hub(20);
  const SseHub::Reader slow = hub.add("12345678"), quick = hub.add("12345678");
  EXPECT_EQ(hub.take(quick).size(), 8U);
  EXPECT_TRUE(hub.publish("12345678").empty());  // 16 bytes queued for each
  EXPECT_EQ(hub.take(quick), "12345678");
  EXPECT_EQ(hub.publish("12345678"), std::vector{slow});
  EXPECT_EQ(hub.readers(), std::vector{quick});
  EXPECT_EQ(hub.take(quick), "12345678");
}

TEST(SseHub, CountsBytesThatAreBeingWritten) {
  SseHub hub(20);
  const SseHub::Reader reader = hub.add("1234567890");
  EXPECT_EQ(hub.take(reader).size(), 10U);
  EXPECT_TRUE(hub.publish("1234567890").empty());
  EXPECT_EQ(hub.publish("1"), std::vector{reader});
}

TEST(SseHub, WritesInPiecesOfBoundedSize) {
  SseHub hub;
  const std::string big(60000, 'x');
  const SseHub::Reader reader = hub.add(big);
  hub.publish(big);
  hub.publish("end");
  EXPECT_EQ(hub.take(reader), big);
  EXPECT_EQ(hub.take(reader), big + "end");
}

TEST(SseHub, WritesEventsAsOneDataLine) {
  EXPECT_EQ(sse_message(R"({"type":"heartbeat"})"), "data: {\"type\":\"heartbeat\"}\n\n");
}
}  // namespace
}  // namespace franz::proxy
