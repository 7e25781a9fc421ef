#pragma once
// What surfaces on a real screen share: the executor sends its input, and looks what it changed.
#include <functional>
#include <memory>
#include "executor/surface/surface.h"

namespace franz::executor {
// What a surface decides for itself.
struct RealScreen {
  // Once a turn, when the first item needs it. Its screen() is asked before each item: a failure
  // with ErrorCode::missing or denied refuses that item alone, another one is told as degraded.
  std::function<Result<std::unique_ptr<Desktop>>()> open;
  // The call with its places, which are those of `seen`, on the screen as it is now. Failure: why
  // they mean nothing there any more.
  std::function<Result<Call>(const Call& call, const Screen& seen, const Screen& now)> placed;
};

// Places are those of the picture that the model saw (`seen`); before it saw one, of what there is.
// An item around which nothing changed is told (ItemResult::changed). Modes other than `act` send
// nothing and refuse nothing more than that: every call is marked in the picture. In a plan that
// the operator is asked about (Consent), each call has its risk and what is around it, and there is
// a picture only if something needs consent. What the operator refused is refused before anything
// is touched; what needs consent and has none, or met other surroundings, when its turn comes and
// Desktop::prepare() has put in front what the input will meet. Without the capturer's answer the
// items are what they are: the input was sent.
Performance perform_on_real_screen(const Turn& turn, const Ports& ports, const RealScreen& screen);
}  // namespace franz::executor
