#include <gtest/gtest.h>
#include "common/base/json.h"
#include "common/base/json_string.h"

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

// Text is never mistaken for a placeholder of existing JSON, and vice versa.
TEST(JsonObject, WritesEveryTextAsItsToken) {
  const std::string texts[] = {"",
                               std::string(1, '\0'),
                               "\x01",
                               "\x01"
                               "0",
                               "a\"\x01"
                               "0",
                               ":\"\x01"
                               "0\"",
                               "\b\f\n\r\t\x1F\x7F\\/",
                               "é 😀",
                               "\xED\xA0\xBD",
                               "\xFF",
                               std::string(5000, 'x')};
  for (const std::string& text : texts) {
    JsonObject object;
    object.raw("first", "[1.10]").open("in").text("t", text).raw("r", R"("\ud83d\/")").close();
    object
        .text(
            "\x01"
            "1",
            text)
        .raw("last", "1e5");
    const std::string token = quote_json(text);
    EXPECT_EQ(object.finish(), R"({"first":[1.10],"in":{"t":)" + token +
                                   R"(,"r":"\ud83d\/"},"\u00011":)" + token + R"(,"last":1e5})");
  }
}

TEST(JsonObject, IsCopiedWithWhatItHolds) {
  JsonObject first;
  const std::string kept = R"("\ud83d\/")";
  first.text("a", "b").raw("c", "1").raw_kept("k", kept);
  JsonObject second = first;
  second.null("d");
  EXPECT_EQ(first.finish(), R"({"a":"b","c":1,"k":"\ud83d\/"})");
  EXPECT_EQ(second.finish(), R"({"a":"b","c":1,"k":"\ud83d\/","d":null})");
}
}  // namespace franz
