#include "common/formats/text_action.h"
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include "common/base/ascii.h"

namespace franz {
namespace {
constexpr std::string_view kTextActionBlanks = " \t\r\n";
constexpr std::string_view kBehindCall = " \t\r\n`;,.*";
constexpr std::string_view kContent = "content";
constexpr std::array<std::string_view, 5> kLabels = {
    "thought:", "action:", "reflection:", "action_summary:", "memory:"};

std::size_t skip(std::string_view text, std::size_t at,
                 std::string_view signs = kTextActionBlanks) {
  return std::min(text.find_first_not_of(signs, at), text.size());
}

bool is_quote(char c) { return c == '\'' || c == '"'; }

// The opening quote of `content` in the call at `at`; nothing: it is not the first argument.
std::optional<std::size_t> content_of(std::string_view text, std::size_t at) {
  at = skip(text, at + dotted_name(text, at).size());
  if (at == text.size() || text[at] != '(') return std::nullopt;
  at = skip(text, at + 1);
  if (dotted_name(text, at) != kContent) return std::nullopt;
  at = skip(text, at + kContent.size());
  if (at == text.size() || text[at] != '=') return std::nullopt;
  at = skip(text, at + 1);
  if (at == text.size() || !is_quote(text[at])) return std::nullopt;
  return at;
}

bool begins_label(std::string_view text, std::size_t at) {
  return std::ranges::any_of(kLabels, [&](std::string_view label) {
    return equal_ignoring_case(text.substr(at, label.size()), label);
  });
}

// Whether `line` ends in a quote and a bracket.
bool ends_content(std::string_view line, char quote) {
  line = trimmed(line, " \t\r`");
  if (!line.ends_with(')')) return false;
  line.remove_suffix(1);
  return trimmed(line).ends_with(quote);
}

std::string unescaped(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
    if (next == '\'' || next == '"' || next == '\\') {
      plain += next;
    } else if (next == 'n') {
      plain += '\n';
    } else if (next == 't') {
      plain += '\t';
    } else {
      plain += text[i];
      continue;
    }
    ++i;
  }
  return plain;
}

bool holds_bare(std::string_view text, char quote) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == quote) return true;
    if (text[i] == '\\') ++i;
  }
  return false;
}

void read_content(std::string_view piece, std::size_t open, TextAction& action) {
  const char quote = piece[open];
  std::size_t close = piece.npos;
  for (std::size_t bracket = piece.rfind(')'); bracket != piece.npos && bracket > open;
       bracket = piece.rfind(')', bracket - 1)) {
    const std::size_t before = piece.find_last_not_of(kTextActionBlanks, bracket - 1);
    if (before <= open || piece[before] != quote) continue;
    close = before;
    action.call.end = bracket + 1;
    break;
  }
  if (close == piece.npos) {
    const std::string_view all = trimmed(piece);
    if (all.size() < open + 2 || all.back() != quote) {
      action.problem = "it is cut off: the end of its content is missing";
      action.call.end = piece.size();
      return;
    }
    action.forms.emplace_back("unclosed_call");
    close = all.size() - 1;
    action.call.end = all.size();
  }
  const std::string_view content = piece.substr(open + 1, close - open - 1);
  if (holds_bare(content, quote)) action.forms.emplace_back("unescaped_quotes");
  std::get<Literal::Members>(action.call.named.value)
      .push_back({std::string(kContent), Literal{unescaped(content)}});
}

// `inside`: the text between the brackets. Each argument extends to the next named one.
void read_loosely(std::string_view inside, TextAction& action) {
  auto& members = std::get<Literal::Members>(action.call.named.value);
  const auto name_at = [&](std::size_t at) {
    const std::string_view name = dotted_name(inside, at);
    const std::size_t behind = skip(inside, at + name.size());
    return !name.empty() && behind < inside.size() && inside[behind] == '=' ? name
                                                                            : std::string_view();
  };
  std::size_t at = skip(inside, 0);
  while (at < inside.size()) {
    const std::string_view name = name_at(at);
    if (name.empty()) {
      action.problem = "its arguments could not be read";
      return;
    }
    const std::size_t value = skip(inside, at + name.size()) + 1;
    std::size_t end = value;
    do {
      end = std::min(inside.find(',', end), inside.size());
      at = skip(inside, end + 1);
      if (end < inside.size()) ++end;
    } while (at < inside.size() && name_at(at).empty());
    members.push_back(
        {std::string(name), Literal{std::string(trimmed(
                                inside.substr(value, std::min(at, end) - value), " \t\r\n,'\""))}});
  }
  action.forms.emplace_back("loose_arguments");
}

// Repairs a call with invalid literals, using only its first line.
void repair(std::string_view piece, TextAction& action) {
  const std::string_view line = trimmed(piece.substr(0, piece.find('\n')), kBehindCall);
  const std::size_t open = line.find('(');
  action.call.end = line.size();
  if (open == line.npos) {
    action.problem = "its arguments could not be read";
    return;
  }
  const bool closed = line.ends_with(')') && line.size() > open + 1;
  if (!closed) {
    // A number or a word may be incomplete.
    if (!is_quote(line.back()) && line.back() != '>') {
      action.problem = "it is cut off: the end of its arguments is missing";
      return;
    }
    action.forms.emplace_back("unclosed_call");
    if (auto call = read_literal_call(std::string(line) + ")", 0)) {
      call->name = std::move(action.call.name);
      call->end = line.size();
      action.call = *std::move(call);
      return;
    }
  }
  read_loosely(line.substr(open + 1, line.size() - open - 1 - (closed ? 1 : 0)), action);
}
}  // namespace

bool begins_action(std::string_view text, std::size_t at) {
  const std::string_view name = dotted_name(text, at);
  const std::size_t open = std::min(text.find_first_not_of(" \t", at + name.size()), text.size());
  return !name.empty() && open < text.size() && text[open] == '(';
}

bool begins_action(std::string_view text, std::size_t at, IsAction is_action) {
  return begins_action(text, at) && is_action(ascii_lower(dotted_name(text, at)));
}

bool has_content(std::string_view text, std::size_t at) { return content_of(text, at).has_value(); }

std::size_t end_of_action(std::string_view text, std::size_t at, IsAction is_action) {
  const std::optional<std::size_t> content = content_of(text, at);
  std::size_t line = at;
  for (std::size_t end = text.find('\n', at); end != text.npos; end = text.find('\n', end + 1)) {
    const bool may_end = !content || ends_content(text.substr(line, end - line), text[*content]);
    line = end + 1;
    if (!may_end) continue;
    const std::size_t next = skip(text, end);
    const bool blank_line = std::count(text.begin() + static_cast<std::ptrdiff_t>(end),
                                       text.begin() + static_cast<std::ptrdiff_t>(next), '\n') > 1;
    if (blank_line || next == text.size() || begins_action(text, next, is_action) ||
        begins_label(text, next))
      return end;
  }
  return text.size();
}

TextAction read_text_action(std::string_view piece) {
  TextAction action;
  action.call.name = ascii_lower(dotted_name(piece, 0));
  std::optional<LiteralCall> call = read_literal_call(piece, 0);
  const std::optional<std::size_t> content = content_of(piece, 0);
  if (content) {
    // If there are more arguments, the text does not extend to the end.
    const bool has_more = call && call->named.members()->size() + call->positional.size() > 1 &&
                          trimmed(piece.substr(call->end), kBehindCall).empty();
    if (!has_more) {
      read_content(piece, *content, action);
      return action;
    }
  }
  if (call) {
    call->name = std::move(action.call.name);
    action.call = *std::move(call);
  } else {
    repair(piece, action);
  }
  return action;
}
}  // namespace franz
