#pragma once
// What the capturer knows of a call: what can be drawn or marked.
#include <span>
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"
#include "common/tools/call.h"

namespace franz::capturer {
enum class ActionKind {
  left_click,
  double_left_click,
  right_click,
  drag,
  type,
  move,   // no ink and no mark of its own: the pointer is there, as after a middle click
  other,  // a call without effect in the sandbox, like press()
  // Marks of a real screen only (desktop_picture.cpp): in the sandbox these are moves and others.
  middle_click,
  triple_click,
  scroll,
  hscroll,
};

struct Action {
  ToolId tool = ToolId::screenshot;
  ActionKind kind = ActionKind::other;
  MapPoint from, to;  // 0..1000; `to` is `from` but for a drag; both 0 for calls without a place
  std::string text;   // of type
};

// Coordinates are clamped to 0..1000 here, once.
std::vector<Action> to_actions(std::span<const Call> calls);
}  // namespace franz::capturer
