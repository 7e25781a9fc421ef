#pragma once
// The forms in which models and servers leave function calls in the text of a reply. They are found
// by their marks anywhere; forms without marks count only on their own line, since a sentence may
// mention a call.
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
//   brackets         NAME(…) and NAME{…} of a known name, alone on a line; NAME(…) as the
//                    whole text
// call_payload.h describes what is between the marks. A mark without a call after it is a mention,
// and text.
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"

namespace franz {
struct TextCall {
  std::string_view form;     // its code
  std::string_view said;     // readable name of the form
  std::string name;          // decoded; empty: unreadable
  std::string arguments;     // a JSON object; empty: unreadable
  std::string written;       // its text, at most kMaxWritten bytes
  bool in_sentence = false;  // a form without marks: possibly only a mention
};

// `text`: decoded, without thoughts. `vocabulary`: the functions of the request. Returns calls in
// the order of the text, not nested; at most kMaxCalls, and at most 20 unreadable ones per mark.
// Linear time.
std::vector<TextCall> find_text_calls(std::string_view text, const Vocabulary& vocabulary);
}  // namespace franz
