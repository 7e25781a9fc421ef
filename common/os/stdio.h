#pragma once
// The standard streams as bytes: no translation of line ends on any system.
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// Reads standard input to its end. Failure: more than `max_bytes`, or a read error.
Result<std::string> read_standard_input(std::size_t max_bytes);

// Reads available bytes of standard input, at least one, up to the size of `into`; blocks. 0: the
// input has ended. Failure: a read error.
Result<std::size_t> read_some_input(std::span<char> into);

// Passes one line at a time, without its end, until end of file; blocks. Lines over `max_bytes` are
// cut.
void read_input_lines(std::size_t max_bytes, const std::function<void(std::string_view)>& on_line);

// Writes all of it immediately, not interleaved with other threads. A closed reader is a failure,
// never a signal.
Status write_standard_output(std::string_view bytes);
void write_standard_error(std::string_view bytes);

bool output_is_terminal();
// Whether standard output and standard error go to the same place, so that a line written to both
// appears twice.
bool errors_join_output();
}  // namespace franz
