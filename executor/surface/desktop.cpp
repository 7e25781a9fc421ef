#include "executor/surface/desktop.h"

namespace franz::executor {
Effect effect_on_desktop(ToolId tool) {
  return tool == ToolId::screenshot ? Effect::noted : Effect::input;
}
}  // namespace franz::executor
