#pragma once
// What the loop must do by command or by its own pause: continue, wait, make one turn or stop. Also
// the notes that wait for the model.
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/wire/control_messages.h"

namespace franz::orchestrator {
enum class LogLevel { info, warning, error };

// A question to the operator.
struct Asked {
  int turn = 0;
  std::string plan_sha256;
  std::vector<int> items;  // the items that need consent, ascending
};
// What the operator answered.
struct Decided {
  std::vector<int> items;  // the approved ones, ascending; empty: none
  std::string note;        // for the model, also in notes(); empty: none
};

class LoopControl {
 public:
  void take(const ControlCommand& command);
  // Pauses at the next possible place. `level`: of the log line; info if a person asked for it.
  void pause(const std::string& why, LogLevel level = LogLevel::warning);
  // The same, because a request to the model failed.
  void pause(const ModelProblem& problem);
  // Ends the run at the next possible place.
  void end(Finish finish) { finish_ = std::move(finish); }
  // Pauses immediately: nothing more of this turn is done until the run resumes.
  void halt(const std::string& why, PauseCause cause);
  // A turn is finished. After a step the loop pauses.
  void turn_made();

  bool paused() const { return paused_; }
  bool stopping() const { return stopping_; }
  bool interrupted() const { return paused_ || stopping_; }
  // Whether the next turn follows without a command.
  bool running() const { return !interrupted() && !step_; }
  bool halted() const { return halted_; }
  const std::optional<Finish>& finish() const { return finish_; }  // from end()
  // Whether someone would notice a panic, or no one needs to.
  bool watched() const { return unwatched_.empty(); }
  // For people; empty: watched().
  const std::string& why_unwatched() const { return unwatched_; }
  // Of the last pause.
  const std::string& why() const { return why_; }
  PauseCause cause() const { return cause_; }
  const std::optional<ModelProblem>& problem() const { return problem_; }
  LogLevel level() const { return level_; }

  // From now on one decision about this is accepted. Any other goes to take_refusals().
  void ask(Asked asked);
  // Nothing: none was accepted yet.
  const std::optional<Decided>& decided() const { return decided_; }
  // Refuses later decisions.
  void stop_asking();
  // Why decisions were refused since the last call.
  std::vector<std::string> take_refusals();

  // The operator's notes for the next turn that is finished: their texts joined by newlines, their
  // count, and the numbers of those that have one.
  std::string notes() const;
  std::size_t count_notes() const { return notes_.size(); }
  std::vector<int> note_numbers() const;
  // A turn with the first `count` notes is finished. Removes them.
  void sent(std::size_t count);

  // How often a person has used the screen since the model saw it; 0: the model has seen it since.
  int person_uses() const { return person_uses_; }
  // A turn that began with `uses` of them is finished: the model has seen the screen after those.
  void saw_person_uses(int uses) { person_uses_ -= uses; }

  // The highest turn reported as recorded since the last asks(); 0: none.
  int recorded() const { return recorded_; }
  // A request leaves: its turn must be recorded, even if an earlier try was.
  void asks() { recorded_ = 0; }

 private:
  void go_on();
  void note(const ControlCommand& command);
  std::string refusal_of(const ControlCommand& command) const;
  void decide(const ControlCommand& command);

  std::optional<Finish> finish_;
  std::optional<Asked> asked_;
  std::optional<Decided> decided_;
  std::vector<std::string> refusals_;
  bool paused_ = false, stopping_ = false;
  bool halted_ = false;
  bool step_ = false;  // pause after the next turn
  std::string why_;
  struct Note {
    int number = 0;  // 0: none
    std::string text;
  };
  std::vector<Note> notes_;
  int recorded_ = 0;
  int person_uses_ = 0;
  PauseCause cause_ = PauseCause::other;
  std::optional<ModelProblem> problem_;
  std::string unwatched_;  // empty: someone watches for a panic
  LogLevel level_ = LogLevel::warning;
};
}  // namespace franz::orchestrator
