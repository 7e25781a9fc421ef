#include "common/wire/message_fields.h"
#include <gtest/gtest.h>

namespace franz {
static MessageFields fields_of(std::string text) {
  return MessageFields::parse(std::move(text)).value();
}

TEST(MessageFields, KeepATextThatWasMovedIn) {
  const std::string text = R"({"a":")" + std::string(1000, 'x') + "\"}";
  std::string given = text;
  MessageFields moved = MessageFields::parse(std::move(given)).value();
  // From a constant text or a literal, as a constant temporary.
  MessageFields copied = MessageFields::parse(!text.empty() ? text : "").value();
  std::string elsewhere(text.size(), '!');  // reuses the freed memory
  EXPECT_EQ(moved.text("/a"), std::string(1000, 'x'));
  EXPECT_EQ(copied.text("/a"), std::string(1000, 'x'));
}

TEST(MessageFields, RefuseAMemberGivenTwice) {
  const std::string text = R"({"raw":"\"one\"","in":{"raw":1,"raw":2}})";
  EXPECT_EQ(MessageFields::parse(text).error().message, "/in/raw: given twice");
  const MessageFields foreign =
      MessageFields::parse(text, MessageFields::Duplicates::last_wins).value();
  EXPECT_EQ(foreign.raw("/in/raw"), "2");
  EXPECT_EQ(foreign.duplicates(), std::vector<std::string>{"/in/raw"});
}

TEST(MessageFields, KeepTheFirstFailure) {
  MessageFields fields = fields_of(R"({"n":1.5,"big":18446744073709551616,"t":"x"})");
  EXPECT_EQ(fields.integer("/n", 0, 9), 0);
  EXPECT_EQ(fields.integer("/big", 3, 9), 3);
  EXPECT_EQ(fields.failure(), "/n: expected 0..9");

  const std::pair<std::string, std::string> cases[] = {
      {R"({"x":"1"})", "/x: expected a number from 0 to 1"},
      {R"({"x":1e-999})", ""},
      {R"({"x":2})", "/x: expected a number from 0 to 1"},
      {R"({})", "/x: expected a number from 0 to 1"},
      {R"({"x":1e-1})", ""},
  };
  for (const auto& [text, failure] : cases) {
    MessageFields each = fields_of(text);
    (void)each.number("/x", 0, 1);
    EXPECT_EQ(each.failure(), failure) << text;
  }
}

TEST(MessageFields, ReturnTokensUnchanged) {
  const std::string text = "{\"a\":\"\\ud83d\\/\xFF\",\"n\":null,\"i\":1}";
  MessageFields fields = MessageFields::parse(text).value();
  EXPECT_EQ(fields.token("/a", 9), "\"\\ud83d\\/\xFF\"");
  EXPECT_EQ(fields.optional_token("/n", 9), std::nullopt);
  EXPECT_EQ(fields.find_token("/i"), std::nullopt);
  EXPECT_EQ(fields.failure(), "");
  EXPECT_EQ(fields.token("/a", 8), "\"\"");
  EXPECT_EQ(fields.failure(), "/a: expected at most 8 bytes of text");
  MessageFields others = MessageFields::parse(text).value();
  EXPECT_EQ(others.optional_token("/i", 8), "\"\"");
  EXPECT_EQ(others.failure(), "/i: expected a text");
}

// A list with an object's index, or with an index beyond every integer.
TEST(MessageFields, FindNothingAtTooLargeAnIndex) {
  const MessageFields fields = fields_of(R"({"messages":[]})");
  EXPECT_FALSE(fields.has("/messages/99999999999999999999999/content"));
  EXPECT_FALSE(fields.is_text("/messages/18446744073709551616"));
}
}  // namespace franz
