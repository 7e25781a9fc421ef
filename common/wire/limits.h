#pragma once
// Limits for reading, storing and writing. Both sides use the same numbers, so FRANZ can read
// everything that it writes.
#include <cstddef>
#include "common/base/json.h"

namespace franz {
// A reply's text, and separately its reasoning, as the bytes between the quotes of the JSON string.
// A record contains the previous text, this text, the reasoning and the executor's output: at 16
// MiB each it stays below kMaxMessage. Longer ones are rejected by name, and the turn is retried.
inline constexpr std::size_t kMaxReply = 16UL << 20U;

// Turns of a run, attempts at a turn, and operator's notes of a run. Far enough from overflow for
// any addition.
inline constexpr int kMaxTurn = 999'999'999;
inline constexpr int kMaxAttempt = 999'999'999;
inline constexpr int kMaxNoteNumber = 999'999'999;

// Bytes of a model's name that a person chooses or sees.
inline constexpr std::size_t kMaxModelName = 200;
}  // namespace franz
