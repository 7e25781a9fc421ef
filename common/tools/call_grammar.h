#pragma once
// The call language: what a model may write inside a ```python block. Its grammar heads
// call_grammar.cpp. Nothing in it can run anything, and reading takes linear time and bounded
// depth. Source of the error texts: CPython 3.13, by its behaviour.
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

// What ends a block early, in Python's words.
struct CallError {
  std::string kind;    // the exception's name: "TypeError"
  std::string text;    // the whole line: "TypeError: drag() missing 1 required …"
  int line = 0;        // from 1; 0: no line can be named
  std::string source;  // that source line without blanks at its ends; empty where line is 0
};

// A statement of a block.
struct Statement {
  std::optional<Call> call;  // nothing: it fails when its turn comes
  std::string written;       // the model's own text, from its first to its last token
  int line = 0;              // of its first token
};

struct ReadCalls {
  std::vector<Statement> statements;  // all of them, in order; none after a SyntaxError
  std::optional<CallError> error;     // a SyntaxError, or that of the first statement that fails
  std::optional<std::size_t> failed;  // that statement's index; nothing for a SyntaxError
};

// A piece of a block, between two statements (see complete_part), and how many statements it may
// have.
struct CodePart {
  std::size_t begin = 0;
  std::size_t end = std::string_view::npos;
  std::size_t max_statements = kMaxStatements;
};

// Reads a block, or a part of it: all of that is parsed first, and a SyntaxError anywhere means no
// statements; then they are bound one by one, and the first that fails ends the run of them: what
// stands behind it is read all the same, to be accounted for. Lines count from the start of
// `code`, and its size and the lack of NULs are asked of the whole of it.
ReadCalls read_calls(std::string_view code, const Toolset& tools, const CodePart& part = {});

// Line ends as \n: CRLF and CR become one. read_calls does it by itself, but the positions of
// a part are those in code that has gone through here.
std::string normalise_newlines(std::string_view code);

// The length of the part of `code` that ends with the last newline or `;` outside brackets,
// strings and comments: what is whole when the text was cut off at its end. `code` as from
// normalise_newlines.
std::size_t complete_part(std::string_view code);
}  // namespace franz
