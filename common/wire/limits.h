#pragma once
// What is read, kept and written is bounded, by the same numbers on both sides: what FRANZ writes
// it can read back.
#include <cstddef>
#include "common/base/json.h"

namespace franz {
// A reply's text, and likewise its reasoning, as the bytes between the quotes of the JSON string.
// A record holds the text before, the text, the reasoning and the executor's words: at 16 MiB each
// it stays below kMaxMessage. A longer one is refused by name, and the turn asked again.
inline constexpr std::size_t kMaxReply = 16UL << 20U;

// Turns of a run, attempts at a turn, and operator's notes of a run. Far from overflow, whatever is
// added.
inline constexpr int kMaxTurn = 999'999'999;
inline constexpr int kMaxAttempt = 999'999'999;
inline constexpr int kMaxNoteNumber = 999'999'999;

// Bytes of a model's name that a person chooses, or is shown.
inline constexpr std::size_t kMaxModelName = 200;
}  // namespace franz
