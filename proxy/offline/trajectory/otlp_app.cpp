#include "proxy/offline/trajectory/otlp_app.h"
#include <optional>
#include <string>
#include "common/run/run_log_app.h"
#include "common/run/start_run_app.h"
#include "proxy/tasks/task_files_app.h"
#include "proxy/telemetry/exchange_facts_app.h"
#include "proxy/telemetry/run_spans.h"
#include "proxy/telemetry/trial_score.h"

namespace franz::proxy {
namespace {
struct OtlpFiles {
  explicit OtlpFiles(const std::string& its_version) : version(its_version) {}

  void add(const OtlpBatch& batch) {
    if (!batch.spans.empty()) traces += to_json(batch.spans, version) + "\n";
    if (!batch.events.empty()) logs += to_json(batch.events, version) + "\n";
    counts.spans += batch.spans.size();
    counts.events += batch.events.size();
  }

  const std::string version;
  std::string traces, logs;
  OtlpCounts counts;
};
}  // namespace

Result<OtlpCounts> write_otlp(const RunDir& run, const Folder& to, bool content) {
  const Result<LoadedLog> log = load_log(run);
  if (!log.ok()) return Error{run.problem_of(kRunLog, log.error()), log.error().code};
  const RunStory& story = log.value().story;
  if (const auto& imported = story.facts().imported)
    return Error{"the run was imported from " + imported->file.name +
                 ", so there are no requests to make spans of"};
  RunSpans spans(story.facts(), objective_of(story.facts()).value_or(""), content);
  OtlpFiles files(story.facts().version);
  for (const auto& [turn, attempts] : story.turns())
    for (const LoggedAttempt& attempt : attempts) {
      if (attempt.lost) continue;
      const Result<TurnRecord> record = read_turn_record(run, turn, attempt.attempt);
      if (!record.ok()) return record.error();
      const Result<std::optional<ExchangeFacts>> exchange =
          read_exchange_facts(run, record.value(), content);
      if (!exchange.ok()) return exchange.error();
      files.add(spans.attempt(record.value(), exchange.value()));
    }
  if (files.counts.spans == 0) return Error{"the run has no recorded turn"};
  const Result<TaskResult> result = read_task_result(run);
  files.add(
      spans.end(story.facts().finish, result.ok() ? trial_score(result.value()) : std::nullopt));
  for (const auto& [name, text] :
       {std::pair("traces.jsonl", &files.traces), std::pair("logs.jsonl", &files.logs)})
    if (const Status written = to.replace(name, *text, Durability::buffered); !written.ok())
      return written.error();
  return files.counts;
}
}  // namespace franz::proxy
