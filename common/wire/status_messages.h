#pragma once
// Messages to the status window, one JSON object per line; each replaces all earlier ones:
//   {"state":"thinking","why":"","turn":7,"step":"left_click(500, 300)","justification":"the
//   field"}
// and its answers, in the order of the lines, when it shows one: {"shown":1}
#include <cstddef>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
struct RunStatus {
  // As in the event `state`, or "starting" or "finished".
  std::string state = "starting";
  std::string why = {};            // of the state, for people; may contain untrusted text
  int turn = 0;                    // 0: no turn has begun
  std::string step = {};           // what the model does or asks for, in its words; empty: none
  std::string justification = {};  // its reason, in its words
  bool operator==(const RunStatus&) const = default;
};
// Maximum bytes of a text in it; the sender cuts longer texts with cut_text().
inline constexpr std::size_t kMaxStatusText = 400;

// Failure: names the first wrong field.
Result<RunStatus> parse_run_status(std::string_view line);
std::string to_json(const RunStatus& status);  // without the line's end
// `number`: of the line that is shown, from 1; lines may have been skipped.
std::string status_shown_line(long long number);
}  // namespace franz
