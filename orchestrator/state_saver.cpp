#include "orchestrator/state_saver.h"

namespace franz::orchestrator {
static std::string trouble_of(const Status& status) {
  return status.ok() ? "" : status.error().message;
}

void StateSaver::save(const LoopState& state) {
  const std::string trouble = trouble_of(ports_.store(state));
  saved_ = trouble.empty();
  if (trouble == trouble_) return;
  trouble_ = trouble;
  warn(ports_, saved_ ? "the story can be saved again"
                      : "the story cannot be saved: " + trouble +
                            "; the loop goes on, but a crash would lose it");
}

void StateSaver::save_durably(const LoopState& state) {
  if (saved_) return;
  const Status status = ports_.store(state);
  saved_ = status.ok();
  if (saved_) return settle();
  ports_.log(LogLevel::error, "the story cannot be saved: " + status.error().message);
}

Status StateSaver::durable() const { return saved_ ? ports_.settle() : Status(Error{trouble_}); }

void StateSaver::settle() const {
  if (const Status durable = ports_.settle(); !durable.ok())
    warn(ports_, "state.json is not yet safe from a power cut: " + durable.error().message);
}

void StateSaver::keep(std::span<const Step> steps) {
  const std::string trouble = trouble_of(ports_.keep_steps(steps));
  if (trouble == steps_trouble_) return;
  steps_trouble_ = trouble;
  warn(ports_, trouble.empty() ? "steps.jsonl has all turns again"
                               : "the turn cannot be saved in steps.jsonl: " + trouble +
                                     "; the file is made good when it can be written");
}
}  // namespace franz::orchestrator
