#include "common/os/print.h"
#include <algorithm>
#include <string>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/stdio.h"

namespace franz {
Status print_line(std::string_view line) { return write_standard_output(printable(line) + "\n"); }
Status print_lines(std::string_view text) { return write_standard_output(printable_lines(text)); }
Status print_json(std::string_view json) { return write_standard_output(printable_json(json)); }

void print_error(std::string_view line) {
  write_standard_error(printable(in_one_line(line)) + "\n");
}
void print_error_lines(std::string_view text) { write_standard_error(printable_lines(text)); }

StatusLine::StatusLine() : shown_(output_is_terminal()) {}

// A missing reader is detected when the result is printed.
void StatusLine::show(std::string_view text) {
  if (!shown_) return;
  const std::size_t width = count_characters(text);
  std::string line = "\r" + printable(text);
  if (width < width_) line.append(width_ - width, ' ');
  width_ = std::max(width_, width);
  static_cast<void>(write_standard_output(line));
}

void StatusLine::clear() {
  if (width_ > 0) static_cast<void>(write_standard_output("\r" + std::string(width_, ' ') + "\r"));
  width_ = 0;
}
}  // namespace franz
