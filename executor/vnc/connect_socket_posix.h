#pragma once
#include <cstdint>
#include <string>
#include "common/base/result.h"
#include "common/os/posix_support.h"

namespace franz::executor {
// A blocking TCP connection; tries each address of the host. Takes some seconds at most. Failure:
// the reason, without the address.
Result<Descriptor> connect_socket(const std::string& host, std::uint16_t port);
}  // namespace franz::executor
