#pragma once
// Which program listens on a port of this machine.
#include <optional>
#include <string>

namespace franz {
// The program that listens on a local TCP port: "lm-studio (process 4711)". Nothing where the
// system does not say, for other users' programs mostly.
std::optional<std::string> find_port_owner(int port);
}  // namespace franz
