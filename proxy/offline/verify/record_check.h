#pragma once
// A record against the one that the stored bytes of its exchange make today.
#include <optional>
#include <string>
#include <vector>
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// `made`: by make_record(). `usable`: the line says that its reply was one to go on with.
std::vector<Finding> compare_records(const TurnRecord& made, const TurnRecord& recorded,
                                     bool usable);

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
