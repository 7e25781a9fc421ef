#pragma once
// What an executor that is gone has left on an X server: buttons and keys that are down, and
// characters on spare keys.
#include <span>
#include <string>
#include "common/base/result.h"
#include "common/desktop/x11_connection.h"

namespace franz::executor {
// Kept by the server, in a property of the root window, while spare keys have characters or a lock
// is taken off: what has to be undone. Nothing to undo: the property goes.
struct BorrowedKeyboard {
  unsigned long locks = 0;    // modifiers that were locked
  std::vector<int> keycodes;  // spare ones that stand for something
};
void note_borrowed(X11Connection& x11, const BorrowedKeyboard& borrowed);
BorrowedKeyboard noted_borrowed(X11Connection& x11);

// Undoes it, and forgets it.
void give_back(X11Connection& x11, const BorrowedKeyboard& borrowed);

// Releases every button and key that is down, by whomever it was pressed.
void release_pressed(X11Connection& x11);
}  // namespace franz::executor
