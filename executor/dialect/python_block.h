#pragma once
// Where the code is in a reply. Fences are those of CommonMark 0.31, §4.5.
#include <string>
#include <string_view>

namespace franz::executor {
struct PythonBlocks {
  int count = 0;      // ```python blocks in the text
  std::string first;  // the code of the first one, without its fences and their indentation
  bool first_is_closed = true;  // false: the text ends inside it
};

// An opening fence is a line of up to three spaces, three or more ` or ~, then python, python3, py
// or py3 in any case, then blanks. It closes at the first line of up to three spaces, at least as
// many of the same character, and blanks. Blocks of other languages are skipped whole, and so is
// what stands in <think>…</think>, to the end where that is not closed.
PythonBlocks find_python_blocks(std::string_view text);
}  // namespace franz::executor
