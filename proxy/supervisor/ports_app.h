#pragma once
// Explains why a port could not be opened, and what to do.
#include <string>
#include "proxy/relay/upstream.h"

namespace franz::proxy {
// Several lines, beginning with `reason`: the port, the program that uses it, and the flag for
// another one. `flag`: "--listen" or "--dashboard". Asks the port for models; if a model server
// answers, the text has the command that swaps the ports.
std::string explain_taken_port(const Address& address, const std::string& flag,
                               const std::string& reason);

// Opens `url` in the browser, which outlives us. Failure: no browser could be started.
Status open_page(const std::string& url);
}  // namespace franz::proxy
