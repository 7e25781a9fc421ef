#pragma once
// A surface as the executor knows it: what becomes of a call there. A new one is one new file and
// one row in surface.cpp; what others ask of it is in common/tools/surface_facts.h.
#include <string_view>
#include "common/tools/tool_registry.h"

namespace franz::executor {
enum class Effect {
  drawn,  // performed by the capturer: ink, or the pointer's place
  input,  // performed by the executor, as input
  noted,  // no input is due: there is a picture each turn anyway
  none,   // the tool does nothing there
};

struct Surface {
  std::string_view name;
  Effect (*effect)(ToolId tool);
};

// Null for a surface that this program cannot act on.
const Surface* find_surface(std::string_view name);
}  // namespace franz::executor
