#include "orchestrator/load_state_app.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/base/base64.h"
#include "common/base/sha256.h"
#include "common/os/paths.h"
#include "common/os/quarantine.h"
#include "common/run/recorded_step.h"
#include "common/run/run_files.h"
#include "common/run/state_after.h"
#include "common/run/step_json.h"
#include "common/run/turn_record.h"
#include "orchestrator/newer_story.h"

namespace franz::orchestrator {
static constexpr int kMostPictures = 1000;  // most attempts at a turn whose pictures are searched

static Result<TurnRecord> read_record(const RunDir& run, const LoggedAttempt& attempt) {
  const std::string name = record_file(attempt.turn, attempt.attempt);
  const Result<std::string> text = run.read(name);
  if (!text.ok()) return text.error();
  Result<TurnRecord> record = parse_turn_record(text.value());
  if (!record.ok()) return within(name, record.error());
  if (record.value().turn != attempt.turn || record.value().attempt != attempt.attempt)
    return Error{name + " holds another attempt"};
  return record;
}

// The state after the log's newest reply.
static Result<LoopState> recorded_state(const RunDir& run, const LoggedAttempt& newest) {
  const std::string turn = "turn " + std::to_string(newest.turn);
  if (newest.lost) return Error{"state.json and the record of " + turn + " are both lost"};
  const Result<TurnRecord> record = read_record(run, newest);
  if (!record.ok()) return record.error();
  Result<LoopState> state = state_after(record.value());
  if (!state.ok()) return within("the record of " + turn, state.error());
  state.value().acting = begun_after(state.value(), record.value());
  return state;
}

Result<LoopState> load_state(const RunDir& run, const RunStory& story, Output& output) {
  std::string trouble = "state.json is missing";
  const Result<std::string> text = run.read(kStateFile);
  if (text.ok() || text.error().code == ErrorCode::too_large) {
    Result<LoopState> state = text.ok() ? parse_loop_state(text.value()) : text.error();
    if (state.ok() && !log_is_newer(story, state.value())) return state;
    if (state.ok()) {
      trouble = "state.json is older than the log";
    } else if (state.error().code == ErrorCode::other_version) {
      return within(join_path(run.path(), kStateFile), state.error());
    } else {
      const Result<std::string> aside = quarantine(run.folder(), kStateFile);
      if (!aside.ok()) return aside.error();
      trouble = "state.json cannot be read (" + state.error().message + "); it is kept as " +
                join_path(run.path(), aside.value());
    }
  } else if (text.error().code != ErrorCode::missing) {
    return text.error();
  }
  const LoggedAttempt* const newest = story.newest_reply();
  if (newest == nullptr) {
    if (text.ok()) output.log(LogLevel::error, trouble + "; no reply is recorded: the run begins");
    return LoopState{};
  }
  Result<LoopState> recorded = recorded_state(run, *newest);
  if (recorded.ok())
    output.log(LogLevel::warning, trouble + "; the run goes on from the recorded turn " +
                                      std::to_string(newest->turn));
  return recorded;
}

// ---- Steps

static Result<Step> step_of(const RunDir& run, const LoggedAttempt& attempt) {
  if (!attempt.lost) {
    const Result<TurnRecord> record = read_record(run, attempt);
    if (!record.ok()) return record.error();
    if (!record.value().response || record.value().response->text == "null")
      return Error{record_file(attempt.turn, attempt.attempt) + " does not hold a reply"};
    return recorded_step(record.value());
  }
  const std::string name = lost_file(attempt.turn, attempt.attempt);
  const Result<std::string> text = run.read(name);
  if (!text.ok()) return text.error();
  Result<Step> step = parse_step(text.value());
  return step.ok() ? std::move(step) : within(name, step.error());
}

// The last turn from the state; the log lacks it.
static Result<Step> step_of(const LoopState& state) {
  if (!state.step) return Error{"state.json does not hold it, and the log has no such reply"};
  Result<Step> step = parse_step(*state.step);
  return step.ok() ? std::move(step) : within("state.json: /step", step.error());
}

Result<std::vector<Step>> load_steps(const RunDir& run, const RunStory& story,
                                     const LoopState& state) {
  std::vector<Step> steps;
  std::string request = state.request;
  for (int turn = state.turn; turn > 0; --turn) {
    const LoggedAttempt* attempt = request.empty() ? nullptr : story.find(request);
    if (attempt == nullptr && turn < state.turn) attempt = story.chosen(turn);
    Result<Step> step = attempt != nullptr ? step_of(run, *attempt) : step_of(state);
    if (step.ok() && step.value().turn != turn) step = Error{"another turn is in its place"};
    if (!step.ok())
      return Error{"turn " + std::to_string(turn) +
                   ", which the memory needs, is lost: " + step.error().message};
    steps.push_back(std::move(step).value());
    request = attempt != nullptr ? attempt->after : "";
  }
  std::ranges::reverse(steps);
  // Keys in a record are masked; the state has the verbatim reply.
  if (!steps.empty() && state.reply) steps.back().reply = *state.reply;
  return steps;
}

Result<std::string> load_picture(const RunDir& run, int turn, const PictureRef& picture) {
  for (int attempt = 1; attempt <= kMostPictures; ++attempt) {
    const Result<std::string> png = run.read(picture_file(turn, attempt));
    if (png.ok() && sha256_hex(png.value()) == picture.sha256) return base64_encode(png.value());
  }
  return Error{"no picture of turn " + std::to_string(turn) + " is the one that was sent"};
}
}  // namespace franz::orchestrator
