#pragma once
// Where the code is in a reply. Fences are those of CommonMark 0.31, §4.5, and such as small models
// write them: indented as they please, behind a text, or behind the last call.
#include <string>
#include <string_view>

namespace franz::executor {
struct PythonBlocks {
  int count = 0;      // ```python blocks in the text
  std::string first;  // the code of the first one, without its fences and their indentation
  bool first_is_closed = true;  // false: the text ends inside it
};

// An opening fence is three or more ` or ~, then python, python3, py or py3 in any case, then
// blanks and the line's end; blanks or a text may stand before it. It closes at the first run of
// the same character, at least as many, followed by blanks and the line's end: alone on its line,
// or behind code where no string is open. In a comment, a run that ends what another one began
// there, as ```this```, closes nothing. An indented fence takes its blanks off its lines. Blocks of
// other languages are skipped whole, and so is what stands in <think>…</think>, to the end where
// that is not closed. Linear time.
PythonBlocks find_python_blocks(std::string_view text);
}  // namespace franz::executor
