#pragma once
// What a person, or a pause of the loop's own, wants of the loop: to go on, wait, make one turn or
// end; and the notes that wait for the model.
#include <string>
#include "common/wire/control_messages.h"

namespace franz::orchestrator {
enum class LogLevel { info, warning, error };

class LoopControl {
 public:
  void take(const ControlCommand& command);
  // At the next place to pause. `level`: of the line that tells it; a person who asked for it needs
  // no warning.
  void pause(const std::string& why, LogLevel level = LogLevel::warning);
  // A turn was made: where it was the one that was asked for, the loop pauses.
  void turn_made();

  bool paused() const { return paused_; }
  bool stopping() const { return stopping_; }
  bool interrupted() const { return paused_ || stopping_; }
  // Turns follow one another.
  bool running() const { return !interrupted() && !step_; }
  // Of the last pause.
  const std::string& why() const { return why_; }
  LogLevel level() const { return level_; }

  // The operator's words for the next turn that is finished, joined by newlines.
  const std::string& notes() const { return notes_; }
  // A turn with these is finished, the first of notes(): what was said since belongs to the next.
  void sent(const std::string& notes);

 private:
  bool paused_ = false, stopping_ = false;
  bool step_ = false;  // pause after the next turn
  std::string why_, notes_;
  LogLevel level_ = LogLevel::warning;
};
}  // namespace franz::orchestrator
