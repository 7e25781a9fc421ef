#include "common/formats/glm/parts.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/wire/token_lines.h"

namespace franz {
namespace {
constexpr std::array<std::string_view, 12> kGlmActionNames = {
    "left_click", "right_click", "middle_click", "left_double_click",
    "left_drag",  "hover",       "key",          "type",
    "scroll",     "wait",        "done",         "fail"};
constexpr std::string_view kMemoryLabel = "Memory:";
constexpr std::string_view kGlmBlanks = " \t\r\n";

bool is_glm_name(char c) {
  const char lower = ascii_lower(c);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

struct Span {
  std::size_t begin = 0, end = 0;
};

std::string_view in(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

// Trims blanks, including escaped ones, at both ends.
Span trimmed_span(std::string_view text, Span span) {
  for (;;) {
    const std::string_view rest = in(text, span);
    if (!rest.empty() && kGlmBlanks.find(rest.front()) != rest.npos) {
      ++span.begin;
    } else if (rest.starts_with("\\n") || rest.starts_with("\\r") || rest.starts_with("\\t")) {
      span.begin += 2;
    } else {
      break;
    }
  }
  for (;;) {
    const std::string_view rest = in(text, span);
    if (!rest.empty() && kGlmBlanks.find(rest.back()) != rest.npos) {
      --span.end;
      continue;
    }
    if (!rest.ends_with("\\n") && !rest.ends_with("\\r") && !rest.ends_with("\\t")) return span;
    // After an escaped backslash the letter is only a letter.
    const std::size_t other = rest.find_last_not_of('\\', rest.size() - 2);
    const std::size_t slashes = rest.size() - 2 - (other == rest.npos ? 0 : other + 1) + 1;
    if (slashes % 2 == 0) return span;
    span.end -= 2;
  }
}

// Finds a mark in angle brackets, which encoders may have escaped.
std::optional<Span> find_mark(std::string_view text, Span where, std::string_view name) {
  const auto is_at = [&](std::size_t at, std::string_view sign) {
    return equal_ignoring_case(text.substr(at, sign.size()), sign);
  };
  for (std::size_t at = text.find(name, where.begin); at != text.npos && at < where.end;
       at = text.find(name, at + 1)) {
    Span mark{at, at + name.size()};
    if (at > where.begin && text[at - 1] == '<') {
      mark.begin -= 1;
    } else if (at >= where.begin + 6 && is_at(at - 6, "\\u003c")) {
      mark.begin -= 6;
    } else {
      continue;
    }
    if (text.substr(mark.end).starts_with('>')) {
      mark.end += 1;
    } else if (is_at(mark.end, "\\u003e")) {
      mark.end += 6;
    } else {
      continue;
    }
    if (mark.end <= where.end) return mark;
  }
  return std::nullopt;
}

// One character of a text inside a token.
struct Unit {
  std::size_t length = 1;
  char meaning = 0;  // 0: not significant here
};

Unit unit_at(std::string_view text, std::size_t at) {
  if (text[at] != '\\' || at + 1 >= text.size()) return {1, text[at]};
  switch (text[at + 1]) {
    case 'n':
    case 'r':
    case 't': return {2, ' '};
    case 'u':
      return {6, equal_ignoring_case(text.substr(at, 6), "\\u0022")   ? '"'
                 : equal_ignoring_case(text.substr(at, 6), "\\u0027") ? '\''
                 : equal_ignoring_case(text.substr(at, 6), "\\u005c") ? '\\'
                                                                      : '\0'};
    default: return {2, text[at + 1]};
  }
}

// The list that begins at `at`, after blanks and the opening of a code block.
std::optional<Span> list_at(std::string_view text, std::size_t at, std::size_t end) {
  while (at < end) {
    const Unit unit = unit_at(text, at);
    if (std::string_view(" \t\r\n`json").find(unit.meaning) == std::string_view::npos) break;
    at += unit.length;
  }
  if (at >= end || text[at] != '[') return std::nullopt;
  Span list{at, at};
  char quote = 0;
  for (std::size_t depth = 0; at < end;) {
    const Unit unit = unit_at(text, at);
    at += unit.length;
    if (quote != 0) {
      if (unit.meaning == '\\' && at < end) {
        at += unit_at(text, at).length;
      } else if (unit.meaning == quote) {
        quote = 0;
      }
    } else if (unit.meaning == '"' || unit.meaning == '\'') {
      quote = unit.meaning;
    } else if (unit.meaning == '[') {
      ++depth;
    } else if (unit.meaning == ']' && --depth == 0) {
      list.end = at;
      return at <= end ? std::optional(list) : std::nullopt;
    }
  }
  return std::nullopt;
}

// The parts of a reply without its thoughts.
struct Parts {
  Span text;                   // the complete text
  std::optional<Span> memory;  // the model's memory, with its label
  std::optional<Span> list;
};

Parts parts_of(std::string_view token) {
  Parts parts;
  const std::vector<TokenLine> lines = token_lines(token);
  parts.text = {lines.front().begin, lines.back().end};
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const std::string_view text = token.substr(line->begin, line->end - line->begin);
    const std::size_t at = std::min(text.find_first_not_of(" \t#*"), text.size());
    if (!text.substr(at).starts_with(kMemoryLabel)) continue;
    std::size_t behind = line->begin + at + kMemoryLabel.size();
    while (behind < line->end && (token[behind] == '*' || token[behind] == ' ')) ++behind;
    parts.list = list_at(token, behind, parts.text.end);
    parts.memory = Span{line->begin, parts.list ? parts.list->end : parts.text.end};
    break;
  }
  return parts;
}

struct GlmStep {
  Span thought;
  std::optional<Span> action;
};

// The position of the first action name that is followed by a bracket.
std::optional<std::size_t> first_action(std::string_view token, Span where) {
  for (const TokenLine& line : token_lines(token)) {
    const std::size_t begin = std::max(line.begin, where.begin);
    const std::size_t end = std::min(line.end, where.end);
    for (std::size_t at = begin; at < end;) {
      std::size_t behind = at;
      while (behind < end && is_glm_name(token[behind])) ++behind;
      if (behind > at && behind < end && token[behind] == '(' &&
          is_glm_action(token.substr(at, behind - at)))
        return at;
      at = std::max(behind, at + 1);
    }
  }
  return std::nullopt;
}

GlmStep step_of(std::string_view token) {
  const Parts parts = parts_of(token);
  Span region = parts.text;
  if (parts.memory) {
    region.end = parts.memory->begin;
    const Span before = trimmed_span(token, region);
    // On phones the memory comes first.
    if (before.begin >= before.end) region = {parts.memory->end, parts.text.end};
  }
  GlmStep step;
  if (const auto open = find_mark(token, region, "|begin_of_box|")) {
    const Span behind{open->end, region.end};
    const auto close = find_mark(token, behind, "|end_of_box|");
    step.thought = trimmed_span(token, {region.begin, open->begin});
    step.action = trimmed_span(token, {open->end, close ? close->begin : region.end});
    // The text may also follow the action.
    if (step.thought.begin >= step.thought.end && close)
      step.thought = trimmed_span(token, {close->end, region.end});
  } else if (const auto at = first_action(token, region)) {
    step.thought = trimmed_span(token, {region.begin, *at});
    step.action = trimmed_span(token, {*at, region.end});
  } else {
    step.thought = trimmed_span(token, region);
  }
  return step;
}
}  // namespace

bool is_glm_action(std::string_view name) {
  return std::ranges::any_of(
      kGlmActionNames, [&](std::string_view action) { return equal_ignoring_case(name, action); });
}

std::string glm_step(const std::string& token) {
  const std::string said = without_thoughts(token, LineEnds::dropped);
  const GlmStep step = step_of(said);
  std::string step_text = "\" Thought: ";
  step_text += in(said, step.thought);
  if (step.action) {
    step_text += "\\nAction: ";
    step_text += in(said, *step.action);
  }
  return step_text + '"';
}

std::string glm_memory(const std::string& token) {
  const std::string said = without_thoughts(token, LineEnds::dropped);
  const Parts parts = parts_of(said);
  if (!parts.list) return std::string(kNoText);
  return "\"" + std::string(in(said, *parts.list)) + "\"";
}
}  // namespace franz
