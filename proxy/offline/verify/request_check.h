#pragma once
// The body of a request against the one that an orchestrator of ours builds: its members, those of
// its messages, and its system message. What the messages say is checked in message_check.h.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"
#include "common/wire/message.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
struct RequestBody {
  int turn = 0;
  std::string file;       // of the request, for the findings
  std::string_view body;  // `view` is of it
  const RequestView& view;
  const Api& api;                  // that it was written by
  std::string tools_sha256 = {};   // of the tools that the record names; empty: none
  std::string settings = "{}";     // in force for the turn
  std::string system_sha256 = {};  // of its system message, by the log; empty: the log has none
};

// `expected`: the messages that the run's memory makes, of the same roles.
std::vector<Finding> check_body(const RequestBody& request, const std::vector<Message>& expected);
}  // namespace franz::proxy
