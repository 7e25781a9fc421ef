#include "orchestrator/loop_control.h"
#include <algorithm>
#include <utility>

namespace franz::orchestrator {
using Command = ControlCommand::Kind;

static constexpr const char* kTakenOver = "a person took the screen over on the dashboard";
static constexpr const char* kHandedBack =
    "the person handed the screen back; resume to continue the run";

void LoopControl::take(const ControlCommand& command) {
  const bool page_has_screen = paused_ && cause_ == PauseCause::page;
  switch (command.kind) {
    case Command::pause:
      if (!paused_) pause("asked to", LogLevel::info);
      break;
    case Command::resume:
      if (command.cause == PauseCause::unwatched) unwatched_.clear();
      if (command.cause != PauseCause::other && (!paused_ || command.cause != cause_)) break;
      if (!page_has_screen) go_on();
      break;
    case Command::step:
      if (page_has_screen) break;
      go_on();
      step_ = true;
      break;
    case Command::model:  // the settings name the model
      if (!page_has_screen) go_on();
      break;
    case Command::take_over: halt(kTakenOver, PauseCause::page); break;
    case Command::hand_back:
      if (command.used) ++person_uses_;
      if (page_has_screen || !paused_) halt(kHandedBack, PauseCause::other);
      break;
    case Command::stop: stopping_ = true; break;
    case Command::panic:
      if (command.cause == PauseCause::unwatched) {
        unwatched_ = command.text;
        // The cause of an earlier pause decides when it resumes. The actions are cut anyway.
        if (paused_) {
          halted_ = true;
        } else {
          halt(command.text, PauseCause::unwatched);
        }
        break;
      }
      halt("panic: " + (command.text.empty() ? "the button" : command.text), PauseCause::panic);
      break;
    case Command::note: note(command); break;
    case Command::recorded: recorded_ = std::max(recorded_, command.turn); break;
    case Command::approve:
    case Command::refuse: decide(command); break;
  }
}

void LoopControl::note(const ControlCommand& command) {
  notes_.push_back({command.number, command.text});
}

std::string LoopControl::notes() const {
  std::string joined;
  for (std::size_t i = 0; i < notes_.size(); ++i) joined += (i == 0 ? "" : "\n") + notes_[i].text;
  return joined;
}

std::vector<int> LoopControl::note_numbers() const {
  std::vector<int> numbers;
  for (const Note& each : notes_)
    if (each.number > 0) numbers.push_back(each.number);
  return numbers;
}

void LoopControl::ask(Asked asked) {
  asked_ = std::move(asked);
  decided_.reset();
}

void LoopControl::stop_asking() {
  asked_.reset();
  decided_.reset();
}

std::vector<std::string> LoopControl::take_refusals() { return std::exchange(refusals_, {}); }

// Empty: it can be accepted.
std::string LoopControl::refusal_of(const ControlCommand& command) const {
  const std::string turn = "turn " + std::to_string(command.turn);
  if (!asked_ || decided_) return turn + ": nothing waits for a decision";
  if (command.turn != asked_->turn)
    return turn + ": it is turn " + std::to_string(asked_->turn) + " that waits for a decision";
  if (command.plan_sha256 != asked_->plan_sha256)
    return turn + ": it has been planned again: decide on the current plan";
  for (const int item : command.items.value_or(std::vector<int>()))
    if (!std::ranges::binary_search(asked_->items, item))
      return turn + ": item " + std::to_string(item) + " was not asked about";
  return "";
}

// The note reaches the model even if the decision is refused.
void LoopControl::decide(const ControlCommand& command) {
  if (!command.text.empty()) note(command);
  if (std::string why = refusal_of(command); !why.empty()) {
    refusals_.push_back("the decision on " + why);
    return;
  }
  Decided decided{{}, command.text};
  if (command.kind == Command::approve) decided.items = command.items.value_or(asked_->items);
  decided_ = std::move(decided);
}

void LoopControl::pause(const std::string& why, LogLevel level) {
  paused_ = true;
  step_ = false;
  why_ = why;
  level_ = level;
  cause_ = PauseCause::other;
  problem_.reset();
}

void LoopControl::pause(const ModelProblem& problem) {
  pause(text_of(problem));
  problem_ = problem;
}

void LoopControl::halt(const std::string& why, PauseCause cause) {
  pause(why);
  halted_ = true;
  cause_ = cause;
}

void LoopControl::go_on() {
  paused_ = halted_ = step_ = false;
  cause_ = PauseCause::other;
  problem_.reset();
}

void LoopControl::turn_made() {
  if (step_) pause("one step was made", LogLevel::info);
}

void LoopControl::sent(std::size_t count) {
  notes_.erase(notes_.begin(), notes_.begin() + static_cast<std::ptrdiff_t>(count));
}
}  // namespace franz::orchestrator
