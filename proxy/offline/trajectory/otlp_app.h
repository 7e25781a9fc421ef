#pragma once
// Writes a recorded run as OpenTelemetry data (docs/telemetry.md).
#include <cstddef>
#include "common/base/result.h"
#include "common/os/folder.h"
#include "common/run/run_dir_app.h"

namespace franz::proxy {
struct OtlpCounts {
  std::size_t spans = 0, events = 0;
};
// Writes traces.jsonl and logs.jsonl into the folder: a line for each attempt that adds something,
// and one for the run. `content`: as in RunSpans. Failure: the log or a record cannot be read, or
// no attempt is recorded.
Result<OtlpCounts> write_otlp(const RunDir& run, const Folder& to, bool content);
}  // namespace franz::proxy
