#pragma once
// Decides from a run's events when a trial must stop, and whether its score counts. The run is
// unattended ([limits] unattended), so the loop ends where it would wait for a person. Pure; one
// thread at a time.
#include <optional>
#include <string>
#include "common/wire/control_messages.h"
#include "proxy/tasks/task_result.h"

namespace franz::proxy {
class TrialWatch {
 public:
  // Returns whether the run must be stopped now.
  bool event(const LoopEvent& event);
  // A person gave a command on the page or the terminal, and may pause the run as long as they
  // like.
  void person() { touched_ = true; }
  // A program or a screen of ours, or the model's server, failed. The first reason counts.
  void failed(const std::string& why);

  bool touched() const { return touched_; }  // by a person
  const std::optional<Finish>& finish() const { return finish_; }
  TrialOutcome outcome() const;
  // How the run ended, or why there is no score; one line for people.
  std::string why() const;

 private:
  std::optional<Finish> finish_;
  std::optional<std::string> failure_;  // of ours
  bool touched_ = false;
};
}  // namespace franz::proxy
