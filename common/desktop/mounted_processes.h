#pragma once
// Finds processes by their mounts, which a confined process can neither change nor hide. Linux
// only.
#include <string>
#include "common/base/result.h"

namespace franz {
// Kills every process that has a folder with this name among its mounts, until none is left.
// Failure: some are left after that time.
Status end_processes_with_mount(const std::string& folder, int patience_ms);
}  // namespace franz
