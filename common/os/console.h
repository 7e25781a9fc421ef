#pragma once
// The window that our text appears in.
#include <string>

namespace franz {
// True where the program has a console window to itself, which closes with it: on Windows, started
// by a double-click. False elsewhere.
bool console_closes_with_us();

// Shows `text` and waits for Enter, or for the end of the input.
void wait_for_enter(const std::string& text);
}  // namespace franz
