#include "common/os/ask_child.h"
#include <utility>
#include "common/os/ahead_input.h"
#include "common/os/child_process.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/secret_variables.h"

namespace franz {
static constexpr std::chrono::milliseconds kEndsIn{2000};  // one that has answered

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

static ChildCommand command_of(const std::string& name, std::vector<std::string> arguments,
                               const std::string& api_key_env) {
  ChildCommand command{
      sibling_program(name), std::move(arguments), {}, "", key_variables(api_key_env)};
  command.asked_when_we_die = true;
  return command;
}

static Result<std::string, ChildFailure> answer_of(ChildOutcome outcome, int timeout_ms) {
  if (!outcome.errors.empty()) print_error_lines(outcome.errors);
  if (outcome.end.ok()) return std::move(outcome.output);
  return failure_of(outcome.end, timeout_ms);
}

Result<std::string, ChildFailure> run_program(const std::string& name, std::string_view input,
                                              int timeout_ms, const std::stop_token& stop,
                                              const std::string& api_key_env) {
  return answer_of(run_child(command_of(name, {}, api_key_env), input,
                             std::chrono::milliseconds(timeout_ms), stop),
                   timeout_ms);
}

void AheadProgram::prepare(std::vector<std::string> arguments, const std::string& api_key_env) {
  finish_last();
  ChildCommand command = command_of(name_, std::move(arguments), api_key_env);
  if (child_ && !offered_ && child_->is_waiting() &&
      child_->command().arguments == command.arguments &&
      child_->command().withheld == command.withheld)
    return;
  child_.reset();
  offered_.reset();
  if (auto started = PreparedChild::start(std::move(command)); started.ok())
    child_.emplace(std::move(started).value());
}

// It is asked in lines.
bool AheadProgram::waits_for(std::string_view input, const std::string& api_key_env) const {
  return child_ && child_->is_waiting() &&
         child_->command().withheld == key_variables(api_key_env) &&
         input.find('\n') == std::string_view::npos;
}

void AheadProgram::offer(std::string_view input, const std::string& api_key_env) {
  if (offered_ || !waits_for(input, api_key_env)) return;
  child_->begin(std::string(input) + "\n");
  offered_ = input;
}

Result<std::string, ChildFailure> AheadProgram::run(std::string_view input, int timeout_ms,
                                                    const std::stop_token& stop,
                                                    const std::string& api_key_env) {
  if (!offered_) offer(input, api_key_env);
  const bool is_asked = offered_ == input && waits_for(input, api_key_env);
  offered_.reset();
  std::optional<PreparedChild> child = std::exchange(child_, std::nullopt);
  if (!is_asked) {
    child.reset();  // first: it has been asked something else, perhaps
    return run_program(name_, input, timeout_ms, stop, api_key_env);
  }
  const std::string go = std::string(kMayAct) + "\n";
  ChildOutcome outcome = child->ask(go, std::chrono::milliseconds(timeout_ms), stop);
  finish_last();
  if (outcome.end.ok()) last_ = std::move(child);
  return answer_of(std::move(outcome), timeout_ms);
}

void AheadProgram::finish_last() {
  if (!last_) return;
  const ChildOutcome outcome = last_->finish(kEndsIn);
  last_.reset();
  if (!outcome.errors.empty()) print_error_lines(outcome.errors);
  if (!outcome.end.ok())
    print_error(name_ + ": it has answered, and " + describe(outcome.end, kEndsIn));
}

void AheadProgram::end() {
  child_.reset();
  offered_.reset();
  finish_last();
}
}  // namespace franz
