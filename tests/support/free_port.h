#pragma once
// Ports for servers that a test starts. POSIX only.
#include <cstdint>

namespace franz {
// A port of 127.0.0.1 that was unused a moment ago; 0: there is none. Another program may take it
// before the server does, so start a server that ended at its start again with another port,
// kPortTries times.
std::uint16_t free_port();
inline constexpr int kPortTries = 5;
}  // namespace franz
