#include "executor/dialect/thoughts.h"
#include <algorithm>
#include <cstddef>

namespace franz::executor {
static constexpr std::string_view kOpen = "<think>", kClose = "</think>";

static void add_line_ends(std::string& text, std::string_view thought) {
  text.append(static_cast<std::size_t>(std::ranges::count(thought, '\n')), '\n');
}

std::string without_thoughts(std::string_view text) {
  std::string rest;
  rest.reserve(text.size());
  std::size_t at = 0;
  const std::size_t first_close = text.find(kClose);
  if (first_close != text.npos && text.find(kOpen) > first_close) {
    at = first_close + kClose.size();
    add_line_ends(rest, text.substr(0, at));
  }
  while (at < text.size()) {
    const std::size_t open = std::min(text.find(kOpen, at), text.size());
    rest += text.substr(at, open - at);
    const std::size_t close = text.find(kClose, open);
    at = close == text.npos ? text.size() : close + kClose.size();
    if (open < text.size()) add_line_ends(rest, text.substr(open, at - open));
    if (open == text.size()) break;
  }
  return rest;
}
}  // namespace franz::executor
