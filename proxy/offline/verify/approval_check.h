#pragma once
// Whether what the operator decided and what was done fit together (docs/approval.md).
#include <vector>
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/turn_files.h"

namespace franz::proxy {
// The plan's digest, its picture, that only what was asked about was approved, that the executor
// was told just that, and that it did nothing else of it.
std::vector<Finding> check_approval(const TurnFiles& files, const TurnRecord& record);
}  // namespace franz::proxy
