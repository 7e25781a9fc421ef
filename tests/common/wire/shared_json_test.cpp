#include "common/wire/shared_json.h"
#include <gtest/gtest.h>
#include <thread>
#include <vector>
#include "common/wire/message_fields.h"

namespace franz {
TEST(SharedJson, IsNullIfThereIsNone) {
  const SharedJson none;
  EXPECT_EQ(none, "null");
  EXPECT_EQ(none.size(), 4u);
  EXPECT_FALSE(none.fields().ok());
}

TEST(SharedJson, IsItsTextAndItsParsedFields) {
  const SharedJson json = R"({"a":1,"b":"x"})";
  SharedJson copy;
  copy = json;
  EXPECT_EQ(copy, R"({"a":1,"b":"x"})");
  EXPECT_EQ(copy, SharedJson(R"({"a":1,"b":"x"})"));
  EXPECT_EQ(copy.fields().value().text("/b"), "x");
  EXPECT_EQ(json.fields().value().integer("/a", 0, 9), 1);
  const SharedJson other = "[1]";
  EXPECT_NE(json, other);
  EXPECT_EQ(other.fields().error().message, "expected one JSON object");
}

// A failure of one reader does not affect another.
TEST(SharedJson, GivesEachReaderItsOwnFailures) {
  const SharedJson json = R"({"a":1})";
  Result<MessageFields> first = json.fields();
  first.value().text("/a");
  EXPECT_EQ(first.value().failure(), "/a: expected a text");
  EXPECT_EQ(json.fields().value().failure(), "");
}

TEST(SharedJson, IsReadFromManyThreadsAtOnce) {
  const SharedJson json = R"({"a":[1,2,3]})";
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([copy = json] { EXPECT_EQ(copy.fields().value().size("/a"), 3u); });
  for (std::thread& each : threads) each.join();
}
}  // namespace franz
