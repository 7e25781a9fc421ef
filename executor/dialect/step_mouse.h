#pragma once
// The mouse of a reply's steps: where the pointer is, whether the left button is held, and the
// calls that a step comes to.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/tools/call.h"
#include "common/tools/tool_registry.h"

namespace franz::executor {
// A step of the mouse, its arguments checked.
struct MouseStep {
  std::string_view action;  // "click", "move", "down", "up", "drag"
  std::string_view button;  // "left", "right", "middle"
  int clicks = 1;           // 1 to 3; of a click
  MapPoint at;              // in 0..1000
};

// Why a step cannot be performed.
struct StepError {
  std::string kind;     // "switched_off", "wrong_button", "no_place", "not_down", "still_down"
  std::string where;    // the argument that it is about; empty: the step
  std::string message;  // one line
};

class Mouse {
 public:
  // `pointer`: where the turn before left it; nothing: nobody knows.
  Mouse(const Toolset& tools, std::optional<MapPoint> pointer) : tools_(tools), pointer_(pointer) {}

  // The calls of a step; one that fails leaves the mouse as it is. There is no call that holds the
  // button: "down" moves there, and each move or up behind it drags from the place before. A button
  // that is released where it went down clicks.
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
  // One call at a place, or that its tool is off.
  Calls one(ToolId tool, MapPoint at, std::string_view argument, std::string_view value) const;

  const Toolset& tools_;
  std::optional<MapPoint> pointer_;
  std::optional<Held> held_;
};
}  // namespace franz::executor
