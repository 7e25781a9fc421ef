#include "common/formats/literal_call.h"
#include <algorithm>
#include <utility>
#include "common/formats/ascii_characters.h"

namespace franz {
namespace {
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kAsciiBlanks, at), text.size());
}
}  // namespace

std::string_view dotted_name(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && begins_name(text[end])) {
    while (end < text.size() && is_name_character(text[end])) ++end;
    if (end + 1 >= text.size() || text[end] != '.' || !begins_name(text[end + 1])) break;
    ++end;
  }
  return text.substr(std::min(at, text.size()), end - at);
}

std::optional<LiteralCall> read_literal_call(std::string_view text, std::size_t at,
                                             std::size_t* stopped) {
  std::size_t unused = 0;
  std::size_t& next = stopped == nullptr ? unused : *stopped;
  const std::string_view name = dotted_name(text, at);
  next = at;
  if (name.empty()) return std::nullopt;
  LiteralCall call;
  call.name = name;
  call.begin = at;
  next = skip_blanks(text, at + name.size());
  if (next == text.size() || text[next] != '(') return std::nullopt;
  next = skip_blanks(text, next + 1);
  auto& named = std::get<Literal::Members>(call.named.value);
  bool comma = true;
  while (next < text.size() && text[next] != ')') {
    if (!comma) return std::nullopt;
    const std::string_view key = dotted_name(text, next);
    const std::size_t behind = skip_blanks(text, next + key.size());
    const bool is_named = !key.empty() && behind < text.size() && text[behind] == '=';
    if (is_named) next = skip_blanks(text, behind + 1);
    std::optional<LiteralRead> read = read_literal(text, next);
    if (!read) return std::nullopt;
    if (is_named) {
      named.push_back({std::string(key), std::move(read->value)});
    } else {
      call.positional.push_back(std::move(read->value));
    }
    next = skip_blanks(text, read->end);
    comma = next < text.size() && text[next] == ',';
    if (comma) next = skip_blanks(text, next + 1);
  }
  if (next == text.size()) return std::nullopt;
  call.end = next + 1;
  return call;
}
}  // namespace franz
