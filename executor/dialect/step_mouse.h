#pragma once
// The mouse in a reply's steps: the pointer's position, whether the left button is down, and the
// calls for a step.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/tools/call.h"
#include "common/tools/tool_registry.h"

namespace franz::executor {
// A mouse step with valid arguments.
struct MouseStep {
  std::string_view action;  // "click", "move", "down", "up", "drag"
  std::string_view button;  // "left", "right", "middle"
  int clicks = 1;           // 1 to 3; for a click
  MapPoint at;              // in 0..1000
};

// Why a step cannot be performed.
struct StepError {
  std::string kind;     // "switched_off", "wrong_button", "no_place", "not_down", "still_down"
  std::string where;    // the argument with the fault; empty: the step
  std::string message;  // one line
};

class Mouse {
 public:
  // `pointer`: where the last turn left it; nothing: unknown.
  Mouse(const Toolset& tools, std::optional<MapPoint> pointer) : tools_(tools), pointer_(pointer) {}

  // The calls for a step. A failed step does not change the mouse. No call holds the button: "down"
  // moves to the place, and each later move or "up" drags from the previous place. Releasing the
  // button where it went down clicks.
  Result<std::vector<Call>, StepError> act(const MouseStep& step, std::size_t index);

  std::optional<MapPoint> pointer() const { return pointer_; }
  // The index of the step that put the button down, if it is down.
  std::optional<std::size_t> down_since() const;

 private:
  using Calls = Result<std::vector<Call>, StepError>;

  struct Held {
    std::size_t since;
    bool dragged = false;
  };

  Calls click(const MouseStep& step) const;
  Calls drag(const MouseStep& step) const;
  Calls release(const MouseStep& step) const;
  // One call at a place. Failure: its tool is disabled.
  Calls one(ToolId tool, MapPoint at, std::string_view argument, std::string_view value) const;

  const Toolset& tools_;
  std::optional<MapPoint> pointer_;
  std::optional<Held> held_;
};
}  // namespace franz::executor
