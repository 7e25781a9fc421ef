#pragma once
// Whether what the operator decided and what was done fit together (docs/approval.md).
#include <optional>
#include <string>
#include <vector>
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// The plan's digest, its picture, that only what was asked about was approved, that the executor
// was told just that, and that it did nothing else of it. `plan`: the picture that the operator
// decided by; nothing: there is none.
std::vector<Finding> check_approval(const TurnRecord& record,
                                    const std::optional<std::string>& plan);
}  // namespace franz::proxy
