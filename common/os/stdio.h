#pragma once
// The standard streams as bytes: no translation of line ends on any system.
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// Everything up to the end of standard input. Failure: more than `max_bytes`, or a read error.
Result<std::string> read_standard_input(std::size_t max_bytes);

// What there is of standard input, at least a byte of it, up to the size of `into`; blocks. 0: it
// has ended. Failure: a read error.
Result<std::size_t> read_some_input(std::span<char> into);

// One line at a time without its end, until end of file; blocks. Lines over `max_bytes` are cut.
// Returns when the input ends.
void read_input_lines(std::size_t max_bytes, const std::function<void(std::string_view)>& on_line);

// Writes all of it, at once, whole against other threads. A reader that is gone is a failure, never
// a signal.
Status write_standard_output(std::string_view bytes);
void write_standard_error(std::string_view bytes);

bool output_is_terminal();
// Whether standard output and standard error go to the same place: a line that is written to both
// appears twice there.
bool errors_join_output();
}  // namespace franz
