#pragma once
// A line for people: to the program's log, the page and the console.
#include <string>

namespace franz {
struct LogMessage {
  enum class Level { info, warning, error };
  Level level = Level::info;
  std::string text;
  int page_requests = 0;  // how many requests it is about that a web page may have sent
};
}  // namespace franz
