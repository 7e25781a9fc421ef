#pragma once
// Describes, for the model and for the operators, why one of our programs gave no answer this turn.
#include <string>
#include <string_view>

namespace franz {
struct ChildFailure {
  enum class Kind {
    no_answer,    // timed out
    ended,        // crashed, or rejected its input
    unreadable,   // the answer could not be parsed
    not_started,  // missing, or not executable
  };
  Kind kind = Kind::ended;
  int timeout_ms = 0;    // no_answer only
  std::string log = {};  // for the operators: "ended by signal 9"
};

// "did not answer in 15 s", for use after "the capturer".
std::string describe(const ChildFailure& failure);

// "ERROR: the capturer did not answer in 15 s; there is no picture this turn."
std::string degraded_text(std::string_view program, const ChildFailure& failure);
}  // namespace franz
