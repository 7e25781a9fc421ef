#pragma once
// Shared by the surfaces of a real screen: sends the input and checks what it changed.
#include <functional>
#include <memory>
#include "executor/surface/acting_area.h"
#include "executor/surface/surface.h"

namespace franz::executor {
// Called once per turn, when the first item needs it.
using OpenArea = std::function<Result<std::unique_ptr<ActingArea>>()>;

// Performs the items of a turn. Calls ActingArea::screen() before each item: a failure with
// ErrorCode::missing or denied refuses only that item, any other is reported as degraded. Places
// refer to the picture that the model saw (`seen`), or before the first one to the current screen.
// ItemResult::changed reports an item around which nothing changed. Modes other than `act` send
// nothing and do not refuse calls for that reason: every call is marked in the picture. In a plan
// for the operator's consent (Consent), each call has its risk and its surroundings, and a picture
// is taken only if something needs consent. What the operator refused is refused before any input.
// An item that needs consent and has none, or whose surroundings changed, is refused when it is
// due, after ActingArea::prepare() has brought its window to the front. If the capturer fails, the
// results remain, because the input was sent.
SurfaceResult run_on_screen(const Turn& turn, const Ports& ports, const OpenArea& open_area);
}  // namespace franz::executor
