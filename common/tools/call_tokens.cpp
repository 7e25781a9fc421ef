#include "common/tools/call_tokens.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/tools/call_grammar.h"
#include "common/tools/code_scan.h"

namespace franz {
namespace {
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_letter(c) || is_digit(c); }

bool is_digit_of_base(char c, int base) {
  const char l = ascii_lower(c);
  if (base == 16) return is_digit(c) || (l >= 'a' && l <= 'f');
  return c >= '0' && c < '0' + base;
}

// Python's "not printable", for the characters that the language mentions.
bool is_printable(char32_t c) {
  static constexpr std::array<std::pair<char32_t, char32_t>, 8> kNot{{{0x01, 0x1F},
                                                                      {0x7F, 0xA0},
                                                                      {0xAD, 0xAD},
                                                                      {0x2000, 0x200F},
                                                                      {0x2028, 0x202F},
                                                                      {0x205F, 0x206F},
                                                                      {0x3000, 0x3000},
                                                                      {0xFEFF, 0xFEFF}}};
  return std::ranges::none_of(kNot,
                              [c](auto range) { return c >= range.first && c <= range.second; });
}

std::string code_point(char32_t c) {
  std::string digits;
  for (; c != 0 || digits.size() < 4; c /= 16) digits.insert(0, 1, "0123456789ABCDEF"[c % 16]);
  return "U+" + digits;
}

// A "=" next to one of these characters is half of ==, !=, <= or >=.
bool is_comparison(char before, char after) {
  return after == '=' || before == '=' || before == '!' || before == '<' || before == '>';
}

struct OpenBracket {
  char mark;
  std::uint32_t line;
};

constexpr std::string_view kInvalidNumber = "invalid decimal literal";

class Tokenizer {
 public:
  Tokenizer(std::string_view code, std::size_t begin) : code_(code), at_(begin) {
    line_ = 1 + static_cast<std::uint32_t>(std::count(
                    code.begin(), code.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    // After a `;` the rest of a line is not a new line, so its blanks are not indentation.
    line_start_ = begin == 0 || code[begin - 1] == '\n';
  }

  Tokens run() && {
    while (!result_.fault && at_ < code_.size()) {
      if (line_start_) indentation();
      if (!result_.fault && at_ < code_.size()) next();
    }
    if (result_.fault) return std::move(result_);
    if (!open_.empty()) {
      fail(std::string("'") + open_.back().mark + "' was never closed", open_.back().line);
      return std::move(result_);
    }
    add(TokenKind::newline, at_, at_, line_);
    add(TokenKind::end, at_, at_, line_);
    return std::move(result_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < code_.size() ? code_[at_ + ahead] : '\0';
  }

  void fail(std::string message, std::uint32_t line) {
    result_.fault = SyntaxFault{"SyntaxError", std::move(message), line};
  }

  void add(TokenKind kind, std::size_t from, std::size_t to, std::uint32_t line) {
    result_.tokens.push_back({kind, kind == TokenKind::mark ? code_[from] : '\0',
                              static_cast<std::uint32_t>(from),
                              static_cast<std::uint32_t>(to - from), line});
  }

  void add_mark() {
    add(TokenKind::mark, at_, at_ + 1, line_);
    ++at_;
  }

  // The blanks before a statement, across lines joined by a backslash. Blank lines and comment
  // lines may be anywhere.
  void indentation() {
    line_start_ = false;
    std::size_t column = 0;
    while (at_ < code_.size() && !result_.fault) {
      const char c = peek();
      if (c == '\\') {
        join_lines();
        continue;
      }
      if (c != ' ' && c != '\t' && c != '\f') break;
      column =
          c == '\f'
              ? 0
              : column + 1;  // only whether it is nonzero matters: no statement may be indented
      ++at_;
    }
    if (result_.fault || at_ == code_.size() || peek() == '\n' || peek() == '#') return;
    if (column == 0) {
      owner_.reset();
      begin_ = result_.tokens.size();
    } else if (!owner_) {
      result_.fault = SyntaxFault{"IndentationError", "unexpected indent", line_};
    } else if (result_.tokens.back().kind != TokenKind::block) {
      add(TokenKind::block, at_, at_, *owner_);
    }
  }

  // A logical line has ended. If it may have a nested block, the next lines may be indented.
  void end_line() {
    const std::vector<Token>& tokens = result_.tokens;
    if (!owner_ && begin_ < tokens.size()) {
      const Token& first = tokens[begin_];
      const bool keyword =
          first.kind == TokenKind::name && is_keyword(code_.substr(first.offset, first.length));
      if (keyword || assigns_ || tokens.back().mark == ':') owner_ = first.line;
    }
    assigns_ = false;
    add(TokenKind::newline, at_, at_ + 1, line_);
  }

  // A backslash, the end of its line, and further text on the next one.
  void join_lines() {
    if (peek(1) != '\n' || at_ + 2 >= code_.size()) {
      fail("unexpected character after line continuation character", line_);
      return;
    }
    at_ += 2;
    ++line_;
  }

  void next() {
    const char c = peek();
    switch (c) {
      case ' ':
      case '\t':
      case '\f': ++at_; return;
      case '\n':
        if (open_.empty()) end_line();
        line_start_ = open_.empty();
        ++at_;
        ++line_;
        return;
      case '#': at_ = std::min(code_.find('\n', at_), code_.size()); return;
      case '\\': join_lines(); return;
      case '\'':
      case '"': string(at_); return;
      case '(':
      case '[':
      case '{': open(c); return;
      case ')':
      case ']':
      case '}': close(c); return;
      default: break;
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
    } else if (is_letter(c)) {
      name();
    } else {
      other();
    }
  }

  void other() {
    const DecodedCharacter character = decode_utf8(code_.substr(at_));
    const std::string_view bytes = code_.substr(at_, character.length);
    if (!is_printable(character.code)) {
      fail("invalid non-printable character " + code_point(character.code), line_);
    } else if (character.code >= 0x80) {
      fail("invalid character '" + std::string(bytes) + "' (" + code_point(character.code) + ")",
           line_);
    } else {
      if (character.code == '=' && open_.empty()) {
        assigns_ = assigns_ || !is_comparison(at_ > 0 ? code_[at_ - 1] : ' ', peek(1));
      }
      add_mark();
    }
  }

  void open(char mark) {
    if (open_.size() >= kMaxOpenBrackets) return fail("too many nested parentheses", line_);
    open_.push_back({mark, line_});
    add_mark();
  }

  void close(char mark) {
    if (open_.empty()) return fail(std::string("unmatched '") + mark + "'", line_);
    const OpenBracket opened = open_.back();
    const char fitting = opened.mark == '(' ? ')' : opened.mark == '[' ? ']' : '}';
    if (mark != fitting) {
      std::string message = std::string("closing parenthesis '") + mark +
                            "' does not match opening parenthesis '" + opened.mark + "'";
      if (opened.line != line_) message += " on line " + std::to_string(opened.line);
      return fail(message, line_);
    }
    open_.pop_back();
    add_mark();
  }

  // A name, or the prefix of a string: r, u, b, f, and r with b or f, ignoring case.
  void name() {
    const std::size_t start = at_;
    while (is_name_part(peek())) ++at_;
    if ((peek() == '\'' || peek() == '"') && is_prefix(code_.substr(start, at_ - start))) {
      return string(start);
    }
    add(TokenKind::name, start, at_, line_);
  }

  static bool is_prefix(std::string_view letters) {
    static constexpr std::array<std::string_view, 8> kPrefixes{"r",  "u",  "b",  "f",
                                                               "rb", "br", "rf", "fr"};
    if (letters.size() > 2) return false;
    return std::ranges::find(kPrefixes, ascii_lower(letters)) != kPrefixes.end();
  }

  // From the quote at `at_`; its prefix begins at `start`. The parser decodes escapes; here an
  // escape only keeps the next character from ending the string.
  void string(std::size_t start) {
    const char quote = peek();
    const bool triple = peek(1) == quote && peek(2) == quote;
    const std::uint32_t opening_line = line_;
    at_ += triple ? 3 : 1;
    while (at_ < code_.size()) {
      if (peek() == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
        at_ += triple ? 3 : 1;
        return add(TokenKind::string, start, at_, opening_line);
      }
      if (peek() == '\n' && !triple) break;
      if (peek() == '\\') ++at_;
      if (peek() == '\n') ++line_;
      ++at_;
    }
    // A newline at the very end does not count as a line for the message.
    if (at_ >= code_.size() && code_.back() == '\n') --line_;
    fail(std::string(triple ? "unterminated triple-quoted string" : "unterminated string") +
             " literal (detected at line " + std::to_string(line_) + ")",
         opening_line);
  }

  // Digits of `base` with single underscores between them; false: a misplaced underscore.
  bool digits(int base) {
    for (;;) {
      while (is_digit_of_base(peek(), base)) ++at_;
      if (peek() != '_') return true;
      if (!is_digit_of_base(peek(1), base)) return false;
      ++at_;
    }
  }

  void number() {
    const std::size_t start = at_;
    const std::string_view trouble = scan_number();
    if (!trouble.empty()) return fail(std::string(trouble), line_);
    if (is_name_part(peek())) return fail(std::string(kInvalidNumber), line_);
    add(TokenKind::number, start, at_, line_);
  }

  // Moves past the number; returns its error.
  std::string_view scan_number() {
    const char letter = peek() == '0' ? ascii_lower(peek(1)) : '\0';
    if (const int base = letter == 'x'   ? 16
                         : letter == 'o' ? 8
                         : letter == 'b' ? 2
                                         : 0;
        base != 0) {
      at_ += 2;
      if (peek() == '_') ++at_;
      return is_digit_of_base(peek(), base) && digits(base) ? "" : kInvalidNumber;
    }
    const std::size_t start = at_;
    if (!digits(10)) return kInvalidNumber;
    const std::string_view whole = code_.substr(start, at_ - start);
    bool is_float = false;
    if (peek() == '.') {
      is_float = true;
      ++at_;
      if (is_digit(peek()) && !digits(10)) return kInvalidNumber;
    }
    if (ascii_lower(peek()) == 'e') {
      is_float = true;
      at_ += peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (!is_digit(peek()) || !digits(10)) return kInvalidNumber;
    }
    if (!is_float && whole.front() == '0' && whole.find_first_not_of("0_") != whole.npos) {
      return "leading zeros in decimal integer literals are not permitted; use an 0o prefix for "
             "octal integers";
    }
    return "";
  }

  std::string_view code_;
  std::size_t at_;
  std::uint32_t line_ = 1;
  bool line_start_ = true;
  // For the last logical line that was not indented: where its tokens begin, whether it has a "=",
  // and its number if indented lines below it are its block.
  std::size_t begin_ = 0;
  bool assigns_ = false;
  std::optional<std::uint32_t> owner_;
  std::vector<OpenBracket> open_;
  Tokens result_;
};
}  // namespace

bool is_keyword(std::string_view name) {
  static constexpr std::array<std::string_view, 35> kKeywords{
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return std::ranges::binary_search(kKeywords, name);
}

Tokens tokenize(std::string_view code, std::size_t begin) { return Tokenizer(code, begin).run(); }

std::string normalise_newlines(std::string_view code) {
  std::string lines;
  lines.reserve(code.size());
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '\r') {
      lines += '\n';
      if (i + 1 < code.size() && code[i + 1] == '\n') ++i;
    } else {
      lines += code[i];
    }
  }
  return lines;
}

// Any closing bracket may close it.
std::size_t complete_part(std::string_view code) {
  std::size_t whole = 0, depth = 0;
  CodeScan scan;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (!scan.take(c)) continue;
    if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      depth -= depth > 0 ? 1 : 0;
    } else if ((c == '\n' || c == ';') && depth == 0) {
      whole = i + 1;
    }
  }
  return whole;
}
}  // namespace franz
