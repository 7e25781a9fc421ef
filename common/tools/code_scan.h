#pragma once
// Where strings and comments are in code that may be wrong or cut off anywhere. Coarser than the
// tokenizer and never at a loss: no character stops it, and a string in single quotes ends with its
// line at the latest.
#include <cstdint>

namespace franz {
class CodeScan {
 public:
  enum class Place : std::uint8_t { code, comment, string };

  // Of the next character, as far as the ones before tell.
  Place place() const;

  // Moves past `c`. True: it stands in code, outside of strings and comments and not behind a
  // backslash; the end of a line that ends a comment or a string does, quotes do not.
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
  bool escaped_ = false;  // behind a backslash
  char quote_ = '"';
  int closing_ = 0;  // quotes that may close a triple string
};
}  // namespace franz
