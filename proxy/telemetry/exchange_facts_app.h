#pragma once
// Reads the stored exchange of an attempt for its span.
#include <optional>
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "proxy/telemetry/run_spans.h"

namespace franz::proxy {
// Returns nothing if the attempt asked no model, or if its exchange cannot be parsed; the record
// reports that too. Also returns nothing if there is no request file and the record has only the
// request's size and digest, because such a request may not have been kept. Without `content`,
// input_messages remains empty. Failure: a file of the exchange cannot be read; the message does
// not contain the folder's path.
Result<std::optional<ExchangeFacts>> read_exchange_facts(const RunDir& run,
                                                         const TurnRecord& record, bool content);
}  // namespace franz::proxy
