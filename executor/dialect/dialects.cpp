#include "executor/dialect/dialects.h"
#include <algorithm>
#include <array>
#include "common/formats/formats.h"
#include "executor/dialect/action.h"
#include "executor/dialect/actions.h"
#include "executor/dialect/mcp.h"
#include "executor/dialect/python.h"
#include "executor/dialect/steps.h"
#include "executor/dialect/tool_calls.h"

namespace franz::executor {
static constexpr std::array kOwnDialects{
    Dialect{"python", {OnError::stop, {}}, read_python, report_python},
    Dialect{"actions", {OnError::skip, {true, true, true}}, read_actions, report_actions},
    Dialect{"tool_calls", {OnError::skip, {}}, read_tool_calls, report_tool_calls},
    Dialect{"steps", {OnError::skip, {}}, read_steps, report_steps},
    Dialect{"action", {OnError::stop, {}}, read_action, report_action},
    Dialect{"mcp", {OnError::stop, {}}, read_mcp, report_mcp},
};

const Dialect* find_dialect(std::string_view name) {
  const auto own = std::ranges::find(kOwnDialects, name, &Dialect::name);
  if (own != kOwnDialects.end()) return &*own;
  for (const Format* const format : all_formats())
    for (const Dialect& each : format->dialects)
      if (each.name == name) return &each;
  return nullptr;
}
}  // namespace franz::executor
