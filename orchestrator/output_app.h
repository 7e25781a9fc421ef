#pragma once
// What the program says: log lines on standard error, events on standard output, the model's key
// masked in both, for a server may repeat it in what it complains of. Any thread.
#include <mutex>
#include <string>
#include <string_view>
#include "common/base/secrets.h"
#include "common/wire/control_messages.h"
#include "orchestrator/turn_loop.h"

namespace franz::orchestrator {
class Output {
 public:
  // The key in this variable is masked from here on, with those before it.
  void add_key(const std::string& api_key_env);
  std::string mask(std::string_view text);

  void log(LogLevel level, const std::string& text);
  // Events go to the proxy; a person at a terminal reads the log instead.
  void emit(const LoopEvent& event);
  // Why the program ends with this exit code.
  int fail(int code, const std::string& text);

 private:
  std::mutex mutex_;
  Secrets secrets_;
  std::once_flag events_failed_;
};
}  // namespace franz::orchestrator
