#pragma once
// The call language: what a model may write in a ```python block. The grammar is at the top of
// call_grammar.cpp. It cannot execute code, and parsing takes linear time and bounded depth. Source
// of the error texts: the behaviour of CPython 3.13.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/call.h"
#include "common/tools/tool_registry.h"

namespace franz {
inline constexpr std::size_t kMaxBlockBytes = 1UL << 20U;  // 1 MiB of code
inline constexpr std::size_t kMaxStatements = 20000;
inline constexpr std::size_t kMaxOpenBrackets = 200;

// The error that ends a block early, in Python's words.
struct CallError {
  std::string kind;    // the exception's name: "TypeError"
  std::string text;    // the whole line: "TypeError: drag() missing 1 required …"
  int line = 0;        // from 1; 0: no line
  std::string source;  // that source line without surrounding blanks; empty if line is 0
};

// A statement of a block.
struct Statement {
  std::optional<Call> call;  // nothing: it fails when it is reached
  std::string written;       // the model's own text, from its first to its last token
  int line = 0;              // of its first token
};

struct ReadCalls {
  std::vector<Statement> statements;  // all of them, in order; none after a SyntaxError
  std::optional<CallError> error;     // a SyntaxError, or that of the first failing statement
  std::optional<std::size_t> failed;  // that statement's index; nothing for a SyntaxError
};

// A part of a block between two statements (see complete_part), and its maximum number of
// statements.
struct CodePart {
  std::size_t begin = 0;
  std::size_t end = std::string_view::npos;
  std::size_t max_statements = kMaxStatements;
};

// Parses a block or a part of it. The whole part is parsed first, and a SyntaxError anywhere means
// no statements. Then the statements are bound in order until the first failure; later ones are
// still parsed, so that they can be counted. Lines count from the start of `code`, and the checks
// of its size and of NULs cover all of it.
ReadCalls read_calls(std::string_view code, const Toolset& tools, const CodePart& part = {});

// Converts line ends to \n: CRLF and CR become one. read_calls() does this itself, but the
// positions of a part refer to converted code.
std::string normalise_newlines(std::string_view code);

// The length of the part of `code` that ends with the last newline or `;` outside brackets, strings
// and comments: the complete statements if the text was cut off. `code` as from
// normalise_newlines().
std::size_t complete_part(std::string_view code);
}  // namespace franz
