#pragma once
// Runs one of our programs once: input in, answer or failure out.
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include "common/base/result.h"
#include "common/os/child_process.h"
#include "common/wire/child_failure.h"

namespace franz {
// How a program of ours ended without an answer.
ChildFailure failure_of(const ChildEnd& end, int timeout_ms);

// Runs `name` from this program's folder with `input` and returns its output. Its error lines are
// forwarded to our standard error. It is ended after `timeout_ms` or when `stop` returns true; if
// we are killed, it is asked to end. `api_key_env`: the variable that holds the model's key. The
// program receives neither it nor any other of key_variables(). Blocks; call it from a thread that
// outlives the child.
Result<std::string, ChildFailure> run_program(const std::string& name, std::string_view input,
                                              int timeout_ms, const std::stop_token& stop = {},
                                              const std::string& api_key_env = "");

// run_program() with the answer parsed by `parse`: Result<Reply>(std::string_view).
template <typename Parse>
auto ask_child(const std::string& name, std::string_view input, int timeout_ms, Parse parse,
               const std::stop_token& stop = {}, const std::string& api_key_env = "")
    -> Result<std::decay_t<decltype(parse(std::string_view()).value())>, ChildFailure> {
  const Result<std::string, ChildFailure> output =
      run_program(name, input, timeout_ms, stop, api_key_env);
  if (!output.ok()) return output.error();
  auto reply = parse(output.value());
  if (reply.ok()) return std::move(reply).value();
  return ChildFailure{ChildFailure::Kind::unreadable, timeout_ms,
                      "answer: " + reply.error().message};
}
}  // namespace franz
