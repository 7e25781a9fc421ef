#pragma once
// The lines that the status window shows of a run.
#include <string>
#include <vector>
#include "common/wire/status_messages.h"

namespace franz::status_window {
inline constexpr std::size_t kMaxLines = 4;
inline constexpr std::size_t kMaxLine = 200;  // bytes; longer lines do not fit

// Lines of visible characters, UTF-8. The first line contains only our text: "FRANZ  turn 7
// thinking". Each other line begins with a word of ours, so that the model's text cannot imitate
// the first; characters that hide or reverse text are written out (with_hidden_shown()). Empty
// parts are omitted.
std::vector<std::string> status_lines(const RunStatus& status);
}  // namespace franz::status_window
