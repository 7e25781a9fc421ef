#pragma once
// A tool that a model may call: its name and parameters. The table is in tool_registry.cpp.
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

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
  coordinate,  // a number in 0..1000; values outside are clamped when used
  amount,      // a number of wheel notches, negative is down or to the left
  seconds,     // a number, not negative; limited to kMaxSleepSeconds when used
  text,        // any string
  keys,        // the last parameter: any number of strings
};
inline constexpr double kMaxSleepSeconds = 5;

struct Parameter {
  std::string_view name;
  ParameterKind kind;
  std::optional<int> fallback = std::nullopt;  // the default of an omitted argument; none: required
};

struct Tool {
  ToolId id;
  std::string_view name;                  // as the model writes it
  std::string_view alias;                 // a second name; empty: none
  std::span<const Parameter> parameters;  // in calling order
  std::string_view sandbox_help;          // its effect there, one clause; empty: none
  std::string_view screen_help;           // its effect on a real screen, one clause
  bool core;                              // on by default
};
}  // namespace franz
