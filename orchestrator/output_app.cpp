#include "orchestrator/output_app.h"
#include "common/os/print.h"
#include "common/os/secret_variables.h"
#include "common/os/stdio.h"

namespace franz::orchestrator {
void Output::add_key(const std::string& api_key_env) {
  const std::lock_guard lock(mutex_);
  add_keys(secrets_, api_key_env);
}

void Output::add_secret(const std::string& value) {
  const std::lock_guard lock(mutex_);
  secrets_.add(value, Secrets::kShortestKnown);
}

Secrets Output::secrets() {
  const std::lock_guard lock(mutex_);
  return secrets_;
}

std::string Output::mask(std::string_view text) {
  const std::lock_guard lock(mutex_);
  return secrets_.mask(text);
}

void Output::set_exchange_log(const std::string& place) {
  const std::lock_guard lock(mutex_);
  exchange_log_ = place;
}

void Output::log(LogLevel level, const std::string& text) {
  static constexpr const char* kNames[] = {"info", "warning", "error"};
  std::string line = mask(std::string(kNames[static_cast<int>(level)]) + ": " + text);
  if (level == LogLevel::error) {
    const std::lock_guard lock(mutex_);
    if (!exchange_log_.empty()) line += " (exchange log: " + exchange_log_ + ")";
  }
  print_error(line);
  copy(line);
}

void Output::copy(const std::string& line) {
  const std::lock_guard lock(copying_);
  if (waits_) waiting_lines_.push_back(line);
  if (line_copy_) line_copy_(line);
}

void Output::copy_to(std::function<void(const LoopEvent&)> event,
                     std::function<void(const std::string&)> line) {
  {
    const std::lock_guard lock(copying_);
    waits_ = false;
    line_copy_ = std::move(line);
    event_copy_ = std::move(event);
    for (const std::string& each : waiting_lines_) line_copy_(each);
    waiting_lines_.clear();
  }
  for (const LoopEvent& each : waiting_events_) event_copy_(each);
  waiting_events_.clear();
}

void Output::emit(const LoopEvent& event) {
  if (event_copy_) {
    event_copy_(event);
  } else if (waits_) {
    waiting_events_.push_back(event);
  }
  static const bool terminal = output_is_terminal();
  if (terminal) return;
  if (const Status written = write_standard_output(mask(to_json(event)) + "\n"); !written.ok())
    std::call_once(events_failed_,
                   [&] { log(LogLevel::warning, "events: " + written.error().message); });
}

int Output::fail(int code, const std::string& text) {
  print_error(mask("orchestrator: " + text));
  return code;
}
}  // namespace franz::orchestrator
