#include "tests/fuzz/call_grammar_promises.h"
#include "common/tools/call_grammar.h"

namespace franz {
static std::string broken_by(const ReadCalls& read) {
  for (std::size_t i = 0; i < read.statements.size(); ++i) {
    const Statement& each = read.statements[i];
    if (each.written.empty() || each.line <= 0) return "a statement without its text or line";
    if (!each.call && !(read.failed && i >= *read.failed)) return "no call and no error";
    if (!each.call) continue;
    const Result<Call> again = parse_canonical_call(canonical_text(*each.call));
    if (!again.ok()) return "a call is refused: " + again.error().message;
    if (again.value().arguments.size() != each.call->arguments.size()) return "other arguments";
    const std::string once = canonical_text(again.value());
    const Result<Call> twice = parse_canonical_call(once);
    if (!twice.ok() || canonical_text(twice.value()) != once) return "a call reads back otherwise";
  }
  if (!read.error) return "";
  if (!read.error->text.starts_with(read.error->kind + ": ")) return "an error without its kind";
  const bool syntax = read.error->kind == "SyntaxError" || read.error->kind == "IndentationError";
  return syntax && !read.statements.empty() ? "statements beside a syntax error" : "";
}

std::string broken_call_grammar_promise(std::string_view text) {
  const Toolset tools = Toolset::all();
  const std::string code = normalise_newlines(text);
  const std::size_t whole = complete_part(code);
  if (whole > code.size()) return "a part longer than the whole";
  for (const ReadCalls& read : {read_calls(text, tools), read_calls(code, tools, {0, whole}),
                                read_calls(code, tools, {whole})})
    if (std::string broken = broken_by(read); !broken.empty()) return broken;
  return "";
}
}  // namespace franz
