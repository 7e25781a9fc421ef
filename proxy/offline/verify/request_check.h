#pragma once
// Compares a request's body with the one that our orchestrator builds: its members, those of its
// messages, and its system message. message_check.h checks the messages' contents.
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
  std::string_view body;  // `view` was parsed from it
  const RequestView& view;
  const Api& api;                  // the API of the body
  std::string tools_sha256 = {};   // of the tools that the record names; empty: none
  std::string settings = "{}";     // in force for the turn
  std::string system_sha256 = {};  // of its system message in the log; empty: none
};

// `expected`: the messages that the run's memory builds, with the same roles.
std::vector<Finding> check_body(const RequestBody& request, const std::vector<Message>& expected);
}  // namespace franz::proxy
