#pragma once
// The dialect "pyautogui": Python that calls pyautogui and `computer` with literal arguments, as
// OpenCUA, Kimi and EvoCUA-S1 write it, and ScaleCUA's calls without a module. No code is run: the
// calls are read (literal_call.h) and performed in order (verbs.h). The form is recorded
// (ExecutorReply::passed_over):
//   code_block      the last block between fences, ```python, ```code or without a word
//   action_tags     <action>\nclick(x=…, y=…)\n</action>, the last one; before any fence
// and deviations, each recorded by its code as well:
//   no_fence        neither fence nor tag: lines that begin with pyautogui. or computer., from the
//                   first one on
//   unclosed_block, unclosed_tag    the closing fence or </action> is missing
//   no_module       names without pyautogui. or computer., except between tags
//   imports         `import …` and `from … import …`, which do nothing
// All other statements (loops, conditions, assignments, definitions) and arguments that are not
// literals (names, f-strings, arithmetic) are refused by name. Reading and the turn end there
// (OnError::stop). Sources: xlang-ai/OpenCUA and OSWorld's mm_agents/opencua, mm_agents/kimi;
// OpenGVLab/ScaleCUA.
#include "common/formats/dialect.h"

namespace franz {
Reading read_pyautogui(const Source& source, const Toolset& tools);
}  // namespace franz
