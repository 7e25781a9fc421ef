#pragma once
// A request against those that an orchestrator of ours builds: its members, its messages' members,
// parts and the kind of each, and nothing that nobody expects. The texts themselves are checked
// elsewhere (message_check.h, system_messages.h).
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"
#include "common/wire/message.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/request_members.h"

namespace franz::proxy {
// What is checked of a request.
struct RequestShape {
  int turn = 0;
  std::string file;               // of the request, for the findings
  std::string_view body;          // one JSON object with as many messages as are expected
  const Api& api;                 // that it was written by
  bool recorded = false;          // as RequestMembers::check() has it
  std::string tools_sha256 = {};  // of the tools that it should tell; empty: none
  // Else they have the expected roles, but may have other parts.
  bool checks_messages = true;
};

// `expected`: the messages that the run's memory makes, as expected_messages() has them.
std::vector<Finding> check_request_shape(const RequestShape& request,
                                         const std::vector<Message>& expected,
                                         const RequestMembers& members);
}  // namespace franz::proxy
