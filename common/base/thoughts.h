#pragma once
// What a model thought before it answered, where its server leaves it in the text: between <think>
// and </think>. It is found in the JSON string token of the text, so that what is left keeps its
// bytes.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
struct Thought {
  std::size_t begin = 0, end = 0;  // bytes of the token, both marks included
  friend bool operator==(const Thought&, const Thought&) = default;
};

// The thoughts in a token, in their order. A thought without an end goes to the end of the text; of
// an end without a beginning, which templates put into the prompt, the first one ends the thought
// that the text begins with. The marks may be escaped ("\u003cthink\u003e", as Go's encoder writes
// them). Linear time.
std::vector<Thought> thoughts_in(std::string_view token);

// What becomes of the line ends inside a thought.
enum class LineEnds {
  kept,     // lines behind it keep their numbers
  dropped,  // with the blank lines behind the thought
};

// The token without its thoughts; all other bytes as they are.
std::string without_thoughts(std::string_view token, LineEnds line_ends);
}  // namespace franz
