#pragma once
// A call of the MCP server's client that is over, for the record: a turn of its own.
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/wire/approval.h"
#include "common/wire/reply.h"
#include "common/wire/shared_json.h"

namespace franz {
struct RecordedCall {
  int turn = 0;                          // from 1
  ReplyCall call;                        // as it came
  std::string answer;                    // JSON, as the client was answered
  SharedJson executor_in, executor_out;  // of the last request, without pictures
  std::vector<std::string> degraded;
  std::optional<Approval> approval;
  std::shared_ptr<const std::string> picture, plan;  // PNG; null: none
  std::optional<double> executor_ms;
  double turn_ms = 0;
};
}  // namespace franz
