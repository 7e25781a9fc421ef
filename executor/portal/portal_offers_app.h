#pragma once
#include <string>
#include "common/base/result.h"
#include "executor/portal/portal_bus.h"

namespace franz::executor {
// What the desktop's portal offers to FRANZ, for people. Failure: what is missing, and the packages
// that bring it.
Result<std::string> portal_offers(const PortalBus& bus);
}  // namespace franz::executor
