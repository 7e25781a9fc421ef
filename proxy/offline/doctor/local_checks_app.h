#pragma once
// Doctor's checks of this machine: programs, folders, disk and ports.
#include <string>
#include "proxy/offline/doctor/check.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
// Whether the program of this name is next to ours, starts and has our version.
Check check_program(const std::string& name);

// Whether the folder of runs is writable or can be created. Leaves nothing there.
Check check_folder(const std::string& runs);
// Whether its disk has enough free space.
Check check_space(const std::string& runs);

// Whether `address` can be bound; binds it briefly. `name`: of the check; `flag`: the option that
// chooses another address.
Check check_port(const std::string& name, const Address& address, const std::string& flag);
}  // namespace franz::proxy
