#pragma once
// The other side of a LineChild: a program that answers each line of its input with a line.
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// Until the input ends. A line of more than `max_bytes` reaches `answer` cut to one byte more, so
// that it can be refused. Answers have no line end. Failure: one could not be written; the lines
// after it are not answered.
Status answer_lines(std::size_t max_bytes,
                    const std::function<std::string(std::string_view line)>& answer);
}  // namespace franz
