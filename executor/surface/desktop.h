#pragma once
// A real screen: the executor sends its input, and looks what it changed.
#include "executor/surface/surface.h"

namespace franz::executor {
// Places are those of the picture that the model saw (`seen`); while the screen has another size
// than that, what needs a place is refused. An item around which nothing changed is told
// (ItemResult::changed). Modes other than `act` send nothing and refuse nothing more than that:
// every call is marked in the picture. In a plan that the operator is asked about (Consent), each
// call has its risk and what is around it, and there is a picture only if something needs consent.
// What needs consent and has none, or met other surroundings, is refused when its turn comes.
// Without the capturer's answer the items are what they are:
// the input was sent.
Performance perform_on_desktop(const Turn& turn, const Ports& ports);
}  // namespace franz::executor
