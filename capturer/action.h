#pragma once
// A call as the capturer sees it: something to draw or to mark.
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
  move,   // no ink and no mark; only sets the pointer's position, like a middle click
  other,  // a call without effect in the sandbox, like press()
  // Marks of real screens only (desktop_picture.cpp); in the sandbox these are `move` or `other`.
  middle_click,
  triple_click,
  scroll,
  hscroll,
};

struct Action {
  ToolId tool = ToolId::screenshot;
  ActionKind kind = ActionKind::other;
  MapPoint from, to;  // 0..1000; `to` equals `from` except for a drag; both 0 without a place
  std::string text;   // for type
};

// Clamps coordinates to 0..1000; the only place that does.
std::vector<Action> to_actions(std::span<const Call> calls);
}  // namespace franz::capturer
