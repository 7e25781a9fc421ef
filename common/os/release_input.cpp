#include "common/os/release_input.h"
#include <chrono>
#include "common/base/ascii.h"
#include "common/os/child_process.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"

namespace franz {
static constexpr std::chrono::milliseconds kReleaseMayTake{5000};

Status release_input(const std::string& display, const std::string& api_key_env) {
  const ChildCommand release{
      sibling_program("executor"), {"--release", display}, {}, "", key_variables(api_key_env)};
  const ChildOutcome outcome = run_child(release, "", kReleaseMayTake);
  if (outcome.end.ok()) return Done{};
  return Error{"keys and buttons may still be held down: executor --release: " +
               (outcome.errors.empty() ? describe(outcome.end, kReleaseMayTake)
                                       : std::string(trimmed(outcome.errors)))};
}
}  // namespace franz
