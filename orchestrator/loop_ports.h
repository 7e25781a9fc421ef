#pragma once
// Everything the loop touches, as functions: those of the program, or a test's.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/desktop/display_choice.h"
#include "common/memory/memory.h"
#include "common/settings/settings.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/child_failure.h"
#include "common/wire/control_messages.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"
#include "orchestrator/kept_pictures.h"
#include "orchestrator/loop_control.h"

namespace franz::orchestrator {
// The settings of a turn.
struct LoopSettings {
  Settings settings;
  std::string system_prompt;  // as system_message() takes it
  RunScreen screen = {};
};

// One request to the model.
struct Question {
  std::string body;
  int turn = 0;                         // X-Franz-Turn, as `after`
  std::string after;                    // the id of the last answered request; or empty
  std::optional<long long> max_tokens;  // the body's limit, as token_limit()
  const Settings* settings = nullptr;
};

struct LoopPorts {
  // Reads settings and prompt for that turn and reports changes.
  std::function<LoopSettings(int turn)> read_settings;
  // The size of the real screen now. Failure: why it is unknown.
  std::function<Result<Size>(const Settings&, const RunScreen&)> screen_size;
  // Why the screen cannot be reached now, and what happens next; empty: it can. Optional: a screen
  // of this machine needs no connection.
  std::function<std::string()> screen_trouble;
  // The file outside the run folder that gets a copy of the turn's picture; empty: none. Optional.
  std::function<std::string(const Settings&)> dump_file;
  // Runs the executor and saves the picture in the request's dump_file.
  std::function<Result<ExecutorReply, ChildFailure>(const ExecutorRequest&, int deadline_ms)>
      execute;
  // One request to the model, without retries.
  std::function<ModelAnswer(const Question&)> ask;
  // Sets a person's choice, from the next read_settings() on.
  std::function<void(const std::string& model)> choose_model;
  // Chooses, from the models that the server lists, one to ask instead of a missing model. Nothing:
  // a person set the missing one, or the choice is ambiguous.
  std::function<std::optional<std::string>(std::span<const std::string> listed)> other_model;
  // The models that the server lists; may fail.
  std::function<Result<std::vector<std::string>>()> list_models;
  // The context of this model in tokens, as the server says. Only `turn` and `after` of the
  // question count. Nothing: it does not say.
  std::function<std::optional<long long>(const std::string& model, const Question& asked)>
      context_length;
  // Replaces state.json. `kept` survives the process, `safe` also a power cut. Failure: the
  // system's message.
  enum class Storing { kept, safe };
  std::function<Status(const LoopState&, Storing)> store;
  // Reads the picture of an earlier turn.
  KeptPictures::Load load_picture;
  std::function<void(const LoopEvent&)> emit;
  std::function<void(LogLevel, const std::string&)> log;
  // Waits for the next command, at most `wait_ms` (0: does not wait; -1: no limit).
  std::function<std::optional<ControlCommand>(int wait_ms)> next_command;
  // What the feedback of this turn must also say to the model.
  std::function<std::optional<Warning>(int turn)> warning;
  std::function<std::int64_t()> unix_ms;
  std::function<double()> steady_ms;
  std::function<std::string(std::int64_t unix_ms)> utc;
  std::function<double()> random;  // 0 <= r < 1
};

// An event of that kind. `turn` 0: it belongs to no turn.
LoopEvent loop_event(LoopEvent::Kind kind, int turn = 0);
// Logs the warning and emits it for the dashboard.
void warn(const LoopPorts& ports, const std::string& text);
}  // namespace franz::orchestrator
