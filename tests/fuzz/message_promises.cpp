#include "tests/fuzz/message_promises.h"
#include "common/run/log_entry.h"
#include "common/run/step_json.h"
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

std::string broken_message_promise(std::string_view text) {
  const auto json = [](const auto& value) { return to_json(value); };
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
      broken_trip("run line", text, parse_run_line,
                  [](const RunLine& line) { return to_line(line); }),
      broken_trip("settings", text, parse_settings_file, settings_file_json),
      broken_trip("turn record", text, parse_turn_record, json),
      broken_trip("step", text, parse_step, json),
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
