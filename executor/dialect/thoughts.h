#pragma once
// What a model thought before it answered, where its server leaves it in the text.
#include <string>
#include <string_view>

namespace franz::executor {
// The text with every <think>…</think> taken out but for its line ends, so that lines keep their
// numbers. A thought without an end goes to the end of the text; of an end without a beginning,
// which templates put into the prompt, the first one ends the thought that the text begins with.
// Linear time.
std::string without_thoughts(std::string_view text);
}  // namespace franz::executor
