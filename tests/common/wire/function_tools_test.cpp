#include "common/wire/function_tools.h"
#include <gtest/gtest.h>
#include "common/wire/api/apis.h"
#include "common/wire/message_fields.h"

namespace franz {
namespace {
const Vocabulary& words() { return *find_vocabulary("tool_calls"); }

std::string in_chat_form(const std::vector<FunctionTool>& tools) {
  return find_api("chat")->tools(tools);
}

TEST(FunctionTools, ListTheWords) {
  Toolset tools;
  tools.set(ToolId::screenshot, true);
  tools.set(ToolId::left_click, true);
  EXPECT_EQ(in_chat_form(function_tools(words(), tools, HelpFor::real_screen)),
            R"j([{"type":"function","function":{"name":"observe_screen",)j"
            R"j("description":"Take a new picture of the screen.",)j"
            R"j("parameters":{"type":"object","properties":{},"required":[]}}},)j"
            R"j({"type":"function","function":{"name":"click_element",)j"
            R"j("description":"Click an element with the left button.",)j"
            R"j("parameters":{"type":"object","properties":{)j"
            R"j("label":{"type":"string","description":"what is there, in a few words"},)j"
            R"j("box":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":4,)j"
            R"j("description":"the place: [x, y], or [x1, y1, x2, y2] for its centre"}},)j"
            R"j("required":["label","box"]}}}])j");
}

// Requests do not contain these words, but their schema is available.
TEST(FunctionTools, HaveTheRangesOfTheirArguments) {
  Vocabulary steps = *find_vocabulary("steps");
  steps.in_request = true;
  const std::string list =
      in_chat_form(function_tools(steps, Toolset::all(), HelpFor::real_screen));
  for (const char* schema :
       {R"j("x":{"type":"integer","description":"pixels of the picture from its left side"})j",
        R"j("button":{"type":"string","enum":["left","right","middle"],)j",
        R"j("clicks":{"type":"integer","minimum":1,"maximum":3,)j",
        R"j("secs":{"type":"number","minimum":0,"maximum":5,)j",
        R"j("keys":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":8,)j",
        R"j("required":["x","y"])j"})
    EXPECT_NE(list.find(schema), std::string::npos) << schema;
}

TEST(FunctionTools, AreJsonForEveryWord) {
  const std::string list = in_chat_form(function_tools(words(), Toolset::all(), HelpFor::sandbox));
  const std::string body = "{\"tools\":" + list + "}";
  Result<MessageFields> fields = MessageFields::parse(body);
  ASSERT_TRUE(fields.ok()) << fields.error().message;
  ASSERT_EQ(fields.value().size("/tools"), words().words.size());
  for (std::size_t i = 0; i < words().words.size(); ++i) {
    const std::string at = "/tools/" + std::to_string(i) + "/function";
    EXPECT_EQ(fields.value().text(at + "/name"), words().words[i].name);
    EXPECT_EQ(fields.value().size(at + "/parameters/properties"),
              words().words[i].parameters.size());
  }
}

TEST(FunctionTools, AreThoseOfATurn) {
  ExecutorRequest turn;
  turn.dialect = "tool_calls";
  turn.tools = {{"screenshot", true}, {"press", true}, {"drag", false}};
  Toolset tools;
  tools.set(ToolId::screenshot, true);
  tools.set(ToolId::press, true);
  EXPECT_EQ(in_chat_form(function_tools(turn)),
            in_chat_form(function_tools(words(), tools, HelpFor::sandbox)));
  EXPECT_NE(in_chat_form(function_tools(turn)), "");
  turn.options.surface = "moon";
  EXPECT_EQ(in_chat_form(function_tools(turn)), "");
  turn.options.surface = "sandbox";
  turn.dialect = "python";
  EXPECT_EQ(in_chat_form(function_tools(turn)), "");
}

TEST(FunctionTools, AreNoneIfRequestsHaveNone) {
  EXPECT_TRUE(function_tools(*find_vocabulary("python"), Toolset::all(), HelpFor::sandbox).empty());
  EXPECT_TRUE(function_tools(words(), Toolset(), HelpFor::sandbox).empty());
}
}  // namespace
}  // namespace franz
