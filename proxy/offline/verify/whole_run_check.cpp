#include "proxy/offline/verify/whole_run_check.h"
#include "common/base/secrets.h"
#include "common/run/recorded_step.h"
#include "common/run/run_files.h"
#include "common/run/steps_file.h"

namespace franz::proxy {
std::vector<Finding> check_state_reply(const LoopState& state, const std::optional<Reply>& reply) {
  std::vector<Finding> findings;
  const auto compare = [&](const char* field, const std::string& expected, const std::string& got) {
    if (!is_masked_form(got, expected))
      findings.push_back(differs(0, kStateFile, field, expected, got));
  };
  const auto text = [](const std::optional<Reply>& of) { return of ? of->text : "null"; };
  const auto calls = [](const std::optional<Reply>& of) {
    return of ? calls_json(of->calls) : "[]";
  };
  compare("story", text(reply), text(state.reply));
  compare("calls", calls(reply), calls(state.reply));
  return findings;
}

std::optional<Finding> check_step_line(int turn, std::string_view line,
                                       const std::optional<std::string>& record) {
  const std::string number = "line " + std::to_string(turn);
  const Result<Step> step = parse_step(line);
  if (!step.ok()) return bad(turn, kStepsFile, number, step.error().message);
  if (!record) return unchecked(turn, "steps.jsonl, " + number + ": there is no record");
  const Result<TurnRecord> read = parse_turn_record(*record);
  const Result<Step> told = read.ok() ? recorded_step(read.value()) : read.error();
  if (!told.ok()) return std::nullopt;
  const std::string expected = to_json(told.value()), got = to_json(step.value());
  if (is_masked_form(got, expected)) return std::nullopt;
  return differs(turn, kStepsFile, number, expected, got);
}

std::string why_not_sealed(const RunIndex& index, const std::optional<RunFile>& run, bool listed) {
  const int last = index.last_turn;
  if (run && !run->origins.empty() && run->origins.front().at == last)
    return "the run was forked at turn " + std::to_string(last) + " and has not gone on yet";
  bool partial = false;
  const auto files = index.turns.find(last);
  if (files != index.turns.end())
    for (const IndexedFile& file : files->second)
      partial =
          partial || (file.place.kind == RunFilePlace::Kind::batch && last % kBatchTurns != 0);
  const bool resumed = run && !run->changes.empty() &&
                       run->changes.back().text == "resumed after turn " + std::to_string(last);
  if (partial && !resumed && listed)
    return "the last batch was written, as at a clean end, but SHA256SUMS does not list run.json: "
           "the end was cut short, or lines were removed";
  return "the run has not ended cleanly, so it has no seal, and its last files have no digests yet";
}
}  // namespace franz::proxy
