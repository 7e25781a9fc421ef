#pragma once
// The tools a model may call. The table in tool_registry.cpp is the only place where a tool is
// named: the call grammar, its error texts, the help and the [tools] switches all come from it.
#include <bitset>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
// In table order, which is also the order of suggestions.
enum class ToolId {
  left_click,
  right_click,
  double_left_click,
  drag,
  type,
  screenshot,
  press,
  hotkey,
  scroll,
  move,
  paste,
  sleep,
  launch,
  focus_window,
  middle_click,
  triple_click,
  hscroll,
  mouse_down,
  mouse_up,
  key_down,
  key_up,
  hold_key,
};
inline constexpr std::size_t kToolCount = 22;

enum class ParameterKind {
  coordinate,  // a number; 0..1000 is the picture, values outside are clamped where they are used
  amount,      // a number of wheel notches, negative is down or to the left
  seconds,     // a number, not negative; kMaxSleepSeconds where it is used
  text,        // any string
  keys,        // the last parameter: any number of strings
};
inline constexpr double kMaxSleepSeconds = 5;

struct Parameter {
  std::string_view name;
  ParameterKind kind;
  std::optional<int> fallback = std::nullopt;  // what a left out argument means; none: required
};

struct Tool {
  ToolId id;
  std::string_view name;                  // as the model writes it
  std::string_view alias;                 // a second name; empty: none
  std::span<const Parameter> parameters;  // in calling order
  std::string_view sandbox_help;          // what it does there, one clause; empty: nothing
  std::string_view screen_help;           // what it does on a real screen, one clause
  bool core;                              // on by default
};

// Every tool, in table order.
std::span<const Tool> all_tools();
const Tool& tool_of(ToolId id);

// "drag(x1, y1, x2, y2)", "scroll(x, y, amount=-3)", "hotkey(*keys)".
std::string signature(const Tool& tool);

// Which tools are on.
class Toolset {
 public:
  Toolset() = default;  // none
  // The default of profile `franz`: the core tools.
  static Toolset core();
  static Toolset all();
  // From switches by name, as in the executor's message: a tool not named is off, a name that is no
  // tool has no effect.
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
