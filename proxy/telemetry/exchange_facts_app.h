#pragma once
// Reads the stored exchange of an attempt for its span.
#include <optional>
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "proxy/telemetry/run_spans.h"

namespace franz::proxy {
// Nothing: the attempt asked no model, or its exchange cannot be parsed, which the record says too.
// Failure: a file of it cannot be read; the message does not contain the folder's path.
Result<std::optional<ExchangeFacts>> read_exchange_facts(const RunDir& run,
                                                         const TurnRecord& record);
}  // namespace franz::proxy
