#pragma once
// What the program says: log lines on standard error, events on standard output, the model's key
// masked in both, for a server may repeat it in what it complains of. Any thread.
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/secrets.h"
#include "common/wire/control_messages.h"
#include "orchestrator/turn_loop.h"

namespace franz::orchestrator {
class Output {
 public:
  // `kept`: what is said waits to be copied until copy_to() tells where.
  enum class Copies { none, kept };
  explicit Output(Copies copies) : waits_(copies == Copies::kept) {}

  // From here on each line and event also goes there, after those that wait. Events in the caller's
  // thread, lines in any.
  void copy_to(std::function<void(const LoopEvent&)> event,
               std::function<void(const std::string&)> line);
  // The key in this variable is masked from here on, with those before it.
  void add_key(const std::string& api_key_env);
  std::string mask(std::string_view text);

  // Where the exchange log is, which each error names from here on; empty: there is none.
  void set_exchange_log(const std::string& place);

  void log(LogLevel level, const std::string& text);
  // Events go to the proxy; a person at a terminal reads the log instead.
  void emit(const LoopEvent& event);
  // Why the program ends with this exit code.
  int fail(int code, const std::string& text);

 private:
  void copy(const std::string& line);

  std::mutex mutex_;
  Secrets secrets_;
  std::string exchange_log_;
  std::mutex copying_;
  bool waits_;
  std::vector<std::string> waiting_lines_;
  std::vector<LoopEvent> waiting_events_;
  std::function<void(const LoopEvent&)> event_copy_;
  std::function<void(const std::string&)> line_copy_;
  std::once_flag events_failed_;
};
}  // namespace franz::orchestrator
