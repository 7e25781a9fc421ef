#pragma once
// One JSON object per line between proxy and orchestrator (docs/messages.md).
//   in:  {"command":"pause"|"resume"|"step"|"stop"|"panic"|"take_over"|"hand_back"}
//        {"command":"hand_back","used":false}               {"command":"panic","text":"the key"}
//        {"command":"note","number":3,"text":"…"}   {"command":"recorded","turn":7}
//        {"command":"model","name":"qwen/qwen3-vl-8b"}
//        {"command":"approve","turn":7,"plan_sha256":"…","items":[0,2],"note":null|"…",
//         "number":4}
//        {"command":"refuse","turn":7,"plan_sha256":"…","note":null|"…","number":4}
// out: {"event":"turn_started",…} and the other events; see each function below
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/approval.h"
#include "common/wire/model_problem.h"
#include "common/wire/shared_json.h"
#include "common/wire/used_memory.h"

namespace franz {
class MessageFields;

// Why a loop is paused, for causes that programs act on.
enum class PauseCause {
  other,      // requested, or the loop cannot continue; omitted in events
  countdown,  // a run on a person's screen is about to begin
  takeover,   // the person at the screen moved the mouse or typed
  panic,      // somebody stopped all input
  unwatched,  // nothing watches a person's screen for a panic signal
  disk,       // a turn could not be stored or recorded; the loop resumes by itself
  page,       // a person uses the run's screen on the dashboard; ends with hand_back
  screen,     // the connection to the screen is lost; the loop resumes by itself
};

struct ControlCommand {
  enum class Kind {
    pause,
    resume,
    step,
    stop,
    note,
    panic,
    approve,
    refuse,
    model,
    recorded,
    take_over,  // a person is about to use the screen: all input ends as for a panic
    hand_back,  // that person no longer uses it; the run stays paused
  };
  Kind kind = Kind::pause;
  // note: UTF-8, at most kMaxNote bytes. approve, refuse: the same, or empty. model: its name, at
  // most kMaxModelName bytes. panic: what the person did, for people, at most kMaxNote bytes;
  // empty: pressed the page's button.
  std::string text = {};
  // Never sent. panic: unwatched, or anything else for a person's panic. resume, unless `other`:
  // ends only a pause with this cause.
  PauseCause cause = PauseCause::other;
  // note: its number in the run, from 1; also the number of an approval's or refusal's note. 0: the
  // sender does not number notes, and the member is omitted.
  int number = 0;
  // hand_back; false: that person could not use the screen, because it was never granted.
  bool used = true;
  // approve, refuse: the turn and the plan of the decision. recorded: the turn whose attempt, with
  // the reply that the loop continues from, is in the log and synced.
  int turn = 0;
  std::string plan_sha256 = {};
  // approve: indices of the approved items; nothing: all that need consent.
  std::optional<std::vector<int>> items = {};
};
inline constexpr std::size_t kMaxNote = 16384;

// Whether it cuts the turn and what it performs immediately.
bool halts(ControlCommand::Kind kind);
// Whether it answers an approval.
bool is_decision(ControlCommand::Kind kind);

// Failure: names what is wrong with the line.
Result<ControlCommand> parse_control_command(std::string_view line);
std::string to_json(const ControlCommand& command);

// The system message that applies from a turn on. Reported with the first request of a process and
// after each change.
//   {"turn":7,"sha256":"…","cause":"start"}
struct SystemChange {
  int turn = 0;
  std::string sha256;  // of its text
  std::string cause;  // "start", "prompt", "objective", "tools", "picture size", or several: "a, b"
  bool operator==(const SystemChange&) const = default;
};

// Why a run ended. Each reason has one exit code, for every kind of agent.
enum class FinishReason {
  done,           // 0: the model reported that it has finished
  limit,          // 10: [agent] max_steps
  turns,          // 0: --turns, [limits] max_turns
  stopped,        // 0: requested
  malformed,      // 11: replies without the requested form, [agent] malformed_retries
  out_of_bounds,  // 12: the model named a place outside the picture
  confidence,     // 13: its confidence was too low, [agent] min_confidence
  no_change,      // 14: actions had no visible effect, [agent] max_unchanged
  window_gone,    // 15: the window that bounds the run no longer exists
  noops,          // 16: replies only asked for a picture, [agent] max_noops
  time,           // 17: [limits] max_minutes
  tokens,         // 18: [limits] max_run_tokens
  // ---- Only with [limits] unattended; otherwise the run pauses or waits.
  failures,  // 19: replies led to no action, [limits] pause_after_failures
  repeats,   // 20: the model repeats itself, [limits] pause_after_repeats
  context,   // 21: a request with the newest turn alone does not fit the model's context
  server,    // 22: the server refuses the request, or cannot be reached
};
struct Finish {
  FinishReason reason = FinishReason::stopped;
  std::string text;  // one line for people: "24 turns are made ([limits] max_turns)"
  bool operator==(const Finish&) const = default;
};
// As messages and records spell it: "done".
std::string_view finish_reason_name(FinishReason reason);
// Nothing: unknown name.
std::optional<FinishReason> find_finish_reason(std::string_view name);
int exit_code(FinishReason reason);
// Whether the last reply is performed in a turn without a request. Otherwise the run may be
// resumed.
bool has_closing_turn(FinishReason reason);
// For --help: "Exit codes of a run …:", then a line for each exit code of a finished run except 0.
std::string exit_code_help();

struct LoopEvent {
  enum class Kind {
    turn_started,
    turn_acted,
    turn_closed,  // no request follows: the run ends with this turn
    turn_finished,
    approval,  // the operator is asked; ends with the next `state`
    state,
    config,
    warning,
    finished,
  };
  Kind kind = Kind::warning;
  int turn = 0;                 // turn_*, approval, state; config: the first turn with the settings
  SharedJson executor_in = "";  // turn_started: JSON without raw
  SharedJson executor_out = "";       // turn_acted: JSON without screenshot_b64
  std::vector<std::string> degraded;  // turn_acted
  std::optional<std::string> note;    // turn_acted: the texts of the turn's notes, joined by LF
  std::vector<int> notes;             // turn_acted: their numbers; without unnumbered notes
  std::optional<UsedMemory> memory;   // turn_acted; nothing: no request follows
  std::optional<Approval> approval;   // turn_acted; nothing: the operator was not asked
  ActionPlan plan;                    // approval
  std::string plan_sha256;            // approval: plan_digest() of it
  std::string screenshot_b64;         // turn_closed, approval; empty: no picture
  std::string timings_ms = "{}";      // turn_finished: a JSON object
  std::string state;  // state: acting, asking, thinking, backing_off, waiting, paused
  std::string why;    // state
  std::optional<std::string> until;      // state, approval: a time, 2026-01-31T12:00:00Z
  PauseCause cause = PauseCause::other;  // state: for a pause
  std::optional<ModelProblem> problem;   // state: for a pause caused by a request to the model
  std::string settings = "{}";           // config: a JSON object, the settings in force
  std::string sources;  // config: where they come from, a JSON object; empty: unchanged
  std::vector<std::string> changes;    // config: "config.ini:14: [model] temperature: 0.7 -> 0.2"
  std::optional<SystemChange> system;  // config
  std::string text;                    // warning
  Finish finish;                       // turn_closed; finished: the last event; no restart
};

// `fields` remembers failures.
SystemChange read_system_change(MessageFields& fields, const std::string& pointer);
std::string to_json(const SystemChange& change);

// {"reason":"turns","code":0,"text":"…"}; in earlier records the code of `time` is 0.
Finish read_finish(MessageFields& fields, const std::string& pointer);
std::string to_json(const Finish& finish);

// The name in events, "takeover"; empty for `other`.
std::string_view pause_cause_name(PauseCause cause);

Result<LoopEvent> parse_loop_event(std::string_view line);
std::string to_json(const LoopEvent& event);  // without the line's end
}  // namespace franz
