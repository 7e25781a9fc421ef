#pragma once
// Finds strings and comments in code that may be invalid or cut off. Less exact than the tokenizer,
// but it accepts any characters; a string in single quotes ends at the latest with its line.
#include <cstdint>

namespace franz {
class CodeScan {
 public:
  enum class Place : std::uint8_t { code, comment, string };

  // State before the next character.
  Place place() const;

  // Moves past `c`. True if it is code: outside strings and comments and not after a backslash. The
  // line end that ends a comment or a string counts as code; quotes do not.
  bool take(char c);

 private:
  enum class State : std::uint8_t {
    code,
    comment,
    one_quote,   // which may be the first of three
    two_quotes,  // an empty string, or two of three
    single,      // in a string that one quote closes
    triple,
  };
  bool take_code(char c);
  bool take_single(char c);
  bool take_triple(char c);

  State state_ = State::code;
  bool escaped_ = false;  // after a backslash
  char quote_ = '"';
  int closing_ = 0;  // quotes that may close a triple-quoted string
};
}  // namespace franz
