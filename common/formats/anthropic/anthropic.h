#pragma once
// Anthropic's computer tool as OpenAI's function calls, through servers that translate. Its memory
// is a conversation (common/memory/history.h).
#include "common/formats/format.h"

namespace franz {
extern const Format kAnthropicFormat;
}  // namespace franz
