#pragma once
// Finds the code in a reply. Fences follow CommonMark 0.31, §4.5, with the deviations of small
// models: any indentation, and fences after a text or after the last call.
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace franz {
struct PythonBlocks {
  int count = 0;                // ```python blocks in the text
  std::string first;            // the first one's code, without fences and their indentation
  bool first_is_closed = true;  // false: the text ends inside it
  bool last_is_closed = true;   // of all languages; false: the text ends inside it
};

// An opening fence is three or more ` or ~, then python, python3, py or py3 in any case, then
// blanks and the line's end; blanks or a text may precede it. It closes at the first run of the
// same character, at least as many, followed by blanks and the line's end: alone on its line, or
// after code if no string is open. In a comment, the closing run of something like ```this```
// closes nothing. An indented fence removes its indentation from its lines. Blocks of other
// languages are skipped entirely. `text`: without thoughts (base/thoughts.h). Linear time.
PythonBlocks find_python_blocks(std::string_view text);

// The words after a fence that mean Python.
inline constexpr std::array<std::string_view, 4> kPythonNames{"python", "python3", "py", "py3"};

struct CodeBlock {
  std::string code;  // as PythonBlocks::first
  int line = 1;      // of the text, from 1, on which the code begins
  bool is_closed = true;
};
struct CodeBlocks {
  int count = 0;  // blocks in one of the languages
  CodeBlock taken;
  bool last_is_closed = true;  // of all languages
};
// Which block is used; last_filled: the last one with more than blanks.
enum class TakenBlock { first, last_filled };

// As find_python_blocks(), for blocks with one of the `languages`, in any case; "" is a fence
// without a word at the beginning of its line.
CodeBlocks find_code_blocks(std::string_view text, std::span<const std::string_view> languages,
                            TakenBlock which);
}  // namespace franz
