#pragma once
// Keeps a program of ours running for many questions: one line in, one line out (`--lines`).
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include "common/base/result.h"
#include "common/os/child_process.h"
#include "common/wire/child_failure.h"
#include "common/wire/refusal.h"

namespace franz {
class LineChild {
 public:
  // Does not start it yet. It does not receive the variables that may hold a model's key.
  explicit LineChild(ChildCommand command);
  ~LineChild();  // as end()
  LineChild(LineChild&&) noexcept;
  LineChild& operator=(LineChild&&) noexcept;

  // The answer to `line`, without its end. Starts the program if it does not run; its error lines
  // are forwarded to ours. It is ended after `timeout_ms` or when `stop` returns true. After a
  // failure the next question starts it again. Blocks; always call it from the same thread, which
  // must outlive the program.
  Result<std::string, ChildFailure> ask(std::string line, int timeout_ms,
                                        const std::stop_token& stop = {});
  // Ends the program with all its children, if it runs.
  void end();

 private:
  struct Running;
  ChildCommand command_;
  std::unique_ptr<Running> running_;  // null: not started, or ended
};

// `name --lines`, beside this program.
LineChild line_child(const std::string& name);

// The answer parsed by `parse`: Result<Reply>(std::string_view). If it is neither an answer nor a
// refusal, the program is ended: its next output could belong to this question.
template <typename Parse>
auto ask_line(LineChild& child, std::string line, int timeout_ms, Parse parse,
              const std::stop_token& stop = {})
    -> Result<std::decay_t<decltype(parse(std::string_view()).value())>, ChildFailure> {
  const Result<std::string, ChildFailure> answer = child.ask(std::move(line), timeout_ms, stop);
  if (!answer.ok()) return answer.error();
  auto reply = parse(answer.value());
  if (reply.ok()) return std::move(reply).value();
  if (const auto refused = refusal_in(answer.value()))
    return ChildFailure{ChildFailure::Kind::ended, timeout_ms, "refused: " + *refused};
  child.end();
  return ChildFailure{ChildFailure::Kind::unreadable, timeout_ms,
                      "answer: " + reply.error().message};
}
}  // namespace franz
