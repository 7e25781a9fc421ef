#pragma once
// A tool that a model may call: what it is called, and what it takes. The table is in
// tool_registry.cpp.
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
}  // namespace franz
