#pragma once
// Reports requests that are not turns. They may come in floods, so this logs at most one line a
// minute, with a count of the others.
#include <optional>
#include <string>
#include <vector>
#include "common/http/exchange.h"
#include "common/http/http_events.h"
#include "common/run/log_message.h"

namespace franz {
class ForeignRequests {
 public:
  // Each appends the line that is due, if any. Times are Unix milliseconds.
  void exchange(const HttpExchange& exchange, std::vector<LogMessage>& out);
  void observation_ended(const ObservationEnded& event, std::vector<LogMessage>& out);
  void tick(double now_ms, std::vector<LogMessage>& out);
  void finish(std::vector<LogMessage>& out);  // logs pending counts immediately

  // Counts exchanges about which nothing else is known.
  void missed(int exchanges) { others_.pending += exchanges; }
  std::optional<double> due_ms() const;  // when tick() is due; nothing: never

 private:
  struct Lines {
    bool pages = false;  // of requests that a web page may have sent
    double next_line_ms = 0;
    int pending = 0;
    std::string last;  // the newest request that is not logged yet
  };
  static void add(Lines& lines, std::string text, double now_ms, std::vector<LogMessage>& out);
  static void flush(Lines& lines, double now_ms, std::vector<LogMessage>& out);

  Lines others_, pages_{.pages = true, .last = {}};
};
}  // namespace franz
