#pragma once
// Notices the person's panic key in a session of sway, and the key that resumes.
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/wire/bridge_messages.h"

namespace franz::executor {
class SwayPanicKey {
 public:
  using Meaning = BridgeEvent::Kind;

  // `compositor`: a socket that is connected to it. `session`: as WAYLAND_DISPLAY. `combination`:
  // as for key_combination(). `pressed` gets BridgeEvent::Kind::panic or resume: on another thread,
  // also while the bridge types. The keys of the bridge's own keyboard count, too: the executor
  // does not press them. Failure: the reason, for people: the compositor is not sway, or does not
  // answer.
  static Result<std::unique_ptr<SwayPanicKey>> watch(int compositor, const std::string& session,
                                                     const std::string& combination,
                                                     std::function<void(Meaning)> pressed);
  virtual ~SwayPanicKey() = default;  // removes the bindings from sway's current binding mode
};
}  // namespace franz::executor
