#include "executor/mcp/client_session_app.h"
#include <utility>
#include "common/os/stdio.h"

namespace franz::mcp {
void ClientSession::take_line(std::string_view line) {
  const std::lock_guard lock(mutex_);
  perform(server_.take(line));
}

// Under the lock, so that lines come out in the order of the steps.
void ClientSession::perform(const ServerStep& step) {
  std::string lines;
  for (const std::string& line : step.lines) lines += line + "\n";
  if (!lines.empty() && !write_standard_output(lines).ok()) {
    ended_ = true;  // nobody reads
    stop_current();
    calls_.close();
  }
  for (const ToolCall& call : step.calls) {
    if (ended_) break;
    waiting_.insert(call.number);
    calls_.post(call, 1);
  }
  for (const int number : step.cancelled) {
    waiting_.erase(number);
    if (number == current_) stop_current();
  }
  for (const ClientAnswer& answer : step.answers) answers_[answer.question] = answer.consent;
  changed_.notify_all();
}

void ClientSession::stop_current() {
  stop_.request_stop();
  changed_.notify_all();
}

void ClientSession::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  stop_current();
  calls_.close();
}

bool ClientSession::person(const ControlCommand& command) {
  const std::lock_guard lock(mutex_);
  const std::string before = halt_.why();
  halt_.take(command);
  const std::string now = halt_.why();
  if (now != before) told_.push_back(now.empty() ? "the person lets it go on" : now);
  if (command.kind != ControlCommand::Kind::panic) return false;
  stop_current();
  return true;
}

std::string ClientSession::halted() {
  const std::lock_guard lock(mutex_);
  return halt_.why();
}

std::optional<ToolCall> ClientSession::next() {
  while (auto call = calls_.pop()) {
    const std::lock_guard lock(mutex_);
    if (ended_) break;
    if (waiting_.erase(call->number) == 0) continue;  // given up
    current_ = call->number;
    stop_ = std::stop_source();
    return call;
  }
  return std::nullopt;
}

std::stop_token ClientSession::stop_token() {
  const std::lock_guard lock(mutex_);
  return stop_.get_token();
}

void ClientSession::over(const ToolCall& call, const ToolAnswer& answer) {
  const std::lock_guard lock(mutex_);
  current_ = 0;
  perform(server_.over(call.number, answer));
}

void ClientSession::progress(double done, double all, const std::string& message) {
  const std::lock_guard lock(mutex_);
  perform(server_.progress(current_, done, all, message));
}

void ClientSession::took_over() {
  const std::lock_guard lock(mutex_);
  halt_.took_over();
  told_.push_back(halt_.why());
}

Asked ClientSession::ask(const std::string& question, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (!server_.can_ask()) return Asked::cannot_ask;
  int number = 0;
  perform(server_.ask(question, number));
  changed_.wait_for(lock, patience,
                    [&] { return answers_.contains(number) || stop_.stop_requested(); });
  const auto answer = answers_.find(number);
  if (stop_.stop_requested() || answer == answers_.end()) {
    answers_.erase(number);
    perform(server_.withdraw(number));
    return stop_.stop_requested() ? Asked::given_up : Asked::no_answer;
  }
  const ClientConsent consent = answer->second;
  answers_.erase(answer);
  return consent == ClientConsent::accepted ? Asked::accepted : Asked::declined;
}

bool ClientSession::pause(int milliseconds) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, std::chrono::milliseconds(milliseconds),
                            [this] { return stop_.stop_requested(); });
}

std::vector<std::string> ClientSession::take_told() {
  const std::lock_guard lock(mutex_);
  return std::exchange(told_, {});
}
}  // namespace franz::mcp
