#include "proxy/offline/verify/trial_check_app.h"
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/run/run_files.h"
#include "proxy/tasks/canvas_part.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
static Finding wrong(const char* file, const char* field, std::string text) {
  return bad(FindingCode::task, 0, file, field, std::move(text));
}

// The task is the one that the result names, with the files that it refers to.
static std::vector<Finding> check_identity(const std::string& json, const Task& task,
                                           const TaskResult& result) {
  std::vector<Finding> findings;
  std::map<std::string, std::string> digests;
  for (const LoggedFile& file : result.files) digests[file.name] = file.sha256;
  std::vector<std::string> names;
  for (const auto& [name, digest] : digests) names.push_back(name);
  if (names != task.files)
    findings.push_back(wrong(kTaskResultFile, "files", "they are not those of the task"));
  if (const std::string digest = task_digest(json, digests); digest != result.digest)
    findings.push_back(
        differs(FindingCode::task, 0, kTaskResultFile, "digest", digest, result.digest));
  if (task.id != result.task)
    findings.push_back(
        differs(FindingCode::task, 0, kTaskResultFile, "task", task.id, result.task));
  return findings;
}

// Every getter of the task has one result; what the run has elsewhere, too, is the same.
static std::vector<Finding> check_sources(const RunDir& run, const Task& task,
                                          const TaskResult& result,
                                          const std::optional<Finish>& finish) {
  std::vector<Finding> findings;
  const std::vector<Getter> getters = task.getters();
  if (getters.size() != result.results.size())
    findings.push_back(wrong(kTaskResultFile, "results",
                             "expected one for each of " + count_text(getters.size(), "getter")));
  for (const Getter& getter : getters) {
    const std::string key = getter.key();
    const auto found = std::ranges::find(result.results, key, &StoredResult::getter);
    std::string expected;
    if (found == result.results.end()) {
      findings.push_back(wrong(kTaskResultFile, "results", key + " is missing"));
    } else if (getter.kind == Getter::Kind::local) {
      const auto file = std::ranges::find(result.files, getter.path, &LoggedFile::name);
      expected = file == result.files.end() ? "" : file->sha256;
    } else if (getter.kind == Getter::Kind::canvas) {
      const Result<std::string> file = run.read(kCanvasFile);
      const Result<std::string> part = canvas_part(file.ok() ? file.value() : "", getter.area);
      expected = part.ok() ? sha256_hex(part.value()) : "";
    } else if (getter.kind == Getter::Kind::answer) {
      const std::optional<std::string> answer = answer_of_run(run, finish);
      expected = answer ? sha256_hex(*answer) : "";
    } else {
      continue;  // nothing else in the run shows it
    }
    if (found != result.results.end() && found->sha256 != expected)
      findings.push_back(
          differs(FindingCode::task, 0, kTaskResultFile, key, expected, found->sha256));
  }
  return findings;
}

// The texts are for people and may differ between versions.
static std::string score_text(const Score& score) {
  std::string text = (score.success ? "success, " : "failure, ") + json_number(score.partial);
  for (const CheckpointScore& each : score.checkpoints)
    text += ", " + each.name + " (weight " + json_number(each.weight) +
            (each.must_not ? ", must not" : "") + (each.reached ? "): reached" : "): missed");
  return text;
}

static std::vector<Finding> check_score(const RunDir& run, const Task& task,
                                        const TaskResult& result) {
  const Result<std::vector<GetterResult>> stored = read_stored_results(run, result);
  if (!stored.ok()) return {wrong(kTaskResultFile, "results", stored.error().message)};
  const Result<Score> score = check_results(task, stored.value());
  if (!score.ok())
    return {not_checked(FindingCode::unread, 0, "the score of the task: " + score.error().message)};
  const std::string expected = score_text(score.value()), got = score_text(result.score);
  if (expected == got) return {};
  return {differs(FindingCode::task, 0, kTaskResultFile, "score", expected, got)};
}

std::vector<Finding> check_trial(const RunDir& run, const EndEntry& end) {
  const auto lists = [&end](const char* name) {
    return std::ranges::find(end.files, name, &LoggedFile::name) != end.files.end();
  };
  if (!lists(kTaskResultFile)) {
    if (!lists(kTaskFile)) return {};
    return {not_checked(FindingCode::unread, 0, "the task has no result: it was not judged")};
  }
  const Result<TaskResult> result = read_task_result(run);
  if (!result.ok()) return {wrong(kTaskResultFile, "", result.error().message)};
  const Result<std::string> json = run.read(kTaskFile);
  if (!json.ok()) return {wrong(kTaskFile, "", run.problem_of(kTaskFile, json.error()))};
  const Result<Task> task = parse_task(json.value());
  if (!task.ok()) return {wrong(kTaskFile, "", task.error().message)};
  std::vector<Finding> findings = check_identity(json.value(), task.value(), result.value());
  if (result.value().outcome != TrialOutcome::measured) {
    if (!result.value().score.checkpoints.empty() || result.value().score.success ||
        result.value().score.partial > 0)
      findings.push_back(wrong(kTaskResultFile, "score", "the trial was not measured"));
    return findings;
  }
  append(findings, check_sources(run, task.value(), result.value(), end.finish));
  append(findings, check_score(run, task.value(), result.value()));
  return findings;
}
}  // namespace franz::proxy
