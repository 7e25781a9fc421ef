#include "executor/executor_app.h"
#include "common/os/ask_child.h"
#include "common/os/clock.h"
#include "common/os/print.h"
#include "common/os/stdio.h"
#include "common/wire/executor_messages.h"
#include "executor/execute_turn.h"

namespace franz::executor {
namespace {
constexpr const char* kHelp =
    "executor: finds the calls in a model's text, performs them and says what happened.\n"
    "\n"
    "usage: executor < REQUEST.json    one franz.executor.v2 request in, one reply out\n"
    "       executor --help | --version\n"
    "\n"
    "The pictures come from the program `capturer` beside this one.\n";

int fail(const std::string& what) {
  print_error("executor: " + what);
  return 1;
}

int answer() {
  const Result<std::string> input = read_standard_input(kMaxMessage);
  if (!input.ok()) return fail("standard input: " + input.error().message);
  const Result<ExecutorRequest> request = parse_executor_request(input.value());
  if (!request.ok()) return fail("request: " + request.error().message);
  const int timeout_ms = request.value().capturer_timeout_ms;
  const ExecutorReply reply = execute_turn(
      request.value(),
      [timeout_ms](const CaptureRequest& capture) {
        return ask_child("capturer", to_json(capture), timeout_ms, parse_capture_reply);
      },
      steady_time_exact_ms);
  const Status written = write_standard_output(to_json(reply) + "\n");
  return written.ok() ? 0 : fail("standard output: " + written.error().message);
}
}  // namespace

int run_executor_app(std::span<const std::string> arguments) {
  if (arguments.empty()) return answer();
  if (arguments.size() == 1 && arguments.front() == "--help") {
    return write_standard_output(kHelp).ok() ? 0 : 1;
  }
  if (arguments.size() == 1 && arguments.front() == "--version") {
    return write_standard_output("executor " FRANZ_VERSION "\n").ok() ? 0 : 1;
  }
  print_error_lines("executor: unknown use of " + arguments.front() + "\n\n" + kHelp);
  return 2;
}
}  // namespace franz::executor
