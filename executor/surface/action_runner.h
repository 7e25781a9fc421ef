#pragma once
// What the surfaces of a real screen share: the executor sends its input, and looks what it
// changed.
#include <functional>
#include <memory>
#include "executor/surface/acting_area.h"
#include "executor/surface/surface.h"

namespace franz::executor {
// Called once a turn, when the first item needs it.
using OpenArea = std::function<Result<std::unique_ptr<ActingArea>>()>;

// Performs the items of a turn. ActingArea::screen() is asked before each: a failure with
// ErrorCode::missing or denied refuses that item alone, another one is reported as degraded.
// Places are those of the picture that the model saw (`seen`); before it saw one, of what there is.
// An item around which nothing changed is told (ItemResult::changed). Modes other than `act` send
// nothing and refuse nothing more than that: every call is marked in the picture. In a plan that
// the operator is asked about (Consent), each call has its risk and what is around it, and there is
// a picture only if something needs consent. What the operator refused is refused before anything
// is touched; what needs consent and has none, or met other surroundings, when its turn comes and
// ActingArea::prepare() has put in front what the input will meet. Without the capturer's answer
// the items are what they are: the input was sent.
SurfaceResult run_on_screen(const Turn& turn, const Ports& ports, const OpenArea& open_area);
}  // namespace franz::executor
