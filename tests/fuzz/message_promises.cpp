#include "tests/fuzz/message_promises.h"
#include "common/run/picture_cuts.h"
#include "common/run/reply_marks.h"
#include "common/run/run_file.h"
#include "common/run/steps_file.h"
#include "common/run/sums.h"
#include "common/run/turn_record.h"
#include "common/wire/approval.h"
#include "common/wire/capturer_messages.h"
#include "common/wire/control_messages.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"
#include "common/wire/status_messages.h"
#include "common/wire/turn_options.h"
#include "common/wire/watch_messages.h"
#include "common/wire/window_messages.h"

namespace franz {
template <typename Parse, typename Write>
static std::string broken_trip(const char* what, std::string_view text, Parse parse, Write write) {
  const auto read = parse(text);
  if (!read.ok()) return read.error().message.empty() ? std::string(what) + ": no reason" : "";
  const std::string once = write(read.value());
  const auto again = parse(std::string_view(once));
  if (!again.ok()) return std::string(what) + ": refused: " + again.error().message + ": " + once;
  const std::string twice = write(again.value());
  return twice == once ? "" : std::string(what) + ": " + once + " became " + twice;
}

// What can be read is what was written for it.
static std::string broken_marks(std::string_view text) {
  const ReplyMarks marks = parse_reply_marks(text);
  std::string file = no_reply_marks();
  for (const auto& [turn, attempt] : marks.attempts)
    file.replace(offset_of_mark(turn), kReplyMarkBytes, to_line({turn, attempt}));
  const ReplyMarks again = parse_reply_marks(file);
  if (again.attempts != marks.attempts || again.damaged != 0) return "marks: " + file;
  return marks.damaged == 0 && file != text ? "marks: not the file: " + file : "";
}

std::string broken_message_promise(std::string_view text) {
  const auto json = [](const auto& value) { return to_json(value); };
  const auto line = [](const Sum& sum) {
    std::string written = to_line(sum);
    written.pop_back();  // its end
    return written;
  };
  const std::string broken[] = {
      broken_trip("control command", text, parse_control_command, json),
      broken_trip("loop event", text, parse_loop_event, json),
      broken_trip("executor request", text, parse_executor_request, json),
      broken_trip("executor reply", text, parse_executor_reply, json),
      broken_trip("capture request", text, parse_capture_request, json),
      broken_trip("capture reply", text, parse_capture_reply, json),
      broken_trip("state", text, parse_loop_state, json),
      broken_trip("run status", text, parse_run_status, json),
      broken_trip("watch event", text, parse_watch_event, json),
      broken_trip("watch command", text, parse_watch_command, json),
      broken_trip("window target", text, parse_window_target, json),
      broken_trip("approval", text, parse_approval, json),
      broken_trip("run file", text, parse_run_file, json),
      broken_trip("turn record", text, parse_turn_record, json),
      broken_trip("step", text, parse_step, json),
      broken_trip("cuts", text, parse_cuts, json),
      broken_trip("sum", text, parse_sum, line),
      broken_marks(text),
  };
  for (const std::string& each : broken)
    if (!each.empty()) return each;
  const auto windows = parse_window_list(text);
  if (!windows.ok()) return "";
  std::string once;
  for (const ListedWindow& each : windows.value()) once += to_json(each) + "\n";
  const auto again = parse_window_list(once);
  return again.ok() && again.value().size() == windows.value().size() ? "" : "windows: " + once;
}
}  // namespace franz
