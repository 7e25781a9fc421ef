#include "common/os/ask_child.h"
#include <chrono>
#include <utility>
#include "common/os/child_process.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/secret_variables.h"

namespace franz {
static ChildFailure::Kind failure_kind_of(ChildEnd::Kind end) {
  switch (end) {
    case ChildEnd::Kind::deadline: return ChildFailure::Kind::no_answer;
    case ChildEnd::Kind::too_large: return ChildFailure::Kind::unreadable;
    case ChildEnd::Kind::not_started: return ChildFailure::Kind::not_started;
    case ChildEnd::Kind::exited:
    case ChildEnd::Kind::killed:
    case ChildEnd::Kind::stopped: break;
  }
  return ChildFailure::Kind::ended;
}

ChildFailure failure_of(const ChildEnd& end, int timeout_ms) {
  return {failure_kind_of(end.kind), timeout_ms,
          describe(end, std::chrono::milliseconds(timeout_ms))};
}

Result<std::string, ChildFailure> run_program(const std::string& name, std::string_view input,
                                              int timeout_ms, const std::stop_token& stop,
                                              const std::string& api_key_env) {
  ChildCommand command{sibling_program(name), {}, {}, "", key_variables(api_key_env)};
  command.asked_when_we_die = true;
  ChildOutcome outcome = run_child(command, input, std::chrono::milliseconds(timeout_ms), stop);
  if (!outcome.errors.empty()) print_error_lines(outcome.errors);
  if (outcome.end.ok()) return std::move(outcome.output);
  return failure_of(outcome.end, timeout_ms);
}
}  // namespace franz
