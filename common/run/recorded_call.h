#pragma once
// A completed call of the MCP server's client, for the record: a turn of its own.
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
  ReplyCall call;                        // as received
  std::string answer;                    // JSON, as sent to the client
  SharedJson executor_in, executor_out;  // of the last request, without pictures
  std::vector<std::string> degraded;
  std::optional<Approval> approval;
  std::shared_ptr<const std::string> picture, plan;  // PNG; null: none
  std::optional<double> executor_ms;
  double turn_ms = 0;
};
}  // namespace franz
