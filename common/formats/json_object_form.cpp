#include "common/formats/json_object_form.h"
#include <string_view>
#include "common/base/thoughts.h"
#include "common/base/token_units.h"

namespace franz {
namespace {
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Where the object begins in the text of the token; `text.size()`: none.
std::size_t object_begin(std::string_view text) {
  std::size_t open = text.size();  // the last { followed only by blanks
  for (std::size_t at = 0; at < text.size();) {
    const TokenUnit unit = token_unit(text, at);
    if (unit.ascii == '{') {
      open = at;
    } else if (unit.ascii == '"' || unit.ascii == '\'' || unit.ascii == '}') {
      if (open < text.size()) return open;
    } else if (!is_blank(unit.ascii)) {
      open = text.size();
    }
    at += unit.length;
  }
  return text.size();
}

// The end of the object that begins at `at`.
std::size_t object_end(std::string_view text, std::size_t at) {
  std::size_t depth = 0, behind = at;
  char quote = 0;  // of the open string
  while (at < text.size()) {
    TokenUnit unit = token_unit(text, at);
    at += unit.length;
    if (!is_blank(unit.ascii)) behind = at;
    if (quote != 0) {
      if (unit.ascii == '\\' && at < text.size()) {
        at += token_unit(text, at).length;
        behind = at;
      } else if (unit.ascii == quote) {
        quote = 0;
      }
    } else if (unit.ascii == '"' || unit.ascii == '\'') {
      quote = unit.ascii;
    } else if (unit.ascii == '{' || unit.ascii == '[') {
      ++depth;
    } else if ((unit.ascii == '}' || unit.ascii == ']') && --depth == 0) {
      return at;
    }
  }
  return behind;
}
}  // namespace

std::string json_object_in(const std::string& token) {
  std::string whole = without_thoughts(token, LineEnds::dropped);
  const bool quoted = whole.size() >= 2 && whole.front() == '"' && whole.back() == '"';
  if (!quoted) return whole;
  const std::string_view text = std::string_view(whole).substr(1, whole.size() - 2);
  const std::size_t begin = object_begin(text);
  if (begin == text.size()) return whole;
  const std::size_t end = object_end(text, begin);
  return "\"" + std::string(text.substr(begin, end - begin)) + "\"";
}
}  // namespace franz
