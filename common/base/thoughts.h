#pragma once
// Finds a model's thoughts that its server leaves in the text. One rule applies to all dialects and
// to text that is sent again; base/thought_marks.h has the names and forms of the marks. Thoughts
// are found in the JSON string token of the text, so that the remaining text keeps its bytes.
//
// The rule:
// 1. An opening mark begins a thought, and the closing mark of its name ends it. Marks inside are
//    part of it, another opening of the same name too.
// 2. A closing mark of a name that is not open makes everything before it a thought: templates put
//    the opening into the prompt, and models close twice or in another name. If a thought of
//    another name is open there, it goes on to its own closing mark if there is one.
// 3. An opening mark that nothing closes: the thought goes to the end of the text, because a draft
//    that max_tokens cut must not be performed. Names that are ordinary words (<reasoning>) count
//    there only at the beginning of their line: in a sentence they are part of it, and everything
//    after it would be lost. A thought of Seed's names ends at the next <seed:tool_call>.
// 4. A mark that is directly enclosed in quotes of one kind ('<think>', "</think>") or in single
//    backticks is a mention, and no mark.
// So everything up to the last closing mark is thought, except what is between complete pairs:
// "a<think>b</think>c" leaves "ac", "<think>a<think>b</think>c</think>d" leaves "d". It does not
// matter what a mark is part of: a call that types "<b></think>" is in the thought that ends there,
// and is not performed.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
struct Thought {
  std::size_t begin = 0, end = 0;                // bytes of the token, both marks included
  std::size_t inside_begin = 0, inside_end = 0;  // without the marks
  bool is_closed = false;                        // false: rule 3 ended it
  friend bool operator==(const Thought&, const Thought&) = default;
};

// The thoughts in a token, in order. Total: any bytes are accepted. Linear time.
std::vector<Thought> thoughts_in(std::string_view token);

// The decoded text of the first thought, without its marks; empty if there is none.
std::string first_thought(std::string_view token);

enum class LineEnds {
  kept,     // those inside a thought are kept, so that later lines keep their numbers
  dropped,  // those inside a thought and directly after it are removed
};
enum class UnclosedThought { dropped, kept };

// The token without its thoughts; all other bytes are unchanged.
std::string without_thoughts(std::string_view token, LineEnds line_ends,
                             UnclosedThought unclosed = UnclosedThought::dropped);
}  // namespace franz
