#pragma once
// Code in the call language as tokens. This is the first of two passes: what is wrong with
// strings, brackets, numbers, characters, backslashes or indentation anywhere in the block is told
// before anything is parsed. One indentation is not wrong here: that of the lines below a loop,
// condition, definition, import or assignment, where the statement itself is what a model must
// hear of. Such a statement begins with a keyword, ends with ":" or has a "=" outside brackets.
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
  name,    // keywords of Python, too
  mark,    // one character of punctuation
  newline,
  block,  // deeper lines begin, which belong to a statement above; `line` is that statement's
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  char mark = 0;  // mark only
  std::uint32_t offset = 0, length = 0;
  std::uint32_t line = 0;  // where it begins, from 1
};

// What makes a block no code at all.
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

// One of Python's keywords, True, False and None among them.
bool is_keyword(std::string_view name);
}  // namespace franz
