#pragma once
// Lines of a run's logs, as the page shows them and as the files in the run folder contain them:
//   proxy.log          2026-01-31T12:00:00.250Z warning: no picture
//   orchestrator.log   2026-01-31T12:00:00.250Z info: finished: the turn limit
#include <string>
#include <string_view>

namespace franz {
struct LogLine {
  std::string time;
  std::string level;   // info, warning, error
  std::string source;  // proxy, orchestrator, demo_vlm
  std::string text;
};

// A line from a child's standard error: "warning: MESSAGE". Without a level it is "info".
LogLine log_line_of_child(std::string time, std::string_view line, std::string source);

// A line of a log file. A line without a time gets an empty one.
LogLine parse_log_line(std::string_view line, std::string source);
}  // namespace franz
