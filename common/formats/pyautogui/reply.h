#pragma once
// The dialect "pyautogui": Python that calls pyautogui and `computer` with literal arguments, as
// OpenCUA, Kimi and EvoCUA-S1 write it, and ScaleCUA's calls without a module. Nothing is run: the
// calls are read (literal_call.h) and performed in their order (verbs.h). Which form it
// was is recorded (ExecutorReply::passed_over):
//   code_block      the last block between fences, ```python, ```code or without a word
//   action_tags     <action>\nclick(x=…, y=…)\n</action>, the last one; before any fence
// and with deviations, each recorded by its code as well:
//   no_fence        lines that begin with pyautogui. or computer., from the first one on, and
//                   neither fence nor tag
//   unclosed_block, unclosed_tag    the closing fence or </action> is missing
//   no_module       names without pyautogui. or computer. in front, but between tags
//   imports         `import …` and `from … import …`, which do nothing
// All other statements (loops, conditions, assignments, definitions) and arguments that are no
// literals (names, f-strings, arithmetic) are refused by name. Reading ends there, and with it the
// turn (OnError::stop). Sources: xlang-ai/OpenCUA and OSWorld's mm_agents/opencua,
// mm_agents/kimi; OpenGVLab/ScaleCUA.
#include "common/formats/dialect.h"

namespace franz {
Reading read_pyautogui(const Source& source, const Toolset& tools);
}  // namespace franz
