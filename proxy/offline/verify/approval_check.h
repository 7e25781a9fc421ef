#pragma once
// Checks that the executed actions match the operator's decision (docs/approval.md).
#include <optional>
#include <string>
#include <vector>
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// Checks the plan's digest and picture, that only actions in question were approved, that the
// executor got exactly these, and that it executed nothing else. `plan`: the picture shown to the
// operator; nothing: there is none.
std::vector<Finding> check_approval(const TurnRecord& record,
                                    const std::optional<std::string>& plan);
}  // namespace franz::proxy
