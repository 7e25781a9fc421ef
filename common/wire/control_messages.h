#pragma once
// One JSON object a line between proxy and orchestrator (DESIGN §3).
//   in:  {"command":"pause"|"resume"|"step"|"stop"}   {"command":"note","text":"…"}
//   out: {"event":"turn_started",…} and its fellows; see each function below
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
struct ControlCommand {
  enum class Kind { pause, resume, step, stop, note };
  Kind kind = Kind::pause;
  std::string text;  // note only: UTF-8, at most kMaxNote bytes
};
inline constexpr std::size_t kMaxNote = 16384;

// Failure: names what is wrong with the line.
Result<ControlCommand> parse_control_command(std::string_view line);
std::string to_json(const ControlCommand& command);

struct LoopEvent {
  enum class Kind { turn_started, turn_acted, turn_finished, state, config, warning };
  Kind kind = Kind::warning;
  int turn = 0, attempt = 0;          // turn_*; attempt: turn_started
  std::string executor_in;            // turn_started: JSON without raw
  std::string executor_out;           // turn_acted: JSON without screenshot_b64
  std::vector<std::string> degraded;  // turn_acted
  std::optional<std::string> note;    // turn_acted
  std::string timings_ms = "{}";      // turn_finished: a JSON object
  std::string state;                  // state: acting, thinking, backing_off, waiting, paused
  std::string why;                    // state
  std::optional<std::string> until;   // state: a time, 2026-01-31T12:00:00Z
  std::string settings = "{}";        // config: a JSON object, the settings in force
  std::vector<std::string> changes;   // config: "config.ini:14: [model] temperature: 0.7 -> 0.2"
  std::string text;                   // warning
};

Result<LoopEvent> parse_loop_event(std::string_view line);
std::string to_json(const LoopEvent& event);  // without the line's end
}  // namespace franz
