#include "common/wire/raw_json.h"
#include <gtest/gtest.h>

namespace franz {
TEST(JsonObject, WritesMembersInOrder) {
  JsonObject inner;
  inner.boolean("yes", true).null("no");
  JsonObject object;
  object.text("say", "\"hi\"").number("n", 7LL).number("x", 0.1).raw("in", inner.finish());
  EXPECT_EQ(object.finish(), R"({"say":"\"hi\"","n":7,"x":0.1,"in":{"yes":true,"no":null}})");
  EXPECT_EQ(JsonObject().finish(), "{}");
  EXPECT_EQ(json_number(900), "900");
  EXPECT_EQ(json_number(1e-5), "1e-05");
}
}  // namespace franz
