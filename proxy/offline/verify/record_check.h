#pragma once
// Compares a record with the one rebuilt from the stored bytes of its exchange.
#include <optional>
#include <string>
#include <vector>
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// `made`: by make_record(). `usable`: according to the line, the run could continue with its reply.
std::vector<Finding> compare_records(const TurnRecord& made, const TurnRecord& recorded,
                                     bool usable);

// Compares the orchestrator's data with each other: executor.in, executor.out and the note.
struct ReportedCheck {
  std::vector<Finding> findings;
  std::optional<std::string> feedback;  // of executor.out; nothing: unreadable
};
ReportedCheck check_reported(const TurnRecord& record);
// Compares the note with `sent`, the text of the request's last message, which contains the note
// after ReportedCheck's `feedback`.
std::vector<Finding> check_note(const TurnRecord& record, const std::string& feedback,
                                const std::string& sent);
}  // namespace franz::proxy
