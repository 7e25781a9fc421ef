#include "common/wire/window_messages.h"
#include <gtest/gtest.h>

namespace franz {
TEST(WindowList, SurvivesTheWire) {
  const std::string lines =
      R"({"id":4711,"title":"Save \"as\" 🐱","app":"Zenity","pid":99,"screen":{"origin_x":-10,)"
      R"("origin_y":20,"width":300,"height":200},"minimised":false,"active":true,"owners":[4700]})"
      "\n"
      R"({"id":1,"title":"","app":"","pid":0,"screen":{"origin_x":0,"origin_y":0,"width":1,)"
      R"("height":1},"minimised":true,"active":false,"owners":[]})"
      "\n";
  const auto windows = parse_window_list(lines);
  ASSERT_TRUE(windows.ok()) << windows.error().message;
  ASSERT_EQ(windows.value().size(), 2U);
  EXPECT_EQ(windows.value()[0].title, "Save \"as\" 🐱");
  EXPECT_EQ(windows.value()[0].area, (Screen{-10, 20, 300, 200}));
  EXPECT_EQ(windows.value()[0].owner_ids, std::vector<std::uint64_t>{4700});
  EXPECT_EQ(to_json(windows.value()[0]) + "\n" + to_json(windows.value()[1]) + "\n", lines);
}

TEST(WindowList, MayBeEmpty) {
  const auto windows = parse_window_list("");
  ASSERT_TRUE(windows.ok());
  EXPECT_TRUE(windows.value().empty());
}

TEST(WindowList, NamesLineAndField) {
  const std::string good =
      R"({"id":1,"title":"","app":"","pid":0,"screen":{"origin_x":0,"origin_y":0,"width":1,)"
      R"("height":1},"minimised":true,"active":false,"owners":[]})"
      "\n";
  const struct {
    std::string lines, told;
  } cases[] = {
      {"{}\n", "line 1: /id: expected 0..9223372036854775807"},
      {good + "nonsense\n", "line 2: expected one JSON object"},
      {good + good + R"({"id":-1})", "line 3: /id: expected 0..9223372036854775807"},
  };
  for (const auto& [lines, told] : cases) {
    const auto windows = parse_window_list(lines);
    ASSERT_FALSE(windows.ok()) << lines;
    EXPECT_TRUE(windows.error().message.starts_with(told)) << windows.error().message;
  }
}
}  // namespace franz
