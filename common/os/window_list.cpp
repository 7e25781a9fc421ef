#include "common/os/window_list.h"
#include <chrono>
#include "common/base/ascii.h"
#include "common/os/child_process.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"

namespace franz {
static constexpr std::chrono::seconds kListingMayTake{10};

// `words`: of the executor, without the display.
static Result<std::string> run_executor(std::vector<std::string> words, const std::string& display,
                                        const std::string& api_key_env,
                                        const std::string& authority) {
  const std::string what = "executor " + words.front();
  if (!display.empty()) words.push_back(display);
  ChildCommand command{
      sibling_program("executor"), std::move(words), {}, "", key_variables(api_key_env)};
  if (!authority.empty()) command.environment = {{"XAUTHORITY", authority}};
  const ChildOutcome outcome = run_child(command, "", kListingMayTake);
  if (outcome.end.ok()) return outcome.output;
  return Error{outcome.errors.empty() ? what + ": " + describe(outcome.end, kListingMayTake)
                                      : std::string(trimmed(outcome.errors))};
}

Result<std::vector<ListedWindow>> ask_for_windows(const std::string& display,
                                                  const std::string& api_key_env,
                                                  const std::string& authority) {
  const Result<std::string> listed =
      run_executor({"--list-windows"}, display, api_key_env, authority);
  if (!listed.ok()) return listed.error();
  auto windows = parse_window_list(listed.value());
  if (!windows.ok()) return within("executor --list-windows", windows.error());
  return windows;
}

Status activate_window(std::uint64_t id, const std::string& display, const std::string& api_key_env,
                       const std::string& authority) {
  const Result<std::string> done =
      run_executor({"--activate", std::to_string(id)}, display, api_key_env, authority);
  if (!done.ok()) return done.error();
  return Done{};
}
}  // namespace franz
