#pragma once
// Finds the program that listens on a port of this machine.
#include <optional>
#include <string>

namespace franz {
// The program that listens on a local TCP port: "lm-studio (process 4711)". Nothing if the system
// does not report it, mostly for other users' programs.
std::optional<std::string> find_port_owner(int port);
}  // namespace franz
