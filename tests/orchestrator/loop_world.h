#pragma once
// A world of values around the turn loop, for tests that play a run without a process.
#include <gtest/gtest.h>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/formats/memories.h"
#include "common/wire/api/apis.h"
#include "common/wire/franz_turn.h"
#include "orchestrator/turn_loop.h"

namespace franz::orchestrator {
inline ModelAnswer replied(const std::string& inner) {
  ModelAnswer answer;
  answer.transport = ModelAnswer::Transport::whole;
  answer.status = 200;
  answer.reply.kind = ModelReply::Kind::reply;
  answer.reply.content_kind = ModelReply::Content::text;
  answer.reply.content = inner;
  answer.reply.finish_reason = "stop";
  return answer;
}

inline ModelAnswer refused(int status, const std::string& words) {
  ModelAnswer answer;
  answer.transport = ModelAnswer::Transport::whole;
  answer.status = status;
  answer.reply.kind = ModelReply::Kind::error;
  answer.reply.error.text = words;
  return answer;
}

// A world of values around the loop. Time passes only where the loop waits.
struct World {
  Settings settings;
  RunScreen screen;
  const Memory* memory = find_memory("sst");
  std::deque<ModelAnswer> answers;
  // The commands of a person.
  std::deque<ControlCommand> commands;
  std::function<void(int turn)> before_executor, before_answer;
  bool resumes = false;                            // a person resumes the first pause
  std::deque<ControlCommand> when_paused;          // before that: their commands, one per wait
  std::optional<ControlCommand> during_countdown;  // during the first timed wait
  std::function<Result<ExecutorReply, ChildFailure>(const ExecutorRequest&)> executor =
      [](const auto&) {
        ExecutorReply reply;
        reply.feedback = "OK: 1 action executed.";
        reply.items.push_back(
            {"drag(1, 2, 3, 4)", "drag(1, 2, 3, 4)", 1, {}, {}, Outcome::done, "", {}, {}});
        reply.screenshot_b64 = "aGk=";
        reply.screen = {0, 0, 1920, 1080};
        return reply;
      };
  // Called when the operator is asked; makes the decision.
  std::function<void(const LoopEvent&)> on_approval;
  std::optional<Size> screen_size = Size{1920, 1200};  // of all monitors; one alone is upright
  std::function<std::string()> screen_trouble;         // empty: no connection is needed
  std::optional<long long> context;  // of the model, as the server says, in tokens
  int looks = 0;                     // requests for the size only
  int warned_turn = 0;               // whose feedback has the warning
  Warning warning{"display_restarted", "the screen was started anew"};
  std::deque<Status> store_results;
  double recorded_after_ms = 0;  // from the answer of a turn to its record

  std::vector<std::string> trace;      // what happened, one line each
  std::vector<std::string> order;      // of stores, executor calls and requests
  std::vector<ModelProblem> problems;  // of pauses
  std::vector<std::string> causes;     // the pauses that have one: "paused takeover t5000: why"
  std::vector<std::string> logged;
  std::vector<std::string> bodies;  // requests
  std::vector<LoopState> stored;
  std::vector<LoopEvent> started, acted;
  std::vector<ExecutorRequest> asked;
  double now = 0;
  std::deque<std::pair<double, int>> to_record;  // when which turn will be
  bool other_is_taken = false;  // the first listed one, once, instead of a missing model

  LoopPorts ports() {
    LoopPorts ports;
    ports.screen_trouble = screen_trouble;
    ports.read_settings = [this](int) { return LoopSettings{settings, "SYSTEM", screen}; };
    ports.screen_size = [this](const Settings& asked_for, const RunScreen&) -> Result<Size> {
      ++looks;
      if (!screen_size) return Error{"it is dark"};
      return asked_for.surface.monitor == "all" ? *screen_size : Size{1080, 1920};
    };
    ports.execute = [this](const ExecutorRequest& request, int) {
      asked.push_back(request);
      order.push_back("execute " + std::to_string(request.options.turn));
      if (before_executor) before_executor(request.options.turn);
      return executor(request);
    };
    ports.ask = [this](const Question& question) {
      bodies.push_back(question.body);
      trace.push_back("ask " + std::to_string(question.turn));
      order.push_back(trace.back() + " after " + question.after);
      if (before_answer) before_answer(question.turn);
      ModelAnswer answer = answers.empty() ? replied("more") : answers.front();
      if (!answers.empty()) answers.pop_front();
      const std::string number = std::to_string(bodies.size());
      answer.request = std::string(kRequestDigits - number.size(), '0') + number;
      to_record.emplace_back(now + recorded_after_ms, question.turn);
      return answer;
    };
    ports.choose_model = [this](const std::string& model) { settings.model.name = model; };
    ports.other_model = [this](std::span<const std::string> listed) -> std::optional<std::string> {
      if (!other_is_taken || listed.empty()) return std::nullopt;
      other_is_taken = false;
      return settings.model.name = listed.front();
    };
    ports.context_length = [this](const std::string&, const Question&) {
      trace.push_back("ask for the context");
      return context;
    };
    ports.list_models = [] { return std::vector<std::string>{"one", "two"}; };
    ports.store = [this](const LoopState& state, LoopPorts::Storing storing) {
      order.push_back("store " + std::to_string(state.turn) + (state.acting ? " acting" : "") +
                      (storing == LoopPorts::Storing::safe ? " safely" : ""));
      Status status = Done{};
      if (!store_results.empty()) {
        status = store_results.front();
        store_results.pop_front();
      }
      if (status.ok()) stored.push_back(state);
      return status;
    };
    ports.load_picture = [](int, const PictureRef&) -> Result<std::string> {
      return Error{"there is none"};
    };
    ports.warning = [this](int turn) -> std::optional<Warning> {
      return turn == warned_turn ? std::optional(warning) : std::nullopt;
    };
    ports.emit = [this](const LoopEvent& event) {
      if (event.kind == LoopEvent::Kind::state)
        trace.push_back(event.state + (event.why.empty() ? "" : ": " + event.why));
      if (event.problem) problems.push_back(*event.problem);
      if (event.cause != PauseCause::other)
        causes.push_back(event.state + " " + std::string(pause_cause_name(event.cause)) +
                         (event.until ? " " + *event.until : "") + ": " + event.why);
      if (event.kind == LoopEvent::Kind::turn_started)
        trace.push_back("turn " + std::to_string(event.turn));
      if (event.kind == LoopEvent::Kind::turn_acted && event.note)
        trace.push_back("note: " + *event.note);
      if (event.kind == LoopEvent::Kind::turn_closed)
        trace.push_back("closed " + std::to_string(event.turn) + " " + event.screenshot_b64 + ": " +
                        event.finish.text);
      if (event.kind == LoopEvent::Kind::approval) {
        trace.push_back("asked " + std::to_string(event.turn) + " until " +
                        event.until.value_or("?"));
        if (on_approval) on_approval(event);
      }
      if (event.kind == LoopEvent::Kind::turn_started) started.push_back(event);
      if (event.kind == LoopEvent::Kind::turn_acted) acted.push_back(event);
      if (event.kind == LoopEvent::Kind::finished) finished = event.finish;
      if (event.kind == LoopEvent::Kind::warning) trace.push_back("warning: " + event.text);
    };
    ports.log = [this](LogLevel, const std::string& line) { logged.push_back(line); };
    ports.next_command = [this](int wait_ms) -> std::optional<ControlCommand> {
      if (!to_record.empty() && to_record.front().first <= now) {
        ControlCommand recorded{ControlCommand::Kind::recorded};
        recorded.turn = to_record.front().second;
        to_record.pop_front();
        return recorded;
      }
      if (commands.empty()) {
        if (wait_ms > 0 && during_countdown) return std::exchange(during_countdown, std::nullopt);
        if (wait_ms < 0 && !when_paused.empty()) {
          ControlCommand said = when_paused.front();
          when_paused.pop_front();
          return said;
        }
        // No command will come: without this a paused loop would hang the test.
        if (wait_ms < 0)
          return ControlCommand{std::exchange(resumes, false) ? ControlCommand::Kind::resume
                                                              : ControlCommand::Kind::stop,
                                ""};
        now += wait_ms;
        return std::nullopt;
      }
      ControlCommand command = commands.front();
      commands.pop_front();
      return command;
    };
    ports.unix_ms = [this] { return 1769860800000 + static_cast<std::int64_t>(now); };
    ports.steady_ms = [this] { return now; };
    ports.utc = [](std::int64_t ms) { return "t" + std::to_string(ms - 1769860800000); };
    ports.random = [] { return 0.5; };
    return ports;
  }

  // Why it ended; expects the same as the last event.
  std::string run(LoopState state = {}) {
    const Finish finish =
        TurnLoop(ports(), *memory, *find_api("chat"), std::move(state), "/run").run();
    EXPECT_EQ(finished, finish);
    reason = finish.reason;
    return finish.text;
  }
  FinishReason reason = FinishReason::stopped;
  std::optional<Finish> finished;  // from the event
};

using Trace = std::vector<std::string>;
using Command = ControlCommand::Kind;
}  // namespace franz::orchestrator
