#pragma once
// Which of an X server's keyboard layouts is in force. POSIX only.
#include <string>

namespace franz {
// Has the layout at this place in the server's list (`setxkbmap us,ru`: 0, 1) be in force from here
// on. `display`: ":99". False: it cannot be reached, or has no such layout.
bool switch_layout(const std::string& display, unsigned index);
}  // namespace franz
