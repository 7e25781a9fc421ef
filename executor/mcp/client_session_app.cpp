#include "executor/mcp/client_session_app.h"
#include <cstdint>
#include <utility>

namespace franz::mcp {
// Bytes: small, so that progress is visible even if the client reads slowly.
static constexpr std::size_t kPiece = 4096;

void ClientSession::take_line(std::string_view line) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    perform(server_.take(line));
  }
  lines_.wait_for_room();
}

// Called with the lock held, so that lines keep the order of the steps. Never waits for the client.
void ClientSession::perform(const ServerStep& step) {
  std::string lines;
  for (const std::string& line : step.lines) lines += line + "\n";
  const std::size_t bytes = lines.size();
  if (bytes > 0) lines_.post(std::move(lines), bytes);
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

void ClientSession::write_lines(const std::function<Status(std::string_view)>& write) {
  bool reads = true;
  while (reads) {
    const std::optional<std::string> lines = lines_.pop();
    if (!lines) break;
    for (std::string_view left = *lines; reads && !left.empty();) {
      const std::string_view piece = left.substr(0, kPiece);
      reads = write(piece).ok();
      left.remove_prefix(piece.size());
      const std::lock_guard lock(mutex_);
      written_ += piece.size();
      changed_.notify_all();
    }
  }
  if (!reads) {
    lines_.close();
    end();
  }
  const std::lock_guard lock(mutex_);
  all_written_ = true;
  changed_.notify_all();
}

void ClientSession::finish(std::chrono::milliseconds patience) {
  lines_.close();
  std::unique_lock lock(mutex_);
  for (bool goes_on = true; goes_on && !all_written_;) {
    const std::size_t before = written_;
    goes_on = changed_.wait_for(lock, patience, [&] { return all_written_ || written_ != before; });
  }
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
  lines_.set_limit(0, SIZE_MAX);  // releases threads that wait for room
}

bool ClientSession::person(const ControlCommand& command) {
  const std::lock_guard lock(mutex_);
  take_command(command);
  if (command.kind != ControlCommand::Kind::panic) return false;
  stop_current();
  return true;
}

void ClientSession::take_command(const ControlCommand& command) {
  const std::string before = halt_.why();
  halt_.take(command);
  const std::string now = halt_.why();
  if (now != before) changes_.push_back(now.empty() ? "the person resumed input" : now);
}

int ClientSession::stops() {
  const std::lock_guard lock(mutex_);
  return halt_.stops();
}

bool ClientSession::resume_after(int stops) {
  const std::lock_guard lock(mutex_);
  if (halt_.stops() != stops) return false;
  take_command({ControlCommand::Kind::resume});
  return true;
}

std::string ClientSession::stopped() {
  const std::lock_guard lock(mutex_);
  return halt_.stopped();
}

std::string ClientSession::halted() {
  const std::lock_guard lock(mutex_);
  return halt_.why();
}

std::optional<ToolCall> ClientSession::next() {
  while (auto call = calls_.pop()) {
    const std::lock_guard lock(mutex_);
    if (ended_) break;
    if (waiting_.erase(call->number) == 0) continue;  // cancelled
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
  {
    const std::lock_guard lock(mutex_);
    current_ = 0;
    perform(server_.over(call.number, answer));
  }
  lines_.wait_for_room();
}

void ClientSession::progress(double done, std::optional<double> all, const std::string& message) {
  const std::lock_guard lock(mutex_);
  perform(server_.progress(current_, done, all, message));
}

void ClientSession::took_over() {
  const std::lock_guard lock(mutex_);
  halt_.took_over();
  changes_.push_back(halt_.why());
}

Asked ClientSession::ask(const std::string& question, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (stop_.stop_requested()) return Asked::given_up;
  if (!server_.can_ask(current_)) return Asked::cannot_ask;
  int number = 0;
  perform(server_.ask(current_, question, number));
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

std::vector<std::string> ClientSession::take_changes() {
  const std::lock_guard lock(mutex_);
  return std::exchange(changes_, {});
}
}  // namespace franz::mcp
