#include "executor/executor_app.h"
#include <chrono>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/paths.h"
#include "common/os/stdio.h"
#include "common/wire/executor_messages.h"
#include "executor/execute_turn.h"

namespace franz::executor {
namespace {
constexpr const char* kHelp =
    "executor: finds the calls in a model's text, performs them and says what happened.\n"
    "\n"
    "usage: executor < REQUEST.json    one franz.executor.v1 request in, one reply out\n"
    "       executor --help | --version\n"
    "\n"
    "The pictures come from the program `capturer` beside this one.\n";

int fail(const std::string& what) {
  write_standard_error("executor: " + what + "\n");
  return 1;
}

CaptureFailure failure_of(const ChildEnd& end, int timeout_ms) {
  CaptureFailure failure{CaptureFailure::Kind::ended, timeout_ms,
                         describe(end, std::chrono::milliseconds(timeout_ms))};
  switch (end.kind) {
    case ChildEnd::Kind::deadline: failure.kind = CaptureFailure::Kind::no_answer; break;
    case ChildEnd::Kind::too_large: failure.kind = CaptureFailure::Kind::unreadable; break;
    case ChildEnd::Kind::not_started: failure.kind = CaptureFailure::Kind::not_started; break;
    case ChildEnd::Kind::exited:
    case ChildEnd::Kind::killed:
    case ChildEnd::Kind::stopped: break;
  }
  return failure;
}

Result<CaptureReply, CaptureFailure> run_capturer(const CaptureRequest& request, int timeout_ms) {
  const ChildOutcome outcome = run_child({sibling_program("capturer"), {}, {}, ""},
                                         to_json(request), std::chrono::milliseconds(timeout_ms));
  if (!outcome.errors.empty()) write_standard_error(outcome.errors);
  if (!outcome.end.ok()) return failure_of(outcome.end, timeout_ms);
  Result<CaptureReply> reply = parse_capture_reply(outcome.output);
  if (!reply.ok()) {
    return CaptureFailure{CaptureFailure::Kind::unreadable, timeout_ms,
                          "answer: " + reply.error().message};
  }
  return std::move(reply).value();
}

int answer() {
  const Result<std::string> input = read_standard_input(kMaxMessage);
  if (!input.ok()) return fail("standard input: " + input.error().message);
  const Result<ExecutorRequest> request = parse_executor_request(input.value());
  if (!request.ok()) return fail("request: " + request.error().message);
  const int timeout_ms = request.value().capturer_timeout_ms;
  const ExecutorReply reply = execute_turn(
      request.value(),
      [timeout_ms](const CaptureRequest& capture) { return run_capturer(capture, timeout_ms); },
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
  write_standard_error("executor: unknown use of " + arguments.front() + "\n\n" + kHelp);
  return 2;
}
}  // namespace franz::executor
