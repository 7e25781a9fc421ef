#pragma once
// Notices the person's panic key in a session of sway.
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"

namespace franz::executor {
class SwayPanicKey {
 public:
  // `compositor`: a socket that is connected to it. `session`: as WAYLAND_DISPLAY. `combination`:
  // as for key_combination(). `pressed` is called on another thread, also while the bridge types.
  // The keys of the bridge's own keyboard count, too: the executor does not press them. Failure:
  // the reason, for people: the compositor is not sway, or does not answer.
  static Result<std::unique_ptr<SwayPanicKey>> watch(int compositor, const std::string& session,
                                                     const std::string& combination,
                                                     std::function<void()> pressed);
  virtual ~SwayPanicKey() = default;  // removes the binding from sway's current binding mode
};
}  // namespace franz::executor
