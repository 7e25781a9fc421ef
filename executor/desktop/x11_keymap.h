#pragma once
// What keys stand for, on an X server.
#include <span>
#include "common/desktop/x11_connection.h"
#include "executor/desktop/keysyms.h"

namespace franz::executor {
struct KeyLevels {
  int keycode = 0;
  KeySymbol plain = 0, shifted = 0;  // 0: nothing
};

// Puts symbols on keys, for all layouts. The server tells all programs of a change, and window
// managers grab their keys anew then: so one change is made of all. Source: The X Keyboard
// Extension: Protocol Specification, "SetMap".
void put_on_keys(X11Connection& x11, std::span<const KeyLevels> keys);
}  // namespace franz::executor
