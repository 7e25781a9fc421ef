#pragma once
// Lines of a run's logs as the page shows them, and as they stand in the run folder:
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

// A child's own line on standard error: "warning: the words"; without a level it is information.
LogLine log_line_of_child(std::string time, std::string_view line, std::string source);

// A line of a log file; one without a time has an empty one.
LogLine parse_log_line(std::string_view line, std::string source);
}  // namespace franz
