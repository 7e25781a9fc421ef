#include "common/os/window_list.h"
#include <chrono>
#include "common/base/ascii.h"
#include "common/os/child_process.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"

namespace franz {
static constexpr std::chrono::seconds kListingMayTake{10};

Result<std::vector<ListedWindow>> ask_for_windows(const std::string& display,
                                                  const std::string& api_key_env,
                                                  const std::string& authority) {
  ChildCommand command{
      sibling_program("executor"), {"--list-windows"}, {}, "", key_variables(api_key_env)};
  if (!display.empty()) command.arguments.push_back(display);
  if (!authority.empty()) command.environment = {{"XAUTHORITY", authority}};
  const ChildOutcome outcome = run_child(command, "", kListingMayTake);
  if (!outcome.end.ok())
    return Error{outcome.errors.empty()
                     ? "executor --list-windows: " + describe(outcome.end, kListingMayTake)
                     : std::string(trimmed(outcome.errors))};
  auto windows = parse_window_list(outcome.output);
  if (!windows.ok()) return within("executor --list-windows", windows.error());
  return windows;
}
}  // namespace franz
