#pragma once
// Which buttons and keys an X server reports as pressed. POSIX only.
#include <string>

namespace franz {
// "button 1, key 37"; empty: none. `display`: ":99"; an unreachable display is reported in the
// text.
std::string what_is_down(const std::string& display);
}  // namespace franz
