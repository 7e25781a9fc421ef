#pragma once
// What a person, or a pause of the loop's own, wants of the loop: to go on, wait, make one turn or
// end; and the notes that wait for the model.
#include <cstddef>
#include <optional>
#include <string>
#include <vector>
#include "common/wire/control_messages.h"

namespace franz::orchestrator {
enum class LogLevel { info, warning, error };

// What the operator is asked about.
struct Asked {
  int turn = 0;
  std::string plan_sha256;
  std::vector<int> items;  // that need consent, ascending
};
// What the operator answered.
struct Decided {
  std::vector<int> items;  // that may be done, ascending; empty: none
  std::string note;        // to the model, which is among notes() too; empty: none
};

class LoopControl {
 public:
  void take(const ControlCommand& command);
  // At the next place to pause. `level`: of the line that tells it; a person who asked for it needs
  // no warning.
  void pause(const std::string& why, LogLevel level = LogLevel::warning);
  // The same, because of a request to the model.
  void pause(const ModelProblem& problem);
  // At once: nothing more of the turn at hand is done before it goes on.
  void halt(const std::string& why, PauseCause cause);
  // A turn was made: where it was the one that was asked for, the loop pauses.
  void turn_made();

  bool paused() const { return paused_; }
  bool stopping() const { return stopping_; }
  bool interrupted() const { return paused_ || stopping_; }
  // Turns follow one another.
  bool running() const { return !interrupted() && !step_; }
  bool halted() const { return halted_; }
  // Whether somebody would see a panic, or there is no need to; why not, for people, if not.
  bool watched() const { return unwatched_.empty(); }
  const std::string& why_unwatched() const { return unwatched_; }
  // Of the last pause.
  const std::string& why() const { return why_; }
  PauseCause cause() const { return cause_; }
  const std::optional<ModelProblem>& problem() const { return problem_; }
  LogLevel level() const { return level_; }

  // From now on a decision about this is taken, once; any other is refused in words.
  void ask(Asked asked);
  // Nothing: none was taken yet.
  const std::optional<Decided>& decided() const { return decided_; }
  // It is over, however: later decisions come too late.
  void stop_asking();
  // Why decisions were not taken, since the last call.
  std::vector<std::string> take_refusals();

  // The operator's notes for the next turn that is finished: their texts joined by newlines, how
  // many they are, and the numbers of those that have one.
  std::string notes() const;
  std::size_t count_notes() const { return notes_.size(); }
  std::vector<int> note_numbers() const;
  // A turn with the first `count` of them is finished: what was said since belongs to the next.
  void sent(std::size_t count);

  // The highest turn that was said to be recorded since the last asks(); 0: none.
  int recorded() const { return recorded_; }
  // A request leaves: its turn is yet to be recorded, whatever was said of earlier tries.
  void asks() { recorded_ = 0; }

 private:
  void go_on();
  void note(const ControlCommand& command);
  std::string refusal_of(const ControlCommand& command) const;
  void decide(const ControlCommand& command);

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
  PauseCause cause_ = PauseCause::other;
  std::optional<ModelProblem> problem_;
  std::string unwatched_;  // why nobody watches for a panic; empty: somebody does
  LogLevel level_ = LogLevel::warning;
};
}  // namespace franz::orchestrator
