#pragma once
// What the status window shows of a run.
#include <string>
#include <vector>
#include "common/wire/status_messages.h"

namespace franz::status_window {
inline constexpr std::size_t kMaxLines = 4;
inline constexpr std::size_t kMaxLine = 200;  // bytes; more has no room

// Lines of visible characters, UTF-8. The first is ours alone: "FRANZ  turn 7  thinking"; each of
// the others begins with a word of ours, so that none of the model's words can pass for it, and
// with what would hide or turn text written out (with_hidden_shown()). What is empty is left out.
std::vector<std::string> status_lines(const RunStatus& status);
}  // namespace franz::status_window
