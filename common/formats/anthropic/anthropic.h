#pragma once
// Anthropic's computer tool as OpenAI's function calls, through servers that translate. It is shown
// the past as a conversation (common/memory/history.h).
#include "common/formats/format.h"

namespace franz {
extern const Format kAnthropicFormat;
}  // namespace franz
