#include "executor/surface/sandbox.h"

namespace franz::executor {
Effect effect_in_sandbox(ToolId tool) {
  if (tool == ToolId::screenshot) return Effect::noted;
  return tool_of(tool).sandbox_help.empty() ? Effect::none : Effect::drawn;
}
}  // namespace franz::executor
