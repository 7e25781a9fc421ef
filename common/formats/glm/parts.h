#pragma once
// Parses a reply of GLM-4.5V or GLM-4.6V inside its JSON string token:
//   <think>…</think>I open the menu. <|begin_of_box|>left_click(start_box='[5,9]')<|end_of_box|>
//   Memory:
//   [{"file":"a.txt"}]
// Source: zai-org/GLM-V, examples/gui-agent/glm-45v.
#include <string>
#include <string_view>
#include "common/wire/sent_form.h"

namespace franz {
// Whether it is the name of an action, in any case: "left_click", "WAIT".
bool is_glm_action(std::string_view name);

// The token that describes the reply as a past step, " Thought: …\nAction: …": the text without
// thoughts, box tokens and the model's memory. The action is the content of the box, or begins at
// the first action name; without an action there is no "\nAction: ". Linear time.
std::string glm_step(const std::string& token);
inline constexpr SentForm kGlmStep{"glm_step", glm_step};

// The token of the list that the model keeps as its memory: from the bracket after the last line
// that begins with "Memory:" to its closing bracket, byte for byte. "\"\"": there is none, or it
// has no end. Linear time.
std::string glm_memory(const std::string& token);
inline constexpr SentForm kGlmMemory{"glm_memory", glm_memory, true, R"(\nMemory:\n[])"};
}  // namespace franz
