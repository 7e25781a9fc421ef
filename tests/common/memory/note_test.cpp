#include "common/memory/note.h"
#include <gtest/gtest.h>

namespace franz {
TEST(Note, FollowsTheFeedback) {
  EXPECT_EQ(with_note("OK", std::nullopt), "OK");
  EXPECT_EQ(with_note("OK", "look\nup"), "OK\nOPERATOR: look\nup");
  EXPECT_EQ(without_note("OK\nOPERATOR: look", "look"), "OK");
  EXPECT_EQ(without_note("OK\nOPERATOR: look", "up"), "OK\nOPERATOR: look");
}

TEST(Note, IsAllThatMayFollowTheFeedback) {
  struct Row {
    std::string text;
    std::string read;
  };
  const Row rows[] = {{"OK", "nothing"},
                      {"OK\nOPERATOR: look", "note: look"},
                      {"OK\nOPERATOR: ", "note: "},
                      {"OK!", "something else"},
                      {"K", "another feedback"}};
  for (const Row& row : rows) {
    const auto rest = after_feedback(row.text, "OK");
    const std::string read = !rest            ? "another feedback"
                             : !rest->is_note ? "something else"
                             : rest->note     ? "note: " + *rest->note
                                              : "nothing";
    EXPECT_EQ(read, row.read) << row.text;
  }
}
}  // namespace franz
