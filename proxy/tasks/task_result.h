#pragma once
// task_result.json in the folder of a trial:
//   {"protocol":"franz.task_result.v1","task":"form-town","digest":"3a7b…",
//    "outcome":"measured","why":"","success":true,"partial":1,
//    "checkpoints":[{"name":"task","weight":1,"must_not":false,"reached":true,"why":""}],
//    "results":[{"getter":"{\"type\":\"vm_file\",\"path\":\"town.txt\"}","kind":"stored",
//                "sha256":"91d2…","bytes":6,"why":""}],
//    "files":[{"name":"files/a.csv","sha256":"…","bytes":12}],"person":false}
// The results are files of the run folder, getter_SHA256 (common/run/run_files.h).
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/run/log_entry.h"
#include "proxy/tasks/score.h"

namespace franz::proxy {
inline constexpr const char* kTaskResultProtocol = "franz.task_result.v1";

enum class TrialOutcome {
  measured,        // the score counts
  infrastructure,  // something of ours or the server failed; there is no score
  skipped,         // a program that the task needs is not installed
};
std::string_view trial_outcome_name(TrialOutcome outcome);

// A getter's result as the run stores it.
struct StoredResult {
  std::string getter;  // Getter::key()
  GetterResult::Kind kind = GetterResult::Kind::stored;
  std::string sha256;       // of the bytes; empty unless stored
  std::uint64_t bytes = 0;  // 0 unless stored
  std::string why;
  friend bool operator==(const StoredResult&, const StoredResult&) = default;
};

struct TaskResult {
  std::string task, digest;
  TrialOutcome outcome = TrialOutcome::measured;
  std::string why;  // unless measured; for people
  Score score;      // of a measured trial
  std::vector<StoredResult> results;
  std::vector<LoggedFile> files;  // that the task refers to
  bool person = false;            // a person touched the trial: it is not counted
};
std::string to_json(const TaskResult& result);
// Failure: names the wrong member.
Result<TaskResult> parse_task_result(std::string_view json);
}  // namespace franz::proxy
