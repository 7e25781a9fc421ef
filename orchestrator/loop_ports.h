#pragma once
// Everything the loop touches, as functions: the orchestrator's own, or a test's values.
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
// What is in force this turn.
struct LoopSettings {
  Settings settings;
  std::string system_prompt;  // as system_message() takes it
  RunScreen screen = {};
};

// One request to the model, as the settings of this turn want it.
struct Question {
  std::string body;
  int turn = 0;                         // X-Franz-Turn, as `after`
  std::string after;                    // the id of the request whose reply the story is; or empty
  std::optional<long long> max_tokens;  // the body's limit, as token_limit() says
  const Settings* settings = nullptr;
};

struct LoopPorts {
  // Reads settings and prompt again, for that turn; tells what changed by itself.
  std::function<LoopSettings(int turn)> read_settings;
  // How large a real screen is now. Failure: why nobody knows.
  std::function<Result<Size>(const Settings&, const RunScreen&)> screen_size;
  // The file that the turn's picture is saved as besides the run folder; empty: none. May be left
  // out.
  std::function<std::string(const Settings&)> dump_file;
  // Runs the executor, and saves the picture as the request's dump_file.
  std::function<Result<ExecutorReply, ChildFailure>(const ExecutorRequest&, int deadline_ms)>
      execute;
  // One request to the model, without retries.
  std::function<ModelAnswer(const Question&)> ask;
  // Holds this one, a person's choice, from the next read_settings() on.
  std::function<void(const std::string& model)> choose_model;
  // Of these, which the server lists, the model to ask in place of one that it does not have.
  // Nothing: a person set that one, or it is not clear which one is meant.
  std::function<std::optional<std::string>(std::span<const std::string> listed)> other_model;
  // The models that the server has, for a message; may fail.
  std::function<Result<std::vector<std::string>>()> list_models;
  // How many tokens the server's context has for this model, as it says itself when it is asked
  // about that turn: only `turn` and `after` of the question count. Nothing: it does not say.
  std::function<std::optional<long long>(const std::string& model, const Question& asked)>
      context_length;
  // Replaces state.json; what is only `kept` outlasts the process, what is `safe` also a power cut.
  // Failure: the disk's words.
  enum class Storing { kept, safe };
  std::function<Status(const LoopState&, Storing)> store;
  // Reads the picture of an earlier turn again.
  KeptPictures::Load load_picture;
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

// An event of that kind; of no turn: 0.
LoopEvent loop_event(LoopEvent::Kind kind, int turn = 0);
// To log and dashboard.
void warn(const LoopPorts& ports, const std::string& text);
}  // namespace franz::orchestrator
