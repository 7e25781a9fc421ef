#pragma once
// Selects the active keyboard layout of an X server. POSIX only.
#include <string>

namespace franz {
// Activates the layout at this index in the server's list (`setxkbmap us,ru`: 0, 1). `display`:
// ":99". False: it cannot be reached, or has no such layout.
bool switch_layout(const std::string& display, unsigned index);
}  // namespace franz
