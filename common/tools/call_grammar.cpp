// The grammar, over the tokens of call_tokens.h:
//
//   block     = { newline | statement { ";" statement } [";"] newline }
//   statement = call
//   call      = NAME "(" [ argument { "," argument } [","] ] ")"
//   argument  = value | NAME "=" value                      positional before keyword
//   value     = { "+" | "-" } atom                          signs on numbers and True/False only
//   atom      = NUMBER | STRING { STRING } | True | False | None | NAME | "(" value ")" | tuple |
//   list tuple     = "(" [ value "," [ value { "," value } [","] ] ] ")" list      = "[" [ value {
//   "," value } [","] ] "]"
//
// A recursive descent parser with one token of lookahead. Its depth is the number of open brackets,
// which the tokenizer limits to kMaxOpenBrackets. A NAME among the arguments is a NameError when
// its statement is reached. So is a statement that begins with an unknown name followed by "(", "."
// or its end: its rest is skipped. Everything else not listed above is a SyntaxError, and then no
// call runs. Lines that are indented below a statement also make it a SyntaxError.
//
// Binding needs only the call itself, so each statement is bound as soon as it is parsed. The
// statements and the first failure are kept, and discarded if a SyntaxError follows.
#include "common/tools/call_grammar.h"
#include <algorithm>
#include <set>
#include <utility>
#include "common/base/ascii.h"
#include "common/tools/call_binder.h"
#include "common/tools/call_literals.h"
#include "common/tools/call_tokens.h"
#include "common/tools/suggestions.h"

namespace franz {
namespace {
constexpr std::string_view kOnlyCalls =
    "only tool calls with literal arguments can be used here, for example drag(100, 200, 300, 400)";
constexpr std::string_view kForgotComma = "invalid syntax. Perhaps you forgot a comma?";

struct NamePlace {
  std::string_view name;
  std::uint32_t line = 0;
};

// The contents of a call's brackets.
struct ParsedCall {
  const Tool* tool = nullptr;
  std::uint32_t line = 0;
  ParsedArguments arguments;
  std::optional<NamePlace> first_name;  // the first NAME used as a value
};

struct Language {
  const Toolset& tools;
  Surrogates surrogates;
  std::size_t max_statements;
};

class Parser {
 public:
  Parser(std::string_view code, const std::vector<Token>& tokens, const Language& language)
      : code_(code), tokens_(tokens), language_(language) {}

  // Fills in the statements and the failure; a SyntaxError in `fault` invalidates the rest.
  void run() {
    while (!fault && peek().kind != TokenKind::end) {
      if (take_newline()) continue;
      if (peek().kind == TokenKind::block) return only_calls();  // at the statement before it
      statement();
      if (!fault && !take_mark(';') && peek().kind != TokenKind::newline) only_calls();
    }
    if (!fault) fault = repeated_keyword_;
  }

  std::optional<SyntaxFault> fault;
  std::vector<Statement> statements;
  struct Failure {
    Raised raised;
    std::uint32_t line;
  };
  std::optional<Failure> failure;     // of the first statement that fails
  std::optional<std::size_t> failed;  // its index

 private:
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  std::string_view text(const Token& token) const {
    return code_.substr(token.offset, token.length);
  }
  static bool is_mark(const Token& token, char mark) {
    return token.kind == TokenKind::mark && token.mark == mark;
  }
  bool is_ordinary_name(const Token& token) const {
    return token.kind == TokenKind::name && !is_keyword(text(token));
  }
  bool take_mark(char mark) {
    if (!is_mark(peek(), mark)) return false;
    ++at_;
    return true;
  }
  bool take_newline() {
    if (peek().kind != TokenKind::newline) return false;
    ++at_;
    return true;
  }

  void fail(std::string_view message, std::uint32_t line) {
    if (!fault) fault = SyntaxFault{"SyntaxError", std::string(message), line};
  }
  void only_calls() { fail(kOnlyCalls, peek().line); }

  void statement() {
    if (statements.size() == language_.max_statements) {
      return fail("more than " + std::to_string(kMaxStatements) + " calls in one block",
                  peek().line);
    }
    if (is_mark(peek(), '(')) return bracketed_call();
    if (!is_ordinary_name(peek())) return only_calls();
    const Token first = peek();
    if (language_.tools.find(text(first)) == nullptr) {
      unknown_name();
      return keep(first, std::nullopt);
    }
    ParsedCall parsed;
    if (!call(parsed)) return;
    Result<Call, Failure> outcome = turn_of(parsed);
    if (outcome.ok()) return keep(first, std::move(outcome).value());
    if (!failure) failure = outcome.error();
    keep(first, std::nullopt);
  }

  // The text from `first` to the parser's position.
  void keep(const Token& first, std::optional<Call> call) {
    if (fault) return;
    if (!call && !failed) failed = statements.size();
    const Token& last = tokens_[at_ - 1];
    const std::string_view written =
        code_.substr(first.offset, last.offset + last.length - first.offset);
    statements.push_back({std::move(call), std::string(written), static_cast<int>(first.line)});
  }

  // A name that is not a tool. Only the text after it can make it a SyntaxError.
  void unknown_name() {
    const Token name = peek();
    ++at_;
    const bool ends = peek().kind == TokenKind::newline || is_mark(peek(), ';');
    if (!ends && !is_mark(peek(), '(') && !is_mark(peek(), '.')) return only_calls();
    for (std::size_t depth = 0; peek().kind != TokenKind::newline; ++at_) {
      const char mark = peek().mark;
      if (mark == ';' && depth == 0) break;
      if (mark == '(' || mark == '[' || mark == '{') ++depth;
      if (mark == ')' || mark == ']' || mark == '}') --depth;  // the tokenizer has matched them
    }
    if (!failure) failure = Failure{name_error(text(name)), name.line};
  }

  // A call in brackets is not just a call. Python would run it and report the error inside, so we
  // parse it too; a model learns most from that error.
  void bracketed_call() {
    const Token first = peek();
    std::size_t brackets = 0;
    for (; take_mark('('); ++brackets) {
    }
    ParsedCall parsed;
    if (!is_ordinary_name(peek()) || language_.tools.find(text(peek())) == nullptr) {
      return only_calls();
    }
    if (!call(parsed)) return;
    for (; brackets > 0 && take_mark(')'); --brackets) {
    }
    if (brackets > 0) return only_calls();
    Result<Call, Failure> outcome = turn_of(parsed);
    if (outcome.ok()) return fail(kOnlyCalls, first.line);
    if (!failure) failure = outcome.error();
    keep(first, std::nullopt);
  }

  bool call(ParsedCall& parsed) {
    parsed.tool = language_.tools.find(text(peek()));
    parsed.line = peek().line;
    ++at_;
    if (!take_mark('(')) {
      only_calls();
      return false;
    }
    std::set<std::string_view> keywords;
    bool positional_too_late = false;
    while (!fault && !is_mark(peek(), ')')) {
      if (is_ordinary_name(peek()) && is_mark(peek(1), '=')) {
        const Token name = peek();
        at_ += 2;
        if (!keywords.insert(text(name)).second && !repeated_keyword_) {
          // Python reports it only after parsing the whole block.
          repeated_keyword_ = SyntaxFault{
              "SyntaxError", "keyword argument repeated: " + std::string(text(name)), name.line};
        }
        parsed.arguments.keywords.emplace_back(text(name), value(parsed));
      } else {
        positional_too_late = positional_too_late || !keywords.empty();
        parsed.arguments.positional.push_back(value(parsed));
      }
      if (!take_mark(',') && !is_mark(peek(), ')')) only_calls();
    }
    if (!fault && positional_too_late) {
      fail("positional argument follows keyword argument", peek().line);
    }
    ++at_;
    return !fault;
  }

  // A value, with a check of the token after it.
  ParsedValue value(ParsedCall& parsed) {
    const std::uint32_t line = peek().line;
    bool is_signed = false, negative = false;
    for (; is_mark(peek(), '+') || is_mark(peek(), '-'); ++at_) {
      is_signed = true;
      negative = negative != is_mark(peek(), '-');
    }
    const Token first = peek();
    ParsedValue result = atom(parsed);
    if (fault) return result;
    if (begins_value(peek())) {
      fail(kForgotComma, line);
      return result;
    }
    const bool is_tool =
        result.kind == ValueKind::name && language_.tools.find(text(first)) != nullptr;
    if (is_tool || (is_signed && !apply_sign(result, negative))) fail(kOnlyCalls, first.line);
    return result;
  }

  bool begins_value(const Token& token) const {
    if (token.kind == TokenKind::number || token.kind == TokenKind::string) return true;
    if (token.kind != TokenKind::name) return false;
    const std::string_view name = text(token);
    return !is_keyword(name) || name == "True" || name == "False" || name == "None";
  }

  static bool apply_sign(ParsedValue& value, bool negative) {
    if (value.kind == ValueKind::boolean) value.kind = ValueKind::integer;
    if (value.kind == ValueKind::integer) {
      auto& integer = std::get<Integer>(value.value);
      if (negative && integer.magnitude != 0) integer.negative = !integer.negative;
      return true;
    }
    if (value.kind != ValueKind::real) return false;
    if (negative) value.value = -std::get<double>(value.value);
    return true;
  }

  ParsedValue atom(ParsedCall& parsed) {
    const Token token = peek();
    switch (token.kind) {
      case TokenKind::number: return number();
      case TokenKind::string: return strings();
      case TokenKind::name: return name(parsed);
      case TokenKind::mark:
        if (take_mark('(')) return bracketed(parsed);
        if (take_mark('[')) {
          items(parsed, ']');
          return {ValueKind::list, {}};
        }
        break;
      case TokenKind::newline:
      case TokenKind::block:
      case TokenKind::end: break;
    }
    only_calls();
    return {};
  }

  ParsedValue number() {
    std::optional<Argument> number = number_value(text(peek()));
    if (!number) {
      only_calls();
      return {};
    }
    ++at_;
    const bool real = std::holds_alternative<double>(*number);
    return {real ? ValueKind::real : ValueKind::integer, *std::move(number)};
  }

  ParsedValue strings() {
    std::string joined;
    for (; peek().kind == TokenKind::string; ++at_) {
      if (!append_string_value(text(peek()), language_.surrogates, joined)) {
        only_calls();
        return {};
      }
    }
    return {ValueKind::text, std::move(joined)};
  }

  ParsedValue name(ParsedCall& parsed) {
    const Token token = peek();
    const std::string_view word = text(token);
    if (word == "None" || word == "True" || word == "False") {
      ++at_;
      if (word == "None") return {ValueKind::none, {}};
      return {ValueKind::boolean, Integer{false, word == "True" ? 1U : 0U}};
    }
    if (is_keyword(word)) {
      only_calls();
      return {};
    }
    ++at_;
    if (!parsed.first_name) parsed.first_name = NamePlace{word, token.line};
    return {ValueKind::name, {}};
  }

  // After "(": a tuple, or one value in brackets.
  ParsedValue bracketed(ParsedCall& parsed) {
    if (take_mark(')')) return {ValueKind::tuple, {}};
    ParsedValue first = value(parsed);
    if (fault || take_mark(')')) return first;
    if (!take_mark(',')) {
      only_calls();
      return {};
    }
    items(parsed, ')');
    return {ValueKind::tuple, {}};
  }

  // Comma-separated values, including the closing bracket. Only the kind of container matters,
  // because no tool accepts one.
  void items(ParsedCall& parsed, char closing) {
    while (!fault && !take_mark(closing)) {
      value(parsed);
      if (!fault && !take_mark(',') && !is_mark(peek(), closing)) only_calls();
    }
  }

  Raised name_error(std::string_view name) const {
    const std::string_view nearest = nearest_name(name, language_.tools.names());
    std::string message = "name '" + std::string(name) + "' is not defined";
    if (!nearest.empty()) message += ". Did you mean: '" + std::string(nearest) + "'?";
    return Raised{"NameError", std::move(message)};
  }

  // Evaluates a statement: names first, then binding, types and ranges.
  Result<Call, Failure> turn_of(ParsedCall& parsed) const {
    if (parsed.first_name) {
      if (failure) return *failure;  // only the first is reported; suggestions are slow
      return Failure{name_error(parsed.first_name->name), parsed.first_name->line};
    }
    Result<Call, Raised> bound = bind_call(*parsed.tool, std::move(parsed.arguments));
    if (!bound.ok()) return Failure{bound.error(), parsed.line};
    return std::move(bound).value();
  }

  std::string_view code_;
  const std::vector<Token>& tokens_;
  const Language& language_;
  std::size_t at_ = 0;
  std::optional<SyntaxFault> repeated_keyword_;
};

// Line `number` of `code`, from 1, without surrounding blanks.
std::string source_line(std::string_view code, std::uint32_t number) {
  std::size_t begin = 0;
  for (; number > 1; --number) begin = std::min(code.find('\n', begin), code.size() - 1) + 1;
  const std::string_view line = code.substr(begin, code.find('\n', begin) - begin);
  return std::string(trimmed(line, " \t\f\v"));
}

CallError error_at(std::string_view code, const std::string& kind, const std::string& message,
                   std::uint32_t line) {
  return {kind, kind + ": " + message, static_cast<int>(line),
          line == 0 ? "" : source_line(code, line)};
}

ReadCalls read(std::string_view code, std::size_t begin, const Language& language) {
  const Tokens tokens = tokenize(code, begin);
  if (tokens.fault) {
    return {{}, error_at(code, tokens.fault->kind, tokens.fault->message, tokens.fault->line), {}};
  }
  Parser parser(code, tokens.tokens, language);
  parser.run();
  if (parser.fault) {
    return {{}, error_at(code, parser.fault->kind, parser.fault->message, parser.fault->line), {}};
  }
  ReadCalls result{std::move(parser.statements), std::nullopt, parser.failed};
  if (parser.failure) {
    const auto& [raised, line] = *parser.failure;
    result.error = error_at(code, raised.kind, raised.message, line);
  }
  return result;
}
}  // namespace

ReadCalls read_calls(std::string_view code, const Toolset& tools, const CodePart& part) {
  if (code.size() > kMaxBlockBytes) {
    return {{}, error_at(code, "SyntaxError", "a block longer than 1 MiB", 0), {}};
  }
  if (code.find('\0') != std::string_view::npos) {
    return {
        {}, error_at(code, "SyntaxError", "source code string cannot contain null bytes", 0), {}};
  }
  const std::string lines = normalise_newlines(code);
  const std::string_view up_to_end = std::string_view(lines).substr(0, part.end);
  return read(up_to_end, part.begin, {tools, Surrogates::refused, part.max_statements});
}

Result<Call> parse_canonical_call(std::string_view text) {
  if (text.find_first_of(std::string_view("\0\n\r", 3)) != std::string_view::npos) {
    return Error{"a control character in a canonical call"};
  }
  const Toolset tools = Toolset::all();
  ReadCalls calls = read(text, 0, {tools, Surrogates::kept, 1});
  if (calls.error) return Error{calls.error->text};
  if (calls.statements.size() != 1) return Error{"expected one call"};
  return *std::move(calls.statements.front().call);  // without an error each has a call
}
}  // namespace franz
