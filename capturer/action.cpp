#include "capturer/action.h"
#include <algorithm>

namespace franz::capturer {
static ActionKind kind_of(ToolId tool) {
  switch (tool) {
    case ToolId::left_click: return ActionKind::left_click;
    case ToolId::double_left_click: return ActionKind::double_left_click;
    case ToolId::right_click: return ActionKind::right_click;
    case ToolId::drag: return ActionKind::drag;
    case ToolId::type: return ActionKind::type;
    case ToolId::middle_click:
    case ToolId::move: return ActionKind::move;
    default: return ActionKind::other;
  }
}

static MapPoint clamped(MapPoint at) { return {clamp_to_scale(at.x), clamp_to_scale(at.y)}; }

static Action to_action(const Call& call) {
  Action action;
  action.tool = call.tool;
  action.kind = kind_of(call.tool);
  if (action.kind == ActionKind::type) {
    action.text = text_at(call, 0);
    return action;
  }
  action.from = clamped(start_point(call).value_or(MapPoint{}));
  action.to = clamped(end_point(call).value_or(MapPoint{}));
  return action;
}

std::vector<Action> to_actions(std::span<const Call> calls) {
  std::vector<Action> actions(calls.size());
  std::ranges::transform(calls, actions.begin(), to_action);
  return actions;
}
}  // namespace franz::capturer
