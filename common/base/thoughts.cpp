#include "common/base/thoughts.h"
#include "common/base/token_units.h"

namespace franz {
namespace {
constexpr std::string_view kOpen = "<think>", kClose = "</think>";

// The bytes of the mark that stands at `at`; 0: another text.
std::size_t mark_length(std::string_view token, std::size_t at, std::string_view mark) {
  std::size_t end = at;
  for (const char c : mark) {
    if (end >= token.size()) return 0;
    const TokenUnit unit = token_unit(token, end);
    if (unit.ascii != c) return 0;
    end += unit.length;
  }
  return end - at;
}

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

void append_line_ends(std::string& text, std::string_view thought) {
  for (std::size_t at = 0; at < thought.size();) {
    const TokenUnit unit = token_unit(thought, at);
    if (is_line_end(unit.ascii)) text += thought.substr(at, unit.length);
    at += unit.length;
  }
}

std::size_t behind_line_ends(std::string_view token, std::size_t at) {
  while (at < token.size()) {
    const TokenUnit unit = token_unit(token, at);
    if (!is_line_end(unit.ascii)) break;
    at += unit.length;
  }
  return at;
}
}  // namespace

std::vector<Thought> thoughts_in(std::string_view token) {
  const bool quoted = token.size() >= 2 && token.front() == '"' && token.back() == '"';
  const std::size_t begin = quoted ? 1 : 0, end = token.size() - begin;
  const std::string_view text = token.substr(0, end);
  std::vector<Thought> thoughts;
  bool open = false, begun = false;  // inside a thought; a mark was met
  for (std::size_t at = begin; at < end;) {
    const std::size_t opens = open ? 0 : mark_length(text, at, kOpen);
    const std::size_t closes = open || !begun ? mark_length(text, at, kClose) : 0;
    if (opens > 0) {
      thoughts.push_back({at, end});
      open = begun = true;
      at += opens;
    } else if (closes > 0) {
      if (!begun) thoughts.push_back({begin, end});
      open = false;
      begun = true;
      at += closes;
      thoughts.back().end = at;
    } else {
      at += token_unit(text, at).length;
    }
  }
  return thoughts;
}

std::string without_thoughts(std::string_view token, LineEnds line_ends) {
  std::string rest;
  rest.reserve(token.size());
  std::size_t at = 0;
  for (const Thought& thought : thoughts_in(token)) {
    rest += token.substr(at, thought.begin - at);
    at = thought.end;
    if (line_ends == LineEnds::kept) {
      append_line_ends(rest, token.substr(thought.begin, thought.end - thought.begin));
    } else {
      at = behind_line_ends(token, at);
    }
  }
  return rest.append(token.substr(at));
}
}  // namespace franz
