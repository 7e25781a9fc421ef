#pragma once
// What is told of requests that are no turns: they may come in floods, so a line a minute, with a
// count of the others.
#include <optional>
#include <string>
#include <vector>
#include "common/http/exchange.h"
#include "common/http/http_events.h"
#include "common/run/log_message.h"

namespace franz {
class ForeignRequests {
 public:
  // Each appends the line that is due, if one is. Times are Unix milliseconds.
  void exchange(const HttpExchange& exchange, std::vector<LogMessage>& out);
  void observation_ended(const ObservationEnded& event, std::vector<LogMessage>& out);
  void tick(double now_ms, std::vector<LogMessage>& out);
  void finish(std::vector<LogMessage>& out);  // what is untold, at once

  // Exchanges of which nothing more is known.
  void missed(int exchanges) { others_.untold += exchanges; }
  std::optional<double> due_ms() const;  // when tick() is due; nothing: not at all

 private:
  struct Lines {
    bool pages = false;  // of requests that a web page may have sent
    double next_line_ms = 0;
    int untold = 0;
    std::string last;  // of the untold ones
  };
  static void add(Lines& lines, std::string text, double now_ms, std::vector<LogMessage>& out);
  static void tell(Lines& lines, double now_ms, std::vector<LogMessage>& out);

  Lines others_, pages_{.pages = true, .last = {}};
};
}  // namespace franz
