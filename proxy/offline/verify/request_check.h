#pragma once
// What an orchestrator of ours writes into a request beside what its memory makes: every member,
// the form of each message, and the system message. The memory's own is compared elsewhere
// (message_check.h).
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/run_file.h"
#include "common/wire/api/api.h"
#include "common/wire/api/request.h"
#include "common/wire/message.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/request_members.h"
#include "proxy/offline/verify/system_messages.h"

namespace franz::proxy {
struct CheckedRequest {
  int turn = 0;
  std::string file;       // of the request, for the findings
  std::string_view body;  // `view` is of it
  const RequestView& view;
  const Api& api;
  bool recorded = false;          // the turn's record is about it
  bool acted = false;             // the record has what the orchestrator told of the turn
  std::string tools_sha256 = {};  // as the record tells; empty: none, or not told
  std::string time = {};          // SystemMessages::check()'s
  bool checks_messages = true;    // RequestShape's
};

class RequestCheck {
 public:
  // `run`: nothing: run.json cannot be read.
  explicit RequestCheck(const std::optional<RunFile>& run);

  // Of a request with the expected roles, which an orchestrator of ours made. To be called with
  // ascending turns.
  std::vector<Finding> check(const CheckedRequest& request, const std::vector<Message>& expected);

 private:
  RequestMembers members_;
  std::optional<SystemMessages> system_;
};
}  // namespace franz::proxy
