#pragma once
// Why a port could not be bound, and what to do about it.
#include <string>
#include "proxy/relay/upstream.h"

namespace franz::proxy {
// Several lines, `reason` first: which port, by which program, and the flag that chooses another.
// `flag`:
// "--listen" or "--dashboard". Asks the port for models: a model server there is told by name,
// with the command that swaps the ports.
std::string explain_taken_port(const Address& address, const std::string& flag,
                               const std::string& reason);

// Shows `url` in the browser, which lives on after us. Failure: there is no way to.
Status open_page(const std::string& url);
}  // namespace franz::proxy
