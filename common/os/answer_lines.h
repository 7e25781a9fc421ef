#pragma once
// The other side of a LineChild: answers each input line with one line.
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// Runs until the input ends. A line longer than `max_bytes` is cut to `max_bytes` + 1 bytes, so
// that `answer` can refuse it. Answers have no line end. Failure: an answer could not be written;
// later lines are not answered.
Status answer_lines(std::size_t max_bytes,
                    const std::function<std::string(std::string_view line)>& answer);
}  // namespace franz
