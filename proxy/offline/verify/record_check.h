#pragma once
// A record against the one that the stored bytes of its exchange make today.
#include <optional>
#include <string>
#include <vector>
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// How the request that both are about was read.
struct RequestReading {
  bool by_order = false;          // the client sends no ids
  bool formed_otherwise = false;  // CheckedAttempt's
  // Who recorded it may not have known all turns before it, and then may not have found all that
  // the turn sent.
  bool may_lack_parts = false;
};
std::vector<Finding> compare_records(const TurnRecord& made, const TurnRecord& recorded,
                                     const RequestReading& reading);

// What only the orchestrator told: executor.in, executor.out and the note, among each other.
struct ToldCheck {
  std::vector<Finding> findings;
  std::optional<std::string> feedback;  // of executor.out; nothing: there is none to be read
};
ToldCheck check_told(const TurnRecord& record);
// The note against `sent`, the text of the request's last message, which held it behind `feedback`,
// ToldCheck's.
std::vector<Finding> check_note(const TurnRecord& record, const std::string& feedback,
                                const std::string& sent);
}  // namespace franz::proxy
