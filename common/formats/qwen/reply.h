#pragma once
// The dialect "qwen": the function computer_use, as Qwen's vision models, GUI-Owl, EvoCUA and Fara
// call it. A call has one of three forms, which is recorded (ExecutorReply::passed_over):
//   tool_call_json    <tool_call>\n{"name":"computer_use","arguments":{"action":…}}\n</tool_call>
//   tool_call_xml     <tool_call>\n<function=computer_use>\n<parameter=action>\nkey\n</parameter>…
//   tool_calls        the server has moved it into the reply's tool calls
// and deviations, each recorded by its code as well:
//   no_tags           the JSON object or the function without <tool_call> around it
//   unclosed_tag      </tool_call>, </function> or </parameter> is missing
//   unclosed_json     brackets are missing at its end
//   python_literals   single quotes, True, a comma at the end: not JSON, but Python literals
//   type_for_action, escaped_line_end (verbs.h)
// Several calls are performed in order. Sources: QwenLM/Qwen-Agent, nous_fncall_prompt.py;
// QwenLM/Qwen3-VL, cookbooks/utils/agent_function_call.py; vLLM's tool parsers hermes and
// qwen3_coder.
#include "common/formats/dialect.h"

namespace franz {
Reading read_qwen(const Source& source, const Toolset& tools);
}  // namespace franz
