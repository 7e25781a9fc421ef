#include "proxy/offline/score/trial_end_app.h"
#include <algorithm>
#include <utility>
#include "common/base/count_text.h"
#include "common/run/run_log_app.h"
#include "common/wire/message_fields.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
static constexpr double kMsPerSecond = 1000;

static TrialEnd not_measured(TrialEnd end, std::string why) {
  end.outcome = TrialOutcome::infrastructure;
  end.success = false;
  end.partial = 0;
  end.failure = TrialFailure::none;
  end.why = std::move(why);
  return end;
}

TrialEnd no_run(std::string why) { return not_measured({}, std::move(why)); }

// Why a measured trial without success failed, by the reason why its run ended.
static TrialFailure failure_of(FinishReason reason) {
  switch (reason) {
    case FinishReason::done: return TrialFailure::wrong;
    case FinishReason::limit:
    case FinishReason::turns:
    case FinishReason::time:
    case FinishReason::tokens:
    case FinishReason::context: return TrialFailure::limit;
    case FinishReason::malformed:
    case FinishReason::out_of_bounds:
    case FinishReason::failures: return TrialFailure::malformed;
    case FinishReason::no_change:
    case FinishReason::noops:
    case FinishReason::repeats: return TrialFailure::loop;
    case FinishReason::confidence: return TrialFailure::refused;
    case FinishReason::stopped:
    case FinishReason::window_gone:
    case FinishReason::server: return TrialFailure::other;
  }
  return TrialFailure::other;
}

// The requests of every attempt, since each was paid for.
static void add_requests(const RunDir& run, const LoadedLog& log, TrialEnd& end) {
  for (const auto& [turn, attempts] : log.story.turns()) {
    for (const LoggedAttempt& attempt : attempts) {
      if (attempt.lost) continue;
      const Result<TurnRecord> record = read_turn_record(run, attempt.turn, attempt.attempt);
      if (!record.ok()) continue;
      ++end.requests;
      end.waited += record.value().model_ms.value_or(0) / kMsPerSecond;
      if (!record.value().response || !record.value().response->usage) continue;
      const TokenUsage& usage = *record.value().response->usage;
      end.input_tokens += usage.prompt_tokens;
      end.output_tokens += usage.completion_tokens;
    }
  }
}

// The time of a line. Nothing: it cannot be read.
static std::optional<long long> time_of(const RunLine& line) { return read_utc_text(line.time); }

// From the first line to the last, by the clock of the computer that recorded them.
static double seconds_of(const RunDir& run) {
  std::optional<long long> first, last;
  RunLogReader reader;
  static_cast<void>(reader.read(run, [&](const ReadRunLine& read) {
    last = time_of(read.line);
    if (!first) first = last;
    return true;
  }));
  if (!first || !last) return 0;
  return std::max(0.0, static_cast<double>(*last - *first) / kMsPerSecond);
}

// As the setting names it: the demo model has another address in every run.
static std::string upstream_of(const RunDir& run, const RunFacts& facts) {
  const Result<SettingsInForce> settings = settings_of(run, facts.in_force);
  if (!settings.ok()) return "";
  Result<MessageFields> fields = MessageFields::parse(settings.value().settings);
  return fields.ok() ? fields.value().text("/proxy.upstream", "") : "";
}

TrialEnd read_trial_end(const RunDir& run) {
  TrialEnd end;
  const Result<LoadedLog> log = load_log(run);
  if (!log.ok()) return not_measured(end, run.problem_of(kRunLog, log.error()));
  const RunFacts& facts = log.value().story.facts();
  end.turns = facts.last_turn;
  add_requests(run, log.value(), end);
  end.upstream = upstream_of(run, facts);
  end.seconds = seconds_of(run);
  if (!facts.ended) return not_measured(end, "the run was interrupted");
  end.run_seal = log.value().chain.last_sha256();
  const Result<TaskResult> result = read_task_result(run);
  if (!result.ok()) return not_measured(end, "no result: " + result.error().message);
  end.person = result.value().person;
  if (result.value().outcome != TrialOutcome::measured) {
    end = not_measured(end, result.value().why);
    end.outcome = result.value().outcome;
    return end;
  }
  if (!facts.lost_turns.empty())
    return not_measured(end, count_text(facts.lost_turns.count(), "turn") + " not recorded");
  if (!facts.finish) return not_measured(end, "the run ended without a reason");
  const Finish& finish = *facts.finish;
  if (finish.reason == FinishReason::server || finish.reason == FinishReason::stopped)
    return not_measured(end, finish.text);
  end.success = result.value().score.success;
  end.partial = result.value().score.partial;
  if (!end.success) {
    end.failure = failure_of(finish.reason);
    end.why = finish.text;
  }
  return end;
}
}  // namespace franz::proxy
