#include "common/run/log_lines.h"
#include <utility>
#include "common/base/utf8.h"

namespace franz {
LogLine log_line_of_child(std::string time, std::string_view line, std::string source) {
  for (const std::string_view level : {"info", "warning", "error"}) {
    if (!line.starts_with(level) || !line.substr(level.size()).starts_with(": ")) continue;
    return {std::move(time), std::string(level), std::move(source),
            to_valid_utf8(line.substr(level.size() + 2))};
  }
  return {std::move(time), "info", std::move(source), to_valid_utf8(line)};
}

LogLine parse_log_line(std::string_view line, std::string source) {
  const std::size_t blank = line.find(' ');
  const std::string_view first = line.substr(0, blank);
  const bool timed = blank != std::string_view::npos && first.size() >= 20 && first.back() == 'Z' &&
                     first[4] == '-' && first[10] == 'T';
  if (!timed) return log_line_of_child("", line, std::move(source));
  return log_line_of_child(std::string(first), line.substr(blank + 1), std::move(source));
}
}  // namespace franz
