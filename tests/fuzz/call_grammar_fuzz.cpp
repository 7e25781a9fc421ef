// libFuzzer: whatever the bytes, the reader ends, and what it gives keeps its promises.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include "common/tools/call_grammar.h"
#include "executor/dialect/python.h"

static void require(bool holds) {
  if (!holds) std::abort();
}

static void check(const franz::ReadCalls& read) {
  for (std::size_t i = 0; i < read.statements.size(); ++i) {
    const franz::Statement& each = read.statements[i];
    require(!each.written.empty() && each.line > 0);
    require(each.call.has_value() || (read.failed && i >= *read.failed));
    if (!each.call) continue;
    // Reading back gives the same text, but for integers beyond 63 bits, which become floats.
    const franz::Result<franz::Call> again =
        franz::parse_canonical_call(canonical_text(*each.call));
    require(again.ok());
    require(again.value().arguments.size() == each.call->arguments.size());
    const std::string once = canonical_text(again.value());
    require(canonical_text(franz::parse_canonical_call(once).value()) == once);
  }
  if (!read.error) return;
  require(read.error->text.starts_with(read.error->kind + ": "));
  if (read.error->kind == "SyntaxError" || read.error->kind == "IndentationError") {
    require(read.statements.empty());
  }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const franz::Toolset tools = franz::Toolset::all();
  check(franz::read_calls(text, tools));
  const std::string code = franz::normalise_newlines(text);
  const std::size_t whole = franz::complete_part(code);
  require(whole <= code.size());
  check(franz::read_calls(code, tools, {0, whole}));
  check(franz::read_calls(code, tools, {whole}));
  (void)franz::executor::read_python(text, tools);
  return 0;
}
