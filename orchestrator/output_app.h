#pragma once
// Log lines on standard error and events on standard output. The model's key is masked in both: a
// server may repeat it in an error message. Any thread.
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
  // `kept`: lines and events are buffered until copy_to().
  enum class Copies { none, kept };
  explicit Output(Copies copies) : waits_(copies == Copies::kept) {}

  // Copies the buffered and all later lines and events there: events in the caller's thread, lines
  // in any.
  void copy_to(std::function<void(const LoopEvent&)> event,
               std::function<void(const std::string&)> line);
  // From now on masks the key in this variable, too.
  void add_key(const std::string& api_key_env);
  // From now on masks a value that is known to be a secret (Secrets::kShortestKnown), too.
  void add_secret(const std::string& value);
  Secrets secrets();  // all that are masked now
  std::string mask(std::string_view text);

  // The path that each error names from now on; empty: no exchange log.
  void set_exchange_log(const std::string& place);

  void log(LogLevel level, const std::string& text);
  // Events are written for the proxy, but not to a terminal.
  void emit(const LoopEvent& event);
  // Prints why the program ends and returns `code`.
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
