#pragma once
// Cleans up what an executor that has ended left on an X server: pressed buttons and keys, and
// characters on spare keys.
#include <span>
#include <string>
#include "common/base/result.h"
#include "common/desktop/x11_connection.h"

namespace franz::executor {
// What has to be undone. Stored in a property of the root window while spare keys have characters
// or a lock is off; the property is deleted when there is nothing to undo.
struct BorrowedKeyboard {
  unsigned long locks = 0;    // modifiers that were locked
  std::vector<int> keycodes;  // spare keys that have symbols
};
void note_borrowed(X11Connection& x11, const BorrowedKeyboard& borrowed);
BorrowedKeyboard noted_borrowed(X11Connection& x11);

// Undoes it and deletes the property.
void give_back(X11Connection& x11, const BorrowedKeyboard& borrowed);

// Releases all buttons and keys that are down, no matter who pressed them.
void release_pressed(X11Connection& x11);
}  // namespace franz::executor
