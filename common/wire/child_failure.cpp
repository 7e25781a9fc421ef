#include "common/wire/child_failure.h"
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz {
std::string describe(const ChildFailure& failure) {
  switch (failure.kind) {
    case ChildFailure::Kind::no_answer:
      return "did not answer in " + json_number(failure.timeout_ms / 1000.0) + " s";
    case ChildFailure::Kind::ended: return "ended without an answer";
    case ChildFailure::Kind::unreadable: return "gave an answer that cannot be read";
    case ChildFailure::Kind::not_started: return "could not be started";
  }
  return "";
}

std::string degraded_text(std::string_view program, const ChildFailure& failure) {
  return "ERROR: the " + std::string(program) + " " + describe(failure) +
         "; there is no picture this turn.";
}
}  // namespace franz
