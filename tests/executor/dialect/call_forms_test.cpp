#include "common/formats/call_forms.h"
#include <gtest/gtest.h>
#include "tests/support/least_time.h"

namespace franz::executor {
namespace {
std::vector<TextCall> find(std::string_view text) {
  return find_text_calls(text, *find_vocabulary("tool_calls"));
}

// "form: name arguments; …"; "form: ?" if the call cannot be read.
std::string found(std::string_view text) {
  std::string shown;
  for (const TextCall& each : find(text))
    shown += (shown.empty() ? "" : "; ") + std::string(each.form) + ": " +
             (each.arguments.empty() ? "?" + each.name : each.name + " " + each.arguments) +
             (each.in_sentence ? " (in a sentence)" : "");
  return shown;
}

constexpr const char* kOk = R"(click_element {"label":"OK","box":[500,300]})";
}  // namespace

TEST(CallForms, AreReadByTheirMarks) {
  const struct {
    const char *form, *text;
  } rows[] = {
      {"tool_call_tags",
       R"(<tool_call>{"name":"click_element","arguments":{"label":"OK","box":[500,300]}}</tool_call>)"},
      {"tool_call_tags",
       "<tool_call>\n<function=click_element>\n<parameter=label>\nOK\n</parameter>\n"
       "<parameter=box>\n[500,300]\n</parameter>\n</function>\n</tool_call>"},
      {"tool_call_tags",
       "<tool_call>click_element\n<arg_key>label</arg_key>\n<arg_value>OK</arg_value>\n"
       "<arg_key>box</arg_key>\n<arg_value>[500,300]</arg_value>\n</tool_call>"},
      {"tool_call_tags", R"(<tool_call>click_element({"label":"OK","box":[500,300]})</tool_call>)"},
      {"tool_call_tags",
       R"(<tool_calls>[{"name":"click_element","arguments":{"label":"OK","box":[500,300]}}])"},
      {"tool_call_tags",
       R"(<|tool_call|>[{"name":"click_element","arguments":{"label":"OK","box":[500,300]}}])"},
      {"kimi_tokens",
       "<|tool_calls_section_begin|><|tool_call_begin|>functions.click_element:0"
       "<|tool_call_argument_begin|>{\"label\":\"OK\",\"box\":[500,300]}<|tool_call_end|>"
       "<|tool_calls_section_end|>"},
      {"deepseek_tokens",
       "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>click_element\n```json\n"
       "{\"label\":\"OK\",\"box\":[500,300]}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"},
      {"deepseek_tokens",
       "<｜tool▁call▁begin｜>click_element<｜tool▁sep｜>{\"label\":\"OK\",\"box\":[500,300]}"
       "<｜tool▁call▁end｜>"},
      {"gemma_call",
       R"(<|tool_call>call:click_element{label:<|"|>OK<|"|>,box:[500,300]}<tool_call|>)"},
      {"gemma_call", "I click.\ncall:click_element{label:OK,box:[500,300]}"},
      {"gemma_call", "call:click_element{\"label\": \"OK\", \"box\": [500, 300]}"},
      {"calling_tool", R"([Calling tool: click_element({"label": "OK", "box": [500, 300]})])"},
      {"calling_tool", R"(I click. [Tool call: click_element(label="OK", box=[500, 300])])"},
      {"python_tag",
       R"(<|python_tag|>{"name":"click_element","parameters":{"label":"OK","box":[500,300]}})"},
      {"python_tag", R"(<|python_tag|>click_element(label="OK", box=[500, 300]))"},
      {"mistral_calls",
       R"([TOOL_CALLS][{"name":"click_element","arguments":{"label":"OK","box":[500,300]}}])"},
      {"mistral_calls", R"([TOOL_CALLS]click_element[ARGS]{"label":"OK","box":[500,300]})"},
      {"mistral_calls", R"([TOOL_CALLS]click_element{"label":"OK","box":[500,300]}</s>)"},
      {"harmony",
       R"(<|channel|>commentary to=functions.click_element <|constrain|>json<|message|>{"label":"OK","box":[500,300]}<|call|>)"},
      {"harmony", R"(commentary to=functions.click_element json{"label":"OK","box":[500,300]})"},
      {"function_tags",
       "<function=click_element>\n<parameter=label>OK</parameter>\n"
       "<parameter=box>[500,300]</parameter>\n</function>\n</tool_call>"},
      {"function_tags", "<function=click_element>{\"label\":\"OK\",\"box\":[500,300]}</function>"},
      {"function_tags",
       "I click.<function name='click_element'><parameter name='label'>OK</parameter>"
       "<parameter name='box'>[500,300]</parameter></function>"},
      {"invoke_tags",
       "<function_calls>\n<invoke name=\"click_element\">\n<parameter "
       "name=\"label\">OK</parameter>\n"
       "<parameter name=\"box\">[500,300]</parameter>\n</invoke>\n</function_calls>"},
      {"react",
       "Thought: OK is there.\nAction: click_element\nAction Input: {\"label\":\"OK\","
       "\"box\":[500,300]}\nObservation: done"},
      {"react",
       "Action: click_element\nAction Input:\n```json\n{\"label\":\"OK\",\"box\":[500,300]}\n```"},
      {"tool_code", "```tool_code\nclick_element(label=\"OK\", box=[500,300])\n```"},
      {"tool_code",
       "```tool_code\nprint(default_api.click_element(label=\"OK\", box=[500,300]))\n```"},
      {"object",
       "I will click OK.\n{\"name\":\"click_element\",\"arguments\":{\"label\":\"OK\","
       "\"box\":[500,300]}}"},
      {"object", R"({"tool":"click_element","args":{"label":"OK","box":[500,300]}})"},
      {"object", R"({"tool_name":"click_element","parameters":{"label":"OK","box":[500,300]}})"},
      {"object", R"({"function":"click_element","arguments":{"label":"OK","box":[500,300]}})"},
      {"object",
       R"({"function":{"name":"click_element","arguments":{"label":"OK","box":[500,300]}}})"},
      {"object", R"({"action":"click_element","action_input":{"label":"OK","box":[500,300]}})"},
      {"object", R"({"action":"click_element","label":"OK","box":[500,300]})"},
      {"object", R"({"click_element":{"label":"OK","box":[500,300]}})"},
      {"object",
       R"({"tool_calls":[{"name":"click_element","arguments":"{\"label\":\"OK\",\"box\":[500,300]}"}]})"},
      {"object",
       "```json\n{'name':'click_element','arguments':{'label':'OK','box':[500,300]}}\n```"},
      {"object", R"({"name":"click_element","arguments":{"label":"OK","box":[500,300]})"},
      {"brackets", R"(click_element({"label":"OK","box":[500,300]}))"},
      {"brackets", R"(click_element(label="OK", box=[500,300]))"},
      {"brackets", "I click OK.\n\n`click_element(label=\"OK\", box=[500,300])`"},
      {"brackets", "1. click_element('OK', [500, 300])"},
      {"brackets", R"(click_element {"label":"OK","box":[500,300]})"},
      {"brackets", ">>>click_element\n{\"label\":\"OK\",\"box\":[500,300]}"},
      {"brackets", "[click_element(label=\"OK\", box=[500,300])]"},
      {"brackets", "Action: click_element(label=\"OK\", box=[500,300])"},
      {"brackets", "```python\nclick_element(label=\"OK\", box=[500,300])\n```"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(found(row.text), std::string(row.form) + ": " + kOk) << row.text;
}

TEST(CallForms, KeepTypedText) {
  const struct {
    const char *text, *arguments;
  } rows[] = {
      // A text parameter stays a text, whatever it looks like, and may contain marks.
      {"<function=type_text><parameter=text>[1, 2]</parameter></function>", R"({"text":"[1, 2]"})"},
      {"<function=type_text>\n<parameter=text>\na</parameter>b\n</parameter>\n</function>",
       R"({"text":"a</parameter>b"})"},
      {R"(<tool_call>{"name":"type_text","arguments":{"text":"<tool_call>{\"name\":1}"}}</tool_call>)",
       R"({"text":"<tool_call>{\"name\":1}"})"},
      {R"({"name":"type_text","arguments":{"text":"https:\/\/a.b\/ü"}})",
       "{\"text\":\"https://a.b/ü\"}"},
      {R"(type_text(text='it\'s "me"'))", R"({"text":"it's \"me\""})"},
      {"call:type_text{text:Hello, world}", R"({"text":"Hello, world"})"},
      {R"(<|tool_call>call:type_text{text:<|"|>a, b: {c}<|"|>}<tool_call|>)",
       R"({"text":"a, b: {c}"})"},
      {"<function=observe_screen></function>", "{}"},
      {"observe_screen()", "{}"},
      {R"({"name":"observe_screen","arguments":null})", "{}"},
      {"Action: observe_screen\nAction Input:", "{}"},
      {"<|tool_call_begin|>functions.observe_screen:0<|tool_call_end|>", "{}"},
  };
  for (const auto& row : rows) {
    const std::vector<TextCall> calls = find(row.text);
    ASSERT_EQ(calls.size(), 1U) << row.text;
    EXPECT_EQ(calls[0].arguments, row.arguments) << row.text;
    EXPECT_FALSE(calls[0].in_sentence) << row.text;
  }
}

TEST(CallForms, OfUnknownNamesAreCallsByTheirMarks) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {R"([Calling tool: computer_use({"action": "left_click"})])",
       R"(calling_tool: computer_use {"action":"left_click"})"},
      {"I "
       "click.\n<function=computer_use>\n<parameter=action>\nleft_click\n</parameter>\n</function>",
       R"(function_tags: computer_use {"action":"left_click"})"},
      {R"({"name":"delete_everything","arguments":{}})", "object: delete_everything {}"},
      {R"(open_app({"name":"x"}))", R"(brackets: open_app {"name":"x"})"},
      {"```tool_code\nopen_app(name='x')\n```", R"(tool_code: open_app {"name":"x"})"},
      {"<invoke name=\"computer\"><parameter name=\"action\">wait</parameter></invoke>",
       R"(invoke_tags: computer {"action":"wait"})"},
  };
  for (const auto& row : rows) EXPECT_EQ(found(row.text), row.expected) << row.text;
}

TEST(CallForms, ThatCannotBeReadAreFoundToo) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {"<tool_call>{\"name\":</tool_call>", "tool_call_tags: ?"},
      {"<tool_call>\n<function=click_element>\n<parameter=label>\nO",
       "tool_call_tags: ?click_element"},
      {"[TOOL_CALLS][{\"name\":\"click_el", "mistral_calls: ?"},
      {"click_element(label=OK, box=[500,300])", "brackets: ?click_element"},
      {R"({"name":"click_element","arguments":"{\"label\":"})", "object: ?click_element"},
      {"<|tool_call_begin|>functions.click_element:0<|tool_call_argument_begin|>{\"lab",
       "kimi_tokens: ?click_element"},
      {"drag(350, 350, 370, 290)", "brackets: ?drag"},
  };
  for (const auto& row : rows) EXPECT_EQ(found(row.text), row.expected) << row.text;
}

TEST(CallForms, AMentionIsText) {
  for (const char* text : {
           "I will answer with a `<tool_call>` block.",
           "The <tool_call></tool_call> pair is missing.",
           "The <function=NAME> tag, and <invoke> too.",
           "I would call click_element(…)",
           "I drag (slowly) and type_text is there.",
           "The phone call: he said {nothing}.",
           R"({"name":"Tom","kind":"cat"})",
           R"([{"name":"click_element"},"and so on"])",
           R"({"x":932,"y":880})",
           "pyautogui.drag(1, 2, 3)",
           "I will now click OK:",
           "Action: Click OK.\nAction Input is next.",
           "",
       })
    EXPECT_EQ(found(text), "") << text;
  // An ambiguous mention is reported as one.
  EXPECT_EQ(found("I used click_element(label=\"OK\", box=[500,300]) for it."),
            std::string("brackets: ") + kOk + " (in a sentence)");
  EXPECT_EQ(found("The call was {\"name\":\"click_element\",\"arguments\":{\"label\":\"OK\","
                  "\"box\":[500,300]}}"),
            std::string("object: ") + kOk + " (in a sentence)");
}

TEST(CallForms, AreFoundInTheTextsOrder) {
  EXPECT_EQ(found("<tool_call>{\"name\":\"observe_screen\",\"arguments\":{}}</tool_call>\n"
                  "press_key(key=\"enter\")\n<function=type_text><parameter=text>a</parameter>"
                  "</function>"),
            R"(tool_call_tags: observe_screen {}; brackets: press_key {"key":"enter"}; )"
            R"(function_tags: type_text {"text":"a"})");
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "<tool_call>{\n";
  EXPECT_LE(find(many).size(), 20U);
}

TEST(CallForms, TakeLinearTime) {
  for (const std::string piece : {"<tool_call>",
                                  "<tool_call>{\"",
                                  "{\"",
                                  "{\n\"a\":",
                                  "[{",
                                  "click_element(",
                                  "\ndrag('",
                                  "<function=a>",
                                  "<function=drag><parameter=",
                                  "<invoke name=",
                                  "to=functions.a",
                                  "<|tool_call_begin|>a",
                                  "call:a{b:",
                                  "\nAction: a\nAction Input: {",
                                  "```tool_code\n",
                                  "\nAction: drag\nAction Input: {}",
                                  "[TOOL_CALLS][",
                                  "<tool_call>a<arg_key>",
                                  "\"",
                                  "<"}) {
    const auto text_of = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return text;
    };
    EXPECT_LT(growth(text_of(10'000), text_of(160'000), 64,
                     [](const std::string& text) { static_cast<void>(find(text)); }),
              64)
        << piece;
  }
}
}  // namespace franz::executor
