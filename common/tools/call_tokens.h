#pragma once
// Splits call language code into tokens. This is the first of two passes: errors in strings,
// brackets, numbers, characters, backslashes or indentation anywhere in the block are reported
// before parsing. Indentation is accepted below a loop, condition, definition, import or
// assignment, because there the error must name the statement itself. Such a statement begins with
// a keyword, ends with ":" or has a "=" outside brackets.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
enum class TokenKind : std::uint8_t {
  number,
  string,  // with its prefix and quotes
  name,    // includes Python's keywords
  mark,    // one character of punctuation
  newline,
  block,  // indented lines begin, a block of the statement at `line`
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  char mark = 0;  // mark only
  std::uint32_t offset = 0, length = 0;
  std::uint32_t line = 0;  // where it begins, from 1
};

// An error that makes the whole block invalid.
struct SyntaxFault {
  std::string kind = "SyntaxError";
  std::string message;  // without the kind
  std::uint32_t line = 0;
};

struct Tokens {
  std::vector<Token> tokens;  // the last one is `end`, after a newline
  std::optional<SyntaxFault> fault;
};

// `code`: less than 4 GiB, lines ended by \n, no NUL. Tokens begin at `begin`, outside brackets;
// lines count from the start of `code`.
Tokens tokenize(std::string_view code, std::size_t begin);

// One of Python's keywords, including True, False and None.
bool is_keyword(std::string_view name);
}  // namespace franz
