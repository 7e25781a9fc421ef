#pragma once
// A line for people, sent to the program's log, the page and the console.
#include <string>

namespace franz {
struct LogMessage {
  enum class Level { info, warning, error };
  Level level = Level::info;
  std::string text;
  int page_requests = 0;  // number of requests it reports that a web page may have sent
};
}  // namespace franz
