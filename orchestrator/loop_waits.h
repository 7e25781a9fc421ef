#pragma once
// The pauses of the loop and what ends them: commands, time, the disk. Each is reported with its
// reason. Pure except for the ports.
#include <functional>
#include <optional>
#include <string>
#include "orchestrator/loop_control.h"
#include "orchestrator/loop_ports.h"
#include "orchestrator/progress.h"

namespace franz::orchestrator {
class LoopWaits {
 public:
  // Both outlive it. Events carry the next turn of `progress`.
  LoopWaits(const LoopPorts& ports, const Progress& progress)
      : ports_(ports), progress_(progress) {}

  LoopControl& control() { return control_; }
  void take_waiting_commands();

  // Waits for `milliseconds`. `state`: reported as the loop's state; empty: not reported. Returns
  // false if a pause or a stop interrupted it.
  bool wait(int milliseconds, const std::string& state, const std::string& why);
  // Announces a run on the screen of a person, by its shown_screen(), and waits for `seconds`;
  // resume and step end the wait. Returns false if it must be repeated because no one watched for a
  // panic.
  bool count_down(const std::string& screen, int seconds);
  // Waits until the operator decides about `asked`, at most until `until` on the steady clock, in
  // milliseconds. Nothing: no decision; control().interrupted() says if a command ended the wait.
  // With a stop a decision counts for nothing.
  std::optional<Decided> wait_for_decision(double until);
  // Waits until a person resumes or stops the run. `on_screen`: the run is on that person's screen,
  // whose hand may still be on the mouse: waits another second, so that it is no takeover.
  void stay_paused(bool on_screen);
  // Waits until `trouble` returns an empty text. After `patience_ms` the run is reported as paused
  // with the cause `disk`; it resumes by itself. Returns false if a command paused or stopped it.
  bool wait_for_disk(const std::function<std::string()>& trouble, int patience_ms);
  // Waits until the run's screen can be reached, with the cause `screen`; otherwise as above.
  bool wait_for_screen();

  // No request leaves until this turn is recorded.
  void expect_record_of(int turn) { unrecorded_ = turn; }
  // Waits for that. Returns as wait_for_disk().
  bool wait_until_recorded();

  // Emits the event `state`. `until_ms`: how long it lasts from now; 0: unknown.
  void report_state(const std::string& state, const std::string& why = "", int until_ms = 0,
                    PauseCause cause = PauseCause::other,
                    const std::optional<ModelProblem>& problem = {});

 private:
  void take(const ControlCommand& command);
  bool wait_out(const std::function<std::string()>& trouble, int patience_ms, PauseCause cause,
                const char* over);
  // False: interrupted. `over`: whether a command, which was taken, ends the wait.
  bool wait_until(double steady_ms, const std::function<bool(const ControlCommand&)>& over = {});

  const LoopPorts& ports_;
  const Progress& progress_;
  LoopControl control_;
  int unrecorded_ = 0;  // 0: none
};
}  // namespace franz::orchestrator
