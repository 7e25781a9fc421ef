#pragma once
// The loop: executor, model, store, again (docs/design.md). Pure but for its ports: it starts no
// process, opens no socket and reads no clock itself, so a test plays a whole run with values.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/memory/memory.h"
#include "common/settings/settings.h"
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/control_messages.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"
#include "orchestrator/agent_stops.h"
#include "orchestrator/context_fit.h"
#include "orchestrator/kept_pictures.h"
#include "orchestrator/loop_control.h"
#include "orchestrator/loop_ports.h"
#include "orchestrator/model_policy.h"
#include "orchestrator/prompt_watch.h"
#include "orchestrator/run_watch.h"

namespace franz::orchestrator {
class TurnLoop {
 public:
  // `memory` and `api` outlive the loop. `steps`: the turns up to the state's, where the memory
  // needs all.
  TurnLoop(LoopPorts ports, const Memory& memory, const Api& api, LoopState state,
           std::string run_dir, std::vector<Step> steps = {});

  // Runs until a limit, a stop or the model's done, then tells it and returns why.
  Finish run();

 private:
  enum class TurnEnd { finished, interrupted, closed };

  TurnEnd turn();
  // Tells that a run is about to begin on a person's screen, and waits, unless somebody knows it.
  // Again, where it was cut short by nobody's watching for a panic.
  void count_down();
  // Settings and prompt of this turn, as its pace has them.
  void read_settings();
  // The size of what the model sees: the canvas of a surface that is drawn, else that of the screen
  // as it was seen last, or is now where it was not.
  Size surface_size();
  ExecutorReply execute(const ExecutorRequest& request);
  // Plans the turn and asks the operator where something of it needs consent. With an approval, it
  // is in state_.acting and in the request. `then`: what became of the actions, where the plan
  // failed and so nothing is done. False: interrupted; the turn is planned anew when it goes on.
  bool agree(ExecutorRequest& request, std::optional<ExecutorReply>& then);
  // The operator's answer, or that there was none in time; nothing: interrupted.
  std::optional<Approval> ask_operator(const ExecutorReply& planned);
  // The actions wait on a person's screen until somebody watches for a panic, and everywhere until
  // it is safe on the disk that they are begun: false, with nothing done, where the run is paused
  // or stopped meanwhile.
  bool may_act(const ExecutorRequest& request);
  // Waits for the disk: as long as `trouble` is not empty, the run is paused with the cause `disk`,
  // after `patience_ms`, and goes on by itself. False: paused by somebody, or stopped, meanwhile.
  bool wait_for_disk(const std::function<std::string()>& trouble, int patience_ms);
  // No request leaves before the turn before it is recorded. False: as wait_for_disk().
  bool turn_before_is_recorded();
  // The turn's actions and its picture. `then`: what became of them when they were performed in an
  // earlier try at the turn, on a surface where nothing is done twice: only a picture is taken.
  ExecutorReply act(const ExecutorRequest& request, const std::optional<ExecutorReply>& then);
  // Nothing: paused or stopped meanwhile; the story is as it was.
  std::optional<ModelAnswer> ask_until_answered(const Now& now, const ExecutorReply& acted);
  Question question(const Now& now);
  std::vector<Message> messages(const Now& now);
  // What the turn's requests tell besides the steps; the system message and what a request's own
  // settings decide are put in with each of them.
  Now now_told(const ExecutorRequest& request, const ExecutorReply& acted, const std::string& note);
  UsedMemory used_memory() const;  // as the settings of now have it
  // Leaves out more turns where the request would not fit the model's context.
  void fit_context(const Now& now);
  // The server refused the request as too long. False: there is nothing that could be left out.
  bool fit_after_refusal(const Now& now, const ModelAnswer& answer);
  // Asks the server once how long its context is, unless the settings say.
  void learn_context();
  int fitting_turn(const Now& now) const;
  void leave_out_before(int turn);
  double weight(std::span<const Message> messages) const;
  // A memory of the whole conversation keeps the objective that it began with.
  void keep_objective();
  std::optional<Finish> steps_made() const;
  // The turn that sends nothing is over.
  TurnEnd close(const ExecutorReply& acted);
  // Tells which system message the turn's requests carry, if it is another than was told last.
  void tell_system();
  PictureDue picture_due() const;
  void look_at_prompt(const ExecutorReply& acted, const ModelAnswer& answer);
  void accept(const ModelAnswer& answer, const ExecutorReply& acted, const Now& now);
  // False: interrupted by pause or stop. `state`: told as the loop's state; empty: not told.
  bool wait(int milliseconds, const std::string& state, const std::string& why);
  void take(const ControlCommand& command);
  void take_waiting_commands();
  void stay_paused();
  void tell_state(const std::string& state, const std::string& why = "", int until_ms = 0,
                  PauseCause cause = PauseCause::other,
                  const std::optional<ModelProblem>& problem = {});
  std::optional<Finish> limit_reached() const;

  LoopPorts ports_;
  const Memory& memory_;
  const Api& api_;
  ModelPolicy policy_;
  LoopState state_;
  std::vector<Step> steps_;  // that the memory needs
  KeptPictures pictures_;    // of those steps and of the turn at hand
  std::string run_dir_;
  LoopSettings now_;   // of this turn, as its pace has them; the prompt as it is sent
  Settings in_force_;  // likewise, as they were read
  std::optional<LoopSettings> told_;  // as of the system message that was told last
  UsedMemory memory_used_;            // as told of this turn: a retry asks with the same
  std::string tools_;                 // likewise, as Api::tools has them
  RunWatch watch_;
  AgentStops stops_;
  PromptWatch prompt_;
  ContextFit context_;
  // Of `model`, as the server said; 0: it did not. Nothing: it was not asked yet.
  struct ServerContext {
    std::string model;
    long long tokens = 0;
  };
  std::optional<ServerContext> server_context_;
  double asked_weight_ = 0;          // of the last request
  std::optional<Size> screen_size_;  // of a real screen, as it was seen last
  std::string monitor_;              // whose size that is
  std::string size_trouble_;         // why it is not known, as told; empty: nothing was told
  LoopControl control_;
  std::string objective_refused_;    // that the settings asked for in vain, as said
  int unrecorded_ = 0;               // the turn that has to be recorded before a request leaves
  std::string_view said_;            // the code of the failed request that the log has
  std::optional<Warning> to_model_;  // about a lost reply to the turn at hand
  double started_ms_ = 0;
  bool counted_down_ = false;
};
}  // namespace franz::orchestrator
