#pragma once
// The records of a client's calls, each a turn of its own: `response.calls` is the call, `feedback`
// what the client was told, and there is no request (docs/run-format.md). Nobody else saw them:
// their verdict is `unwitnessed`. Pure: what is to be written is returned.
#include <string>
#include <vector>
#include "common/run/record_files.h"
#include "executor/mcp/window_tools.h"

namespace franz::mcp {
class CallRecorder {
 public:
  // A call is over; at `now_ms`, Unix milliseconds.
  std::vector<RecordJob> over(const CallRecord& call, double now_ms);
  std::vector<RecordJob> finish() const { return files_.finish(); }

 private:
  RecordFiles files_{0};
};
}  // namespace franz::mcp
