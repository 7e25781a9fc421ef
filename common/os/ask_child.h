#pragma once
// One question to a program of ours: its input, its answer, or why there is none.
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/os/child_process.h"
#include "common/wire/child_failure.h"

namespace franz {
// How a program of ours ended that gave no answer.
ChildFailure failure_of(const ChildEnd& end, int timeout_ms);

// Runs `name` beside this program with `input` and returns what it printed; its error lines are
// passed on to ours. Past `timeout_ms`, or when `stop` asks, it is ended; when we are killed, it is
// asked to end. `api_key_env`: the
// variable that holds the model's key; neither that nor any other of key_variables() reaches it.
// Blocks; call it from a thread that outlives the child.
Result<std::string, ChildFailure> run_program(const std::string& name, std::string_view input,
                                              int timeout_ms, const std::stop_token& stop = {},
                                              const std::string& api_key_env = "");

// The same program, started before there is a question: what it takes to start, and what it makes
// ready by its arguments, is over by then. One thread uses it, which outlives it.
class AheadProgram {
 public:
  explicit AheadProgram(std::string name) : name_(std::move(name)) {}
  ~AheadProgram() { end(); }
  AheadProgram(const AheadProgram&) = delete;
  AheadProgram& operator=(const AheadProgram&) = delete;

  // Has one wait that was started with these arguments; one that waits and was started otherwise is
  // ended. Where it cannot be started, run() tries again.
  void prepare(std::vector<std::string> arguments, const std::string& api_key_env = "");
  // Gives it the question that run() will ask with the same words, so that it makes ready what
  // changes nothing. Where none waits, nothing is done.
  void offer(std::string_view input, const std::string& api_key_env = "");
  // Ends the one that waits, if there is one, and waits for its end, and for the end of the one
  // that answered last.
  void end();
  // As run_program(), by the one that waits, if it still does and the variables that it was not
  // given are those of now; else by one that is started now, without arguments. Of the former the
  // first line is the answer: it ends while the caller goes on. A failure then is told by a line on
  // our standard error.
  Result<std::string, ChildFailure> run(std::string_view input, int timeout_ms,
                                        const std::stop_token& stop = {},
                                        const std::string& api_key_env = "");

 private:
  bool waits_for(std::string_view input, const std::string& api_key_env) const;
  void finish_last();

  const std::string name_;
  std::optional<PreparedChild> child_;
  std::optional<std::string> offered_;  // to child_
  std::optional<PreparedChild> last_;   // has answered, and ends
};

// Reads the answer by `parse`: Result<Reply>(std::string_view).
template <typename Parse>
auto read_answer(const Result<std::string, ChildFailure>& output, int timeout_ms, Parse parse)
    -> Result<std::decay_t<decltype(parse(output.value()).value())>, ChildFailure> {
  if (!output.ok()) return output.error();
  auto reply = parse(output.value());
  if (reply.ok()) return std::move(reply).value();
  return ChildFailure{ChildFailure::Kind::unreadable, timeout_ms,
                      "answer: " + reply.error().message};
}

// run_program() with the answer read by `parse`.
template <typename Parse>
auto ask_child(const std::string& name, std::string_view input, int timeout_ms, Parse parse,
               const std::stop_token& stop = {}, const std::string& api_key_env = "") {
  return read_answer(run_program(name, input, timeout_ms, stop, api_key_env), timeout_ms, parse);
}

// Likewise, by a program that was started ahead.
template <typename Parse>
auto ask_child(AheadProgram& program, std::string_view input, int timeout_ms, Parse parse,
               const std::stop_token& stop = {}, const std::string& api_key_env = "") {
  return read_answer(program.run(input, timeout_ms, stop, api_key_env), timeout_ms, parse);
}
}  // namespace franz
