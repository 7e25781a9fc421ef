#pragma once
// A request against the messages that the run's memory makes: how many parts of each kind each of
// them has, and what stands in them of the memory's own. Of a request that an orchestrator of ours
// made, also every member and the system message. Replies are compared elsewhere
// (known_replies.h).
#include <functional>
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
  bool ours = false;              // an orchestrator of ours made it: its messages are exactly known
  // The first turn that was made again after it, and of which it tells as it was; 0: none.
  int made_again = 0;
  // Whether a request for that turn or a later one had the picture.
  std::function<bool(const std::string& sha256)> was_shown = {};
};

std::string message_field(std::size_t message);  // "messages[0]"
// Why a request that was made before it could not be compared.
std::string made_again_after(int turn);
// Whether a request that tells of `made_again` as it was has other messages than are expected, or
// others of their parts: then they cannot be told from each other. `made_again` 1: in any message,
// as where a turn before is not known.
bool is_formed_otherwise(const std::vector<Message>& expected, const RequestView& request,
                         int made_again);

class RequestCheck {
 public:
  // `run`: nothing: run.json cannot be read.
  explicit RequestCheck(const std::optional<RunFile>& run);

  // Of a request with the expected roles. To be called with ascending turns.
  std::vector<Finding> check(const CheckedRequest& request, const std::vector<Message>& expected);

 private:
  RequestMembers members_;
  std::optional<SystemMessages> system_;
};
}  // namespace franz::proxy
