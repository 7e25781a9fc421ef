#pragma once
// What doctor finds on this machine: programs, folders, disk and ports.
#include <string>
#include "proxy/offline/doctor/check.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
// Whether the program of this name is beside us, starts and has our version.
Check check_program(const std::string& name);

// Whether the folder of runs can be written, or made. Leaves nothing there.
Check check_folder(const std::string& runs);
// Whether its disk has room.
Check check_space(const std::string& runs);

// Whether `address` can be listened at; it is, for a moment. `name`: of the check; `flag`: that
// chooses another address.
Check check_port(const std::string& name, const Address& address, const std::string& flag);
}  // namespace franz::proxy
