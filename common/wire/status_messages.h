#pragma once
// What the status window is told of a run, a JSON object a line; each stands for all before it:
//   {"state":"thinking","why":"","turn":7,"step":"left_click(500, 300)","justification":"the
//   field"}
// and what it answers, in the order of the lines, when it shows one: {"shown":1}
#include <cstddef>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
struct RunStatus {
  // As the event `state` has it, or "starting" or "finished".
  std::string state = "starting";
  std::string why = {};            // of the state, for people; may hold others' words
  int turn = 0;                    // 0: none has begun
  std::string step = {};           // what the model does or asks for; its words; empty: none yet
  std::string justification = {};  // its reason for that, likewise
  bool operator==(const RunStatus&) const = default;
};
// Bytes of a text in it; what is longer is cut by cut_text(), before it is sent.
inline constexpr std::size_t kMaxStatusText = 400;

// Failure: names the first wrong field.
Result<RunStatus> parse_run_status(std::string_view line);
std::string to_json(const RunStatus& status);  // without the line's end
// `number`: of the line that is shown, from 1; some may have been passed over.
std::string status_shown_line(long long number);
}  // namespace franz
