#pragma once
// The forms in which models and servers leave function calls in the text of a reply. They are found
// by their marks, wherever those are; the forms without marks only on a line of their own, since a
// sentence may mention a call.
//   code             mark
//   tool_call_tags   <tool_call>, <tool_calls>, <|tool_call|>
//   kimi_tokens      <|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{…}
//   deepseek_tokens  <｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME …
//   gemma_call       <|tool_call>call:NAME{key:<|"|>text<|"|>}, or a line call:NAME{key:text}
//   calling_tool     [Calling tool: NAME({…})], [Tool call: …], …
//   python_tag       <|python_tag|>{…}
//   mistral_calls    [TOOL_CALLS][{…}], [TOOL_CALLS]NAME[ARGS]{…}
//   harmony          to=functions.NAME <|constrain|>json<|message|>{…}
//   function_tags    <function=NAME>, <function name="NAME">
//   invoke_tags      <invoke name="NAME">
//   react            a line "Action: NAME", then a line "Action Input: {…}"
//   tool_code        a block ```tool_code
//   object           {"name":"NAME","arguments":{…}} that begins a line
//   brackets         NAME(…) and NAME{…} of a known name, on a line of its own; NAME(…) as the
//   whole
//                    text
// What is between the marks: call_payload.h. A mark that no call follows is a mention, and text.
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"

namespace franz {
struct TextCall {
  std::string_view form;     // its code
  std::string_view said;     // what people call the form
  std::string name;          // decoded; empty: it could not be read
  std::string arguments;     // a JSON object; empty: they could not be read
  std::string written;       // the text of it, at most kMaxWritten bytes
  bool in_sentence = false;  // of a form without marks: it may be only a mention
};

// `text`: decoded, without thoughts. `vocabulary`: the words in the request. In the text's
// order, none inside of another; at most kMaxCalls of them, and of each mark at most 20 that cannot
// be read. Linear time.
std::vector<TextCall> find_text_calls(std::string_view text, const Vocabulary& vocabulary);
}  // namespace franz
