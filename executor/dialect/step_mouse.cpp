#include "executor/dialect/step_mouse.h"
#include <utility>
#include "common/base/json_string.h"

namespace franz::executor {
static Call mouse_call_at(ToolId tool, MapPoint at) {
  return {tool, {number_argument(at.x), number_argument(at.y)}};
}

static StepError switched_off(std::string_view argument, const std::string& what) {
  return {"switched_off", std::string(argument), what + " is switched off"};
}

Mouse::Calls Mouse::one(ToolId tool, MapPoint at, std::string_view argument,
                        std::string_view value) const {
  if (!tools_.has(tool)) return switched_off(argument, quote_json(value));
  return std::vector{mouse_call_at(tool, at)};
}

Mouse::Calls Mouse::click(const MouseStep& step) const {
  if (step.button != "left") {
    const ToolId tool = step.button == "right" ? ToolId::right_click : ToolId::middle_click;
    Calls once = one(tool, step.at, "button", step.button);
    if (!once.ok()) return once;
    return std::vector(static_cast<std::size_t>(step.clicks), once.value().front());
  }
  std::vector<Call> calls;
  if (step.clicks > 1) {
    if (!tools_.has(ToolId::double_left_click)) return switched_off("clicks", "a double click");
    calls.push_back(mouse_call_at(ToolId::double_left_click, step.at));
  }
  if (step.clicks != 2) {
    if (!tools_.has(ToolId::left_click)) return switched_off("button", quote_json(step.button));
    calls.push_back(mouse_call_at(ToolId::left_click, step.at));
  }
  return calls;
}

// Drags from the current position of the pointer.
Mouse::Calls Mouse::drag(const MouseStep& step) const {
  if (!tools_.has(ToolId::drag)) return switched_off("action", "\"drag\"");
  if (!pointer_)
    return StepError{"no_place", "",
                     "there is no place to drag from: move the pointer there first"};
  return std::vector{Call{ToolId::drag,
                          {number_argument(pointer_->x), number_argument(pointer_->y),
                           number_argument(step.at.x), number_argument(step.at.y)}}};
}

Mouse::Calls Mouse::release(const MouseStep& step) const {
  if (step.at != pointer_) return drag(step);
  if (held_->dragged) return one(ToolId::move, step.at, "action", step.action);
  return one(ToolId::left_click, step.at, "action", step.action);
}

Mouse::Calls Mouse::act(const MouseStep& step, std::size_t index) {
  const bool click = step.action == "click", down = step.action == "down", up = step.action == "up",
             drags = step.action == "drag";
  if (held_ && (click || down || drags))
    return StepError{"still_down", "",
                     "the button is down since steps[" + std::to_string(held_->since) +
                         "]: release it first, with the action \"up\""};
  if (up && !held_)
    return StepError{"not_down", "",
                     "the button is not down: a step with the action \"down\" has to come before "
                     "this one, in the same reply"};
  if ((down || drags || up) && step.button != "left")
    return StepError{"wrong_button", "button",
                     "expected \"left\" with the action " + quote_json(step.action) + ", got " +
                         quote_json(step.button)};
  const bool over_there = held_ && !up && step.at != pointer_;
  Calls calls = click        ? this->click(step)
                : drags      ? drag(step)
                : up         ? release(step)
                : over_there ? drag(step)
                             : one(ToolId::move, step.at, "action", step.action);
  if (!calls.ok()) return calls;
  pointer_ = step.at;
  if (down) held_ = Held{index};
  if (over_there) held_->dragged = true;
  if (up) held_.reset();
  return calls;
}

std::optional<std::size_t> Mouse::down_since() const {
  if (!held_) return std::nullopt;
  return held_->since;
}
}  // namespace franz::executor
