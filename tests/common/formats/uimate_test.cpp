#include <gtest/gtest.h>
#include <algorithm>
#include <string>
#include <vector>
#include "common/base/json_string.h"
#include "common/formats/formats.h"
#include "common/formats/memories.h"
#include "common/formats/names.h"
#include "common/formats/uimate/memory.h"
#include "common/formats/uimate/reply.h"
#include "tests/common/formats/trained_reading.h"

namespace franz {
namespace {
std::string function(const std::vector<std::pair<std::string, std::string>>& parameters) {
  std::string text =
      "It is there.\n</think>\n\n<action>\nDo it.\n</action>\n\n<tool_call>\n"
      "<function=computer_use>\n";
  for (const auto& [name, value] : parameters)
    text += "<parameter=" + name + ">\n" + value + "\n</parameter>\n";
  return text + "</function>\n</tool_call>";
}

TEST(Uimate, ReadsItsActions) {
  const struct {
    std::vector<std::pair<std::string, std::string>> parameters;
    const char* expected;
  } rows[] = {
      {{{"action", "left_click"}, {"coordinate", "[12, 34]"}}, "left_click(12, 34)"},
      {{{"action", "drag"}, {"coordinate", "[12, 34]"}}, "drag(500, 500, 12, 34)"},
      {{{"action", "mouse_move"}, {"coordinate", "[12, 34]"}}, "move(12, 34)"},
      {{{"action", "type"}, {"text", "a b"}}, "type(\"a b\")"},
      {{{"action", "hotkey"}, {"keys", "[\"ctrl\", \"v\"]"}}, "hotkey(\"ctrl\", \"v\")"},
      {{{"action", "press"}, {"keys", "[\"tab\", \"return\"]"}},
       "press(\"tab\"); press(\"enter\")"},
      {{{"action", "key_down"}, {"keys", "[\"shift\"]"}}, "key_down(\"shift\")"},
      {{{"action", "scroll"}, {"pixels", "-3"}}, "scroll(500, 500, -3)"},
      {{{"action", "scroll"}, {"pixels", "5"}, {"direction", "horizontal"}},
       "hscroll(500, 500, 5)"},
      {{{"action", "wait"}, {"time", "1"}}, "sleep(1)"},
      {{{"action", "finished"}, {"status", "success"}}, "done: success"},
      {{{"action", "finished"}, {"status", "failure"}}, "done: failure"},
      {{{"action", "drag"}, {"spot", "[12, 34]"}},
       "invalid_args: spot: there is no such argument; it may have start_coordinate, "
       "end_coordinate, coordinate, button, modifiers"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(shown_reading(read_text(read_uimate, function(row.parameters))), row.expected);
  EXPECT_EQ(
      shown_reading(read_text(read_uimate, function({{"action", "call_user"}, {"text", "?"}})))
          .substr(0, 9),
      "no_person");
}

Step step(int turn, const std::string& reply) {
  Step made;
  made.turn = turn;
  made.reply = Reply{quote_json(reply), {}};
  made.picture = PictureRef{"p" + std::to_string(turn)};
  return made;
}

// The roles with their parts: "P" for a picture, else the decoded text.
std::string shown_messages(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages) {
    text += message.role + ":";
    for (const Part& part : message.parts)
      text += part.picture ? "[" + part.picture->sha256 + "]" : decode_json_string(part.token);
    text += "\n--\n";
  }
  return text;
}

TEST(Uimate, SeesTheNewestPicturesAndTheFirst) {
  std::vector<Step> steps;
  for (int turn = 1; turn <= 4; ++turn)
    steps.push_back(
        step(turn, "t\n</think>\n<action>\nDo " + std::to_string(turn) + ".\n</action>"));
  Now now;
  now.system = "S";
  now.objective = "O";
  now.picture = PictureRef{"p5"};
  MemoryOptions options;
  options.keep_pictures = 3;
  EXPECT_EQ(
      shown_messages(uimate_messages(steps, now, options)),
      "system:S\n--\n"
      "user:[p1]\nPlease generate the next move according to the UI screenshot, instruction and "
      "previous actions.\n\nInstruction: O\n\nPrevious actions:\nNone\n--\n"
      "assistant:t\n</think>\n<action>\nDo 1.\n</action>\n--\n"
      "user:<tool_response>\nThis screenshot has been collapsed.\n</tool_response>\n--\n"
      "assistant:t\n</think>\n<action>\nDo 2.\n</action>\n--\n"
      "user:<tool_response>\nThis screenshot has been collapsed.\n</tool_response>\n--\n"
      "assistant:t\n</think>\n<action>\nDo 3.\n</action>\n--\n"
      "user:<tool_response>\n[p4]\n</tool_response>\n--\n"
      "assistant:t\n</think>\n<action>\nDo 4.\n</action>\n--\n"
      "user:<tool_response>\n[p5]\n</tool_response>\n--\n");
}

TEST(Uimate, SeesOlderTurnsAsSentences) {
  std::vector<Step> steps;
  for (int turn = 1; turn <= 101; ++turn)
    steps.push_back(step(turn, "<action>\nDo " + std::to_string(turn) + ".\n</action>"));
  Now now;
  now.objective = "O";
  const std::string text = shown_messages(uimate_messages(steps, now, {}));
  EXPECT_NE(
      text.find("Previous actions:\nStep 1: Do 1.\nStep 2: Do 2.\n--\nassistant:<action>\nDo 3."),
      std::string::npos)
      << text.substr(0, 600);
}

TEST(Uimate, SendsRepliesFromTheirThoughtOn) {
  EXPECT_EQ(from_thought(R"("a<think>b\n</think>c")"), R"("<think>b\n</think>c")");
  EXPECT_EQ(from_thought(R"("b\n</think>c")"), R"("b\n</think>c")");
  EXPECT_EQ(from_thought(R"("c")"), R"("c")");
  EXPECT_EQ(uimate_action(R"("x</think>\n<action>\nDo it.\n</action>\n")"), R"("Do it.")");
  EXPECT_EQ(uimate_action(R"("\u003caction\u003eDo it.\u003c/action\u003e")"), R"("Do it.")");
  EXPECT_EQ(uimate_action(R"("\u003caction\u003ehello\\u003c/action\u003e")"), R"("-")");
  EXPECT_EQ(uimate_action(R"("<action>Do it.")"), R"("-")");
  EXPECT_EQ(uimate_action(R"("<action> \n</action>")"), R"("-")");
}

// The settings know only the names of the families.
TEST(Formats, HaveTheNamesInTheSettings) {
  for (const std::string_view name : kTextFormats) {
    EXPECT_NE(find_memory(name), nullptr) << name;
    const auto format = std::ranges::find(all_formats(), name, &Format::name);
    ASSERT_NE(format, all_formats().end()) << name;
    EXPECT_EQ((*format)->dialects.front().name, name);
    EXPECT_EQ((*format)->voices.size(), (*format)->dialects.size());
  }
}
}  // namespace
}  // namespace franz
