#include "proxy/demo_vlm/reply_pieces.h"
#include <algorithm>
#include "common/base/utf8.h"

namespace franz::demo_vlm {
static std::size_t unit_length(std::string_view rest) {
  if (rest.front() != '\\') return decode_utf8(rest).length;
  return std::min<std::size_t>(rest.size(), rest.size() > 1 && rest[1] == 'u' ? 6 : 2);
}

std::vector<std::string_view> cut_pieces(std::string_view inner) {
  // A text of megabytes comes in some thousand larger pieces.
  const std::size_t max_units = std::max<std::size_t>(6, inner.size() / 8192);
  const bool by_words = max_units == 6;
  std::vector<std::string_view> pieces;
  std::size_t start = 0, at = 0;
  std::size_t units = 0;
  while (at < inner.size()) {
    // A word takes the blank before it along; an escape is a piece of its own.
    const bool apart = inner[at] == ' ' || inner[at] == '\\';
    const bool after_escape = units > 0 && inner[start] == '\\';
    if (units > 0 && ((by_words && (apart || after_escape)) || units >= max_units)) {
      pieces.push_back(inner.substr(start, at - start));
      start = at;
      units = 0;
    }
    at += unit_length(inner.substr(at));
    ++units;
  }
  if (start < inner.size()) pieces.push_back(inner.substr(start));
  return pieces;
}
}  // namespace franz::demo_vlm
