#pragma once
// Text for people on the standard streams: the one way for all that may hold a name or a word of
// somebody else's. It passes printable() here.
#include <cstddef>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// A line on standard output, without its end. Failure: as write_standard_output.
Status print_line(std::string_view line);
// Several, each with its end. What they are made of must hold no line end but ours.
Status print_lines(std::string_view text);
Status print_json(std::string_view json);

// The same on standard error.
void print_error(std::string_view line);
void print_error_lines(std::string_view text);

// A line on a terminal that is written over again and again. Where standard output is no terminal,
// nothing is shown.
class StatusLine {
 public:
  StatusLine();
  bool is_shown() const { return shown_; }  // whether there is a terminal
  void show(std::string_view text);
  void clear();  // before anything else is printed

 private:
  bool shown_;
  std::size_t width_ = 0;  // characters on the line
};
}  // namespace franz
