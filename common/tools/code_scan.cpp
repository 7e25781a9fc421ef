#include "common/tools/code_scan.h"

namespace franz {
static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

CodeScan::Place CodeScan::place() const {
  switch (state_) {
    case State::code:
    case State::two_quotes: return Place::code;
    case State::comment: return Place::comment;
    case State::one_quote:
    case State::single:
    case State::triple: break;
  }
  return Place::string;
}

bool CodeScan::take(char c) {
  if (escaped_) {
    escaped_ = false;
    return false;
  }
  switch (state_) {
    case State::code: return take_code(c);
    case State::comment:
      if (is_line_end(c)) state_ = State::code;
      return is_line_end(c);
    case State::one_quote:
      if (c != quote_) return take_single(c);
      state_ = State::two_quotes;
      return false;
    case State::two_quotes:
      if (c != quote_) return take_code(c);
      state_ = State::triple;
      closing_ = 0;
      return false;
    case State::single: return take_single(c);
    case State::triple: return take_triple(c);
  }
  return false;
}

bool CodeScan::take_code(char c) {
  state_ = State::code;
  if (c == '\\') {
    escaped_ = true;
  } else if (c == '#') {
    state_ = State::comment;
  } else if (c == '\'' || c == '"') {
    state_ = State::one_quote;
    quote_ = c;
  } else {
    return true;
  }
  return false;
}

bool CodeScan::take_single(char c) {
  state_ = c == quote_ || is_line_end(c) ? State::code : State::single;
  escaped_ = c == '\\';
  return is_line_end(c);
}

bool CodeScan::take_triple(char c) {
  closing_ = c == quote_ ? closing_ + 1 : 0;
  if (closing_ == 3) state_ = State::code;
  escaped_ = c == '\\';
  return false;
}
}  // namespace franz
