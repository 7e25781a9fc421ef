#pragma once
// What an X server says is pressed. POSIX only.
#include <string>

namespace franz {
// "button 1, key 37", empty: nothing is. `display`: ":99"; a display that cannot be reached is told
// likewise.
std::string what_is_down(const std::string& display);
}  // namespace franz
