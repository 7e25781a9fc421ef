#include "common/base/last_lines.h"
#include <algorithm>
#include "common/base/ascii.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz {
void LastLines::add(std::string_view line) {
  constexpr std::size_t kKept = 3, kMaxBytes = 200;
  line = trimmed(line);
  if (line.ends_with('.')) line.remove_suffix(1);  // it becomes part of a sentence
  if (line.empty()) return;
  if (lines_.size() == kKept) lines_.pop_front();
  lines_.push_back(cut_text(printable(line), kMaxBytes));
}

void LastLines::add_all(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    add(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

std::string LastLines::after(std::string_view end) const {
  std::string all(end);
  for (const std::string& each : lines_) all += (&each == &lines_.front() ? ": " : "; ") + each;
  return all;
}
}  // namespace franz
