#pragma once
// A run as one OpenTelemetry trace (docs/telemetry.md): a root span `invoke_agent`, below it a span
// `chat` for each attempt that asked the model and a span `execute_tool` for each action that was
// tried, and events with the verdicts and the score. The live run and `proxy export` use this
// class. Pure. All ids are derived from the run's id, so a record always gives the same spans.
#include <cstdint>
#include <optional>
#include <string>
#include "common/run/run_story.h"
#include "common/run/turn_record.h"
#include "proxy/telemetry/otlp.h"

namespace franz::proxy {
// The score of a trial.
struct TrialScore {
  std::string task;
  bool success = false;
  double partial = 0;  // 0..1
};

// What an attempt's exchange with the model's server says beyond its record.
struct ExchangeFacts {
  bool stream = false;         // the request asked for a stream
  std::string response_model;  // empty: not reported
  std::string input_messages;  // as gen_ai.input.messages, JSON; empty: unknown
};

class RunSpans {
 public:
  // `run`: has begun. `objective`: empty: unknown. With `content`, spans have prompts, replies,
  // arguments and reasons.
  RunSpans(const RunFacts& run, const std::string& objective, bool content);

  // When the run began, if `run` did not say it: then the root begins with its first span.
  void begin_at(const std::string& time);
  // The actions of the turns up to this one already have spans.
  void resume_after(int turn) { acted_ = turn; }

  // What the record adds. Records come in the order of the log: the actions in a record of a turn
  // that an earlier record had are left out. `exchange`: nothing if unknown.
  OtlpBatch attempt(const TurnRecord& record, const std::optional<ExchangeFacts>& exchange);
  // The root span, which ends with its last span, and the score. `finish`: nothing: the run has not
  // finished, or was killed.
  OtlpBatch end(const std::optional<Finish>& finish, const std::optional<TrialScore>& score) const;

 private:
  OtlpSpan make_span(const std::string& of, const std::string& operation) const;
  OtlpSpan chat(const TurnRecord& record, const std::optional<ExchangeFacts>& exchange,
                std::int64_t asked_ns) const;
  void add_actions(const TurnRecord& record, std::int64_t asked_ns, OtlpBatch& to);
  void keep_times(const OtlpBatch& batch);

  std::string run_, name_, profile_, version_, objective_, provider_, host_;
  std::int64_t port_ = 0;
  bool content_ = false;
  std::string model_;                     // of the first request; empty: none yet
  int acted_ = 0;                         // newest turn whose actions have spans
  std::optional<std::int64_t> start_ns_;  // of the root span; nothing: unknown
  std::int64_t end_ns_ = 0;
};
}  // namespace franz::proxy
