#pragma once
// The tools that a model may call. The table in tool_registry.cpp is the only place that names a
// tool: the call grammar, its error texts, the help and the [tools] switches all use it.
#include <bitset>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/tools/tool.h"

namespace franz {
// Every tool, in table order.
std::span<const Tool> all_tools();
const Tool& tool_of(ToolId id);

// "drag(x1, y1, x2, y2)", "scroll(x, y, amount=-3)", "hotkey(*keys)".
std::string signature(const Tool& tool);

// The enabled tools.
class Toolset {
 public:
  Toolset() = default;  // none
  // The default of profile `franz`: the core tools.
  static Toolset core();
  static Toolset all();
  // From switches by name, as in the executor's message: an unnamed tool is disabled, an unknown
  // name has no effect.
  static Toolset from_switches(std::span<const std::pair<std::string, bool>> switches);

  bool has(ToolId id) const { return on_[static_cast<std::size_t>(id)]; }
  void set(ToolId id, bool on) { on_[static_cast<std::size_t>(id)] = on; }

  // The enabled tool with this name or alias, or nothing.
  const Tool* find(std::string_view name) const;
  // Names and aliases of the enabled tools, in table order.
  std::vector<std::string_view> names() const;

  friend bool operator==(const Toolset&, const Toolset&) = default;

 private:
  std::bitset<kToolCount> on_;
};

enum class HelpFor { sandbox, real_screen };

// A line per enabled tool, sorted by name, each ended by a newline:
//   "  left_click(x, y) -- white dot at position\n"
std::string tools_help(const Toolset& tools, HelpFor where);
}  // namespace franz
