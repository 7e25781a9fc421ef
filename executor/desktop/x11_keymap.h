#pragma once
// Sets the symbols of keys on an X server.
#include <span>
#include "common/desktop/x11_connection.h"
#include "executor/desktop/keysyms.h"

namespace franz::executor {
struct KeyLevels {
  int keycode = 0;
  KeySymbol plain = 0, shifted = 0;  // 0: none
};

// Sets the symbols of keys in all layouts, with one change for all keys: the server reports each
// change to all programs, and window managers then grab their keys again. Source: The X Keyboard
// Extension: Protocol Specification, "SetMap".
void put_on_keys(X11Connection& x11, std::span<const KeyLevels> keys);
}  // namespace franz::executor
