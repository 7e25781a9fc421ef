#pragma once
// The loop: executor, model, store, again (docs/design.md). Pure but for its ports: it starts no
// process, opens no socket and reads no clock itself, so a test plays a whole run with values.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/desktop/display_choice.h"
#include "common/memory/memory.h"
#include "common/settings/settings.h"
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/child_failure.h"
#include "common/wire/control_messages.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"
#include "orchestrator/agent_stops.h"
#include "orchestrator/kept_pictures.h"
#include "orchestrator/loop_control.h"
#include "orchestrator/pace.h"
#include "orchestrator/prompt_watch.h"
#include "orchestrator/retry.h"
#include "orchestrator/run_watch.h"

namespace franz::orchestrator {
// What is in force this turn.
struct LoopSettings {
  Settings settings;
  std::string system_prompt;  // as system_message() takes it
  RunScreen screen = {};
};

// One request to the model, as the settings of this turn want it.
struct Question {
  std::string body;
  int turn = 0, attempt = 0;  // X-Franz-Turn
  const Settings* settings = nullptr;
};

// Everything the loop touches.
struct LoopPorts {
  // Reads settings and prompt again; tells what changed by itself.
  std::function<LoopSettings()> read_settings;
  // How large a real screen is now. Failure: why nobody knows.
  std::function<Result<Size>(const Settings&, const RunScreen&)> screen_size;
  // Runs the executor.
  std::function<Result<ExecutorReply, ChildFailure>(const ExecutorRequest&, int deadline_ms)>
      execute;
  // One request to the model, without retries.
  std::function<ModelAnswer(const Question&)> ask;
  // The models that the server has, for a message; may fail.
  std::function<Result<std::vector<std::string>>()> list_models;
  // Replaces state.json; making it durable may go on behind. Failure: the disk's words.
  std::function<Status(const LoopState&)> store;
  // Keeps the turns that are over, durably, before the state tells the last; for a memory that
  // needs all of them.
  std::function<Status(std::span<const Step>)> keep_steps;
  // Reads the picture of an earlier turn again.
  KeptPictures::Load load_picture;
  // Waits until what was stored is durable.
  std::function<Status()> settle;
  std::function<void(const LoopEvent&)> emit;
  std::function<void(LogLevel, const std::string&)> log;
  // The next command, waited for at most `wait_ms` (0: only look; -1: as long as it takes).
  std::function<std::optional<ControlCommand>(int wait_ms)> next_command;
  // What the model is to be told with this turn besides what came of its reply.
  std::function<std::optional<Warning>(int turn)> warning;
  std::function<std::int64_t()> unix_ms;
  std::function<double()> steady_ms;
  std::function<std::string(std::int64_t unix_ms)> utc;
  std::function<double()> random;  // 0 <= r < 1
};

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
  // Where nothing is done twice, the actions wait until it is durable that they are begun, and on a
  // person's screen until somebody watches for a panic: false, with the run paused, as long as that
  // cannot be.
  bool may_act(const ExecutorRequest& request);
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
  // A memory of the whole conversation keeps the objective that it began with.
  void keep_objective();
  std::optional<Finish> steps_made() const;
  // The turn that sends nothing is over.
  TurnEnd close(const ExecutorReply& acted);
  // Tells which system message the turn's requests carry, if it is another than was told last.
  void tell_system();
  std::string model_in_use() const;
  bool fall_back(const std::string& why);
  PictureDue picture_due() const;
  void look_at_prompt(const ExecutorReply& acted, const ModelAnswer& answer);
  void accept(const ModelAnswer& answer, const ExecutorReply& acted, const Now& now);
  void keep_steps();
  void store();
  void store_before_waiting();
  // False: interrupted by pause or stop. `state`: told as the loop's state; empty: not told.
  bool wait(int milliseconds, const std::string& state, const std::string& why);
  void take(const ControlCommand& command);
  void take_waiting_commands();
  void stay_paused();
  void tell_state(const std::string& state, const std::string& why = "", int until_ms = 0,
                  PauseCause cause = PauseCause::other);
  void warn(const std::string& text);
  std::optional<Finish> limit_reached() const;

  LoopPorts ports_;
  const Memory& memory_;
  const Api& api_;
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
  RetryState retry_;
  PromptWatch prompt_;
  std::optional<Size> screen_size_;  // of a real screen, as it was seen last
  std::string monitor_;              // whose size that is
  std::string size_trouble_;         // why it is not known, as told; empty: nothing was told
  Pace pace_;
  Pace pace_of_turn_;         // when it began: its picture stays what it is, however it goes on
  std::string fallback_for_;  // the model in whose place the fallback is asked; empty: none
  LoopControl control_;
  std::string objective_refused_;  // that the settings asked for in vain, as told
  int attempt_ = 0;                // requests for the turn at hand
  bool told_retry_after_ = false;  // that the server's Retry-After is ignored: once a run
  bool stored_ = true;             // state.json holds state_
  std::string store_trouble_;      // why not, as told; empty: nothing was told
  std::string steps_trouble_;      // likewise of the steps
  double started_ms_ = 0;
  bool counted_down_ = false;
};
}  // namespace franz::orchestrator
