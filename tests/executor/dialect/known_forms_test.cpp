#include "common/formats/known_forms.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "tests/support/least_time.h"

namespace franz::executor {
namespace {
std::string form_of(const Reply& reply) {
  const std::optional<KnownForm> form = known_form(reply);
  return form ? std::string(form->name) : "";
}
}  // namespace

TEST(KnownForms, NameEachDialectsTypicalReplyAndNoOther) {
  const struct {
    const char *text, *form;
  } rows[] = {
      {"STORY\n```python\nleft_click(500, 300)\ntype(\"hi\")\n```", "python"},
      {"NARRATIVE:\nA cat.\n\nACTIONS:\ndrag(1, 2, 3, 4)\n", "actions"},
      {R"({"done":null,"steps":[{"tool":"mouse","args":{"x":1,"y":2}}]})", "steps"},
      {R"(<tool_call>{"name":"click_element","arguments":{"label":"a","box":[1,2]}}</tool_call>)",
       "tool_calls"},
      {"Action: Click it.\n<tool_call>\n{\"name\": \"computer_use\", \"arguments\": {\"action\": "
       "\"left_click\", \"coordinate\": [1, 2]}}\n</tool_call>",
       "qwen"},
      {"<tool_call>\n<function=computer_use>\n<parameter=action>\nwait\n</parameter>\n</function>",
       "qwen"},
      {R"({"name":"computer_use","arguments":{"action":"wait"}})", "qwen"},
      {R"({"action":"left_click","coordinate":[1,2]})", "qwen"},
      {"Thought: a\nAction: click(start_box='<|box_start|>(1,2)<|box_end|>')", "uitars"},
      {"Thought: a\nAction: click(start_box='(177,549)')", "uitars"},
      {"Action: click(point='<point>1 2</point>')", "uitars"},
      {"Thought: a\nAction: finished(content='ok')", "uitars"},
      {"<seed:tool_call><function=click><parameter=point><point>500 320</point></parameter>"
       "</function></seed:tool_call>",
       "uitars"},
      {"<think>a</think>It. <|begin_of_box|>left_click(start_box='[512,300]', element_info='a')"
       "<|end_of_box|>\nMemory:\n[{\"key\": \"value\"}]",
       "glm"},
      {"left_click(start_box='[512,300]')", "glm"},
      {"## Action:\nClick.\n## Code:\n```python\npyautogui.click(x=123, y=456)\n```", "pyautogui"},
      {"```code\ncomputer.terminate(status=\"success\")\n```", "pyautogui"},
      {"<operation>Click.</operation><action>\nclick(x=1, y=2)\n</action>", "pyautogui"},
      {R"({"note":null,"thought":"t","tool_call":{"tool_name":"click","x":932,"y":880}})", "holo"},
      {"```json\n{\"x\": 932, \"y\": 880}\n```", "holo"},
      {R"({"action":"click","x":123,"y":456,"done":false,"why":"Go on"})", "action"},
      {"```json\n{\"action\": \"done\"}\n```", "action"},
      {R"({"action":"noop","why":""})", "action"},
      {R"({"action":"click_absolute","x":1,"y":2})", "holo"},
      {R"({"type":"computer_call","action":{"type":"click","button":"left","x":1,"y":2}})",
       "openai"},
      {R"({"actions":[{"type":"keypress","keys":["CTRL","S"]}]})", "openai"},
      {R"({"action":{"type":"screenshot"}})", "openai"},
      {"I click OK.<|tool_calls_section_begin|><|tool_call_begin|>functions.click_element:0"
       "<|tool_call_argument_begin|>{\"label\":\"OK\",\"box\":[500,300]}<|tool_call_end|>",
       "Kimi's tool call tokens"},
      {"<|tool_call>call:click_element{label:<|\"|>OK<|\"|>,box:[500,300]}<tool_call|>",
       "Gemma's call:NAME{...}"},
      {"call:fly{a:1}", "Gemma's call:NAME{...}"},
      {"[Calling tool: computer_use({\"action\": \"wait\"})]", "[Calling tool: ...]"},
      {"<|python_tag|>{\"name\":\"fly\",\"parameters\":{}}", "Llama's <|python_tag|>"},
      {"[TOOL_CALLS][{\"name\":\"fly\",\"arguments\":{}}]", "Mistral's [TOOL_CALLS]"},
      {"<|channel|>commentary to=functions.fly <|message|>{\"a\":1}<|call|>", "harmony's channels"},
      {"<invoke name=\"fly\"><parameter name=\"a\">1</parameter></invoke>",
       "<invoke name=\"NAME\">"},
      {"Action: fly\nAction Input: {\"a\":1}", "Action: NAME, Action Input: {...}"},
      {"click_element(label=\"a\", box=[1,2])", "tool_calls"},
      {"<function=click_element><parameter=label>a</parameter><parameter=box>[1,2]</parameter>"
       "</function>",
       "tool_calls"},
      {"click>point>point>942 255", "seed without opening brackets"},
      {R"({"name":"computer_batch","arguments":{"actions":[]}})", "yutori"},
      {R"({"name":"click_at","arguments":{"x":1,"y":2}})", "gemini"},
      // These have no known form.
      {"I will answer with a `<tool_call>` block, or <function=NAME>.", ""},
      {"I am finished.", ""},
      {"", ""},
      {"The computer. It is (old). Use pyautogui.", ""},
      {"```python\nprint(1)\n```", ""},
      {"<think><tool_call></think>I look.", ""},
      {R"({"a":1})", ""},
      {R"({"action":"fly"})", ""},
  };
  for (const auto& [text, form] : rows) EXPECT_EQ(form_of({quote_json(text), {}}), form) << text;
  EXPECT_EQ(form_of({"\"\"", {{"\"c\"", "\"computer_use\"", "{}"}}}), "qwen");
  EXPECT_EQ(form_of({"\"\"", {{"\"c\"", "\"click_element\"", "{}"}}}), "tool_calls");
  EXPECT_EQ(form_of({"\"\"", {{"\"c\"", "\"fly\"", "{}"}}}), "");
  EXPECT_EQ(form_of({"\"\"", {{"\"c\"", "\"computer_batch\"", "{}"}}}), "yutori");
  EXPECT_EQ(form_of({"\"\"", {{"\"c\"", "\"type_text_at\"", "{}"}}}), "gemini");
  EXPECT_EQ(form_of({"\"\"", {{"\"c\"", "\"click\"", R"("{\"x\":1,\"intent\":\"\"}")"}}}),
            "gemini");
}

TEST(KnownForms, NameTheProfileThatReadsThem) {
  const auto warning_of = [](const std::string& text, const char* read) {
    return foreign_form_text({quote_json(text), {}}, read).value_or("");
  };
  EXPECT_EQ(warning_of("Action: click(start_box='(1,2)')", "qwen"),
            "this reply is written in the form of `uitars`; the profile reads `qwen` (--profile "
            "uitars)");
  EXPECT_EQ(warning_of("```python\nleft_click(1, 2)\n```", "holo"),
            "this reply is written in the form of `python`; the profile reads `holo` (--profile "
            "franz)");
  EXPECT_EQ(warning_of("<|begin_of_box|>WAIT()<|end_of_box|>", "qwen"),
            "this reply is written in the form of `glm`; the profile reads `qwen` (--profile glm)");
  EXPECT_EQ(warning_of(R"({"action":"noop"})", "qwen"),
            "this reply is written in the form of `action`; the profile reads `qwen` (--profile "
            "window)");
  const std::string kimi = "<|tool_call_begin|>functions.fly:0<|tool_call_argument_begin|>{}";
  EXPECT_EQ(warning_of(kimi, "pyautogui"),
            "this reply is written in the form of `Kimi's tool call tokens`; the profile reads "
            "`pyautogui` (--profile toolcall)");
  EXPECT_EQ(warning_of(kimi, "tool_calls"),
            "this reply is written in the form of `Kimi's tool call tokens`; the profile reads "
            "`tool_calls`");
  EXPECT_EQ(warning_of("<tool_call>", "qwen"), "");
  EXPECT_EQ(warning_of("I am finished.", "qwen"), "");
}

TEST(KnownForms, AreFoundInLinearTime) {
  for (const std::string piece : {"pyautogui.", "{ ", "<tool_call>", "start", "```python\n",
                                  "{\"a\":", "ACTIONS\n", "<|tool_call_begin|>a{"}) {
    const auto token_of = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return quote_json(text);
    };
    EXPECT_LT(growth(token_of(10'000), token_of(160'000), 64,
                     [](const std::string& token) {
                       static_cast<void>(known_form({token, {}}));
                     }),
              64)
        << piece;
  }
}
}  // namespace franz::executor
