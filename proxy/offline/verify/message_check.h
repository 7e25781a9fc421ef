#pragma once
// Compares the messages of a request with those that the run's memory builds: the number of parts
// of each kind, the memory's own contents, and the replies in them.
#include <optional>
#include <string>
#include <vector>
#include "common/run/known_attempts.h"
#include "common/wire/api/request.h"
#include "common/wire/message.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
struct SentMessages {
  int turn = 0;
  std::string file;  // of the request, for the findings
  const RequestView& view;
  // The attempt that it continues from; null: none.
  const KnownAttempt* from = nullptr;
  const KnownSteps& steps;  // ends with `from`; empty for a memory that needs only the last reply
  // The orchestrator reported the turn, so everything that the memory sends is known.
  bool is_reported = false;
};

struct ComparedMessages {
  std::vector<Finding> findings;
  bool has_expected_roles = false;  // its parts were compared
  int stories = 0;                  // 1: it contains the reply that it continues from
  // The text that contained the feedback. Nothing: none, or not found.
  std::optional<std::string> feedback;
};

// `expected`: the messages that the memory builds.
ComparedMessages compare_messages(const SentMessages& sent, const std::vector<Message>& expected);
}  // namespace franz::proxy
