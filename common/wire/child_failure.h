#pragma once
// A program of ours that gave no answer this turn, in words for the model and for the operators.
#include <string>
#include <string_view>

namespace franz {
struct ChildFailure {
  enum class Kind {
    no_answer,    // past the deadline
    ended,        // crashed, or refused its input
    unreadable,   // its answer is no answer
    not_started,  // missing, or not to be run
  };
  Kind kind = Kind::ended;
  int timeout_ms = 0;    // no_answer only
  std::string log = {};  // for the operators: "ended by signal 9"
};

// "did not answer in 15 s": to follow "the capturer".
std::string describe(const ChildFailure& failure);

// "ERROR: the capturer did not answer in 15 s; there is no picture this turn."
std::string degraded_text(std::string_view program, const ChildFailure& failure);
}  // namespace franz
