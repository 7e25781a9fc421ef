#pragma once
// Prints text for people on the standard streams. Text that may contain names or text from others
// must be printed here, because it passes through printable().
#include <cstddef>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// A line on standard output, without its end. Failure: as write_standard_output.
Status print_line(std::string_view line);
// Prints several lines, each with its end. Its parts must contain no other line ends.
Status print_lines(std::string_view text);
Status print_json(std::string_view json);

// The same on standard error.
void print_error(std::string_view line);
void print_error_lines(std::string_view text);

// A terminal line that is overwritten again and again. Shows nothing if standard output is not a
// terminal.
class StatusLine {
 public:
  StatusLine();
  bool is_shown() const { return shown_; }  // whether there is a terminal
  void show(std::string_view text);
  void clear();  // call before printing anything else

 private:
  bool shown_;
  std::size_t width_ = 0;  // characters on the line
};
}  // namespace franz
