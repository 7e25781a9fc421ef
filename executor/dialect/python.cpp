#include "executor/dialect/python.h"
#include <utility>
#include "executor/dialect/python_block.h"

namespace franz::executor {
static Reading read_cut_off(std::string_view block, const Toolset& tools) {
  const std::string code = normalise_newlines(block);
  const std::size_t whole = complete_part(code);
  ReadCalls first = read_calls(code, tools, {0, whole, kMaxStatements});
  if (first.error) return {1, std::move(first.calls), std::move(first.error), false, {}};
  ReadCalls last =
      read_calls(code, tools, {whole, code.size(), kMaxStatements - first.calls.size()});
  for (PlacedCall& each : last.calls) first.calls.push_back(std::move(each));
  return {1, std::move(first.calls), std::move(last.error), true, {}};
}

Reading read_python(std::string_view text, const Toolset& tools) {
  const PythonBlocks found = find_python_blocks(text);
  if (found.count == 0) {
    return {0,
            {},
            CallError{"SyntaxError", "SyntaxError: no ```python block found in your reply.", 0, ""},
            false,
            {}};
  }
  Reading reading;
  if (found.first_is_closed) {
    ReadCalls read = read_calls(found.first, tools);
    reading.calls = std::move(read.calls);
    reading.error = std::move(read.error);
  } else {
    reading = read_cut_off(found.first, tools);
  }
  reading.blocks = found.count;
  return reading;
}
}  // namespace franz::executor
