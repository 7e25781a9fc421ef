#pragma once
// The messages of a request against those that the run's memory makes: how many parts of each kind
// each of them has, what is in them of the memory's own, and the replies that they carry.
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
  // The attempt that it goes on from; null: none.
  const KnownAttempt* from = nullptr;
  const KnownSteps& steps;  // that end with it; of a memory that needs the last reply alone: none
  // The orchestrator reported the turn: all that the memory sends is known.
  bool is_told = false;
};

struct ComparedMessages {
  std::vector<Finding> findings;
  bool has_expected_roles = false;  // its parts were compared
  int stories = 0;                  // 1: it carries the reply that it goes on from
  // The text that held the feedback. Nothing: none, or not found.
  std::optional<std::string> feedback;
};

// `expected`: the messages that the memory makes.
ComparedMessages compare_messages(const SentMessages& sent, const std::vector<Message>& expected);
}  // namespace franz::proxy
