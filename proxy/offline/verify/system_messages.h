#pragma once
// The system message of each turn against what run.json tells of it.
#include <string>
#include <string_view>
#include <vector>
#include "common/run/run_file.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// Whether the orchestrator began anew then: what it had read before, it read again.
bool is_new_beginning(std::string_view change);

class SystemMessages {
 public:
  explicit SystemMessages(const RunFile& run);

  // `file`: the request; `field`: of the message in it: "messages[0]". `recorded`: the turn's
  // record is about it; else a kill may have taken what was told of it. `acted`: the record has
  // what the orchestrator told of the turn, and it tells of the message before. `time`: when the
  // request was recorded, as utc_text() has it, for turns before this may have been made again with
  // another message since; empty: nobody knows. To be called with ascending turns.
  std::vector<Finding> check(int turn, const std::string& file, const std::string& field,
                             const std::string& sha256, bool recorded, bool acted,
                             const std::string& time);

 private:
  struct Told {
    std::string time;  // likewise
    SystemChange change;
  };
  bool is_told(int turn, const std::string& sha256, const std::string& time,
               std::string& expected) const;

  std::vector<Told> told_;  // in their order
  int told_from_ = 1;
  // Of turns before that: an orchestrator began anew, or said that its prompt had changed.
  bool changed_untold_ = false;
  std::string last_;  // of the turns before told_from_
};
}  // namespace franz::proxy
