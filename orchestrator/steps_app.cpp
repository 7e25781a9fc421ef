#include "orchestrator/steps_app.h"
#include "common/base/base64.h"
#include "common/base/count_text.h"
#include "common/base/sha256.h"
#include "common/run/recorded_step.h"
#include "common/run/run_files.h"
#include "common/run/steps_file.h"

namespace franz::orchestrator {
static Result<Step> step_of_record(const RunDir& run, int turn) {
  const Result<std::string> text = run.read(record_file(turn));
  if (!text.ok()) return text.error();
  const Result<TurnRecord> record = parse_turn_record(text.value());
  if (!record.ok()) return within(record_file(turn), record.error());
  if (record.value().turn != turn || !record.value().response ||
      record.value().response->text == "null")
    return Error{record_file(turn) + " does not hold the reply to that turn"};
  Result<Step> step = recorded_step(record.value());
  return step.ok() ? std::move(step) : within(record_file(turn), step.error());
}

Result<std::vector<Step>> load_steps(const RunDir& run, const LoopState& state,
                                     const std::function<void(const std::string&)>& warn) {
  StepLines lines(state.turn);
  const Status read = run.read_lines(
      kStepsFile, [&](std::string_view line, bool whole) { return lines.take(line, whole); });
  if (!read.ok() && read.error().code != ErrorCode::missing) return read.error();
  std::vector<Step>& steps = lines.steps();
  const std::size_t kept = steps.size();
  while (static_cast<int>(steps.size()) < state.turn) {
    const int turn = static_cast<int>(steps.size()) + 1;
    Result<Step> step = step_of_record(run, turn);
    if (!step.ok())
      return Error{"steps.jsonl has no line of turn " + std::to_string(turn) +
                   ", and its record does not help: " + step.error().message};
    steps.push_back(std::move(step).value());
  }
  // The story is what state.json tells; a key in a record is masked.
  if (state.reply && !steps.empty()) steps.back().reply = *state.reply;
  if (steps.size() > kept)
    warn("steps.jsonl: " + count_text(steps.size() - kept, "line") + " made anew from the records");
  if (steps.size() > kept || !lines.all_counted()) {
    std::string text;
    for (const Step& step : steps) text += to_json(step) + "\n";
    if (const Status made = run.folder().replace(kStepsFile, text, Durability::synced); !made.ok())
      return made.error();
  }
  return std::move(steps);
}

Result<std::string> load_picture(const RunDir& run, int turn, const PictureRef& picture) {
  const std::string name = picture_file(turn);
  const Result<std::string> png = run.read(name);
  if (!png.ok()) return png.error();
  if (sha256_hex(png.value()) != picture.sha256)
    return Error{name + " is another picture than the turn's"};
  return base64_encode(png.value());
}

Status StepsStore::keep(std::span<const Step> steps) {
  if (!folder_ || !folder_->is_still_there()) {
    folder_.reset();
    Result<Folder> made = Folder::make(run_dir_);
    if (!made.ok()) {
      is_behind_ = true;
      return made.error();
    }
    folder_.emplace(std::move(made).value());
  }
  const std::optional<FileStamp> stamp = folder_->stamp(kStepsFile);
  const std::uint64_t there = stamp ? stamp->bytes : 0;
  const bool is_aligned =
      !is_behind_ && there == bytes_.value_or(there) && (there > 0 || steps.size() == 1);
  std::string text;
  for (const Step& step : is_aligned ? steps.last(1) : steps) text += to_json(step) + "\n";
  Status kept = is_aligned ? folder_->append(kStepsFile, text)
                           : folder_->replace(kStepsFile, text, Durability::synced);
  if (kept.ok() && is_aligned) kept = folder_->sync(kStepsFile);
  is_behind_ = !kept.ok();
  if (kept.ok()) bytes_ = is_aligned ? there + text.size() : text.size();
  return kept;
}
}  // namespace franz::orchestrator
