#pragma once
// The JSON on the executor's standard input and output, one object each way per turn (DESIGN §3).
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/wire/turn_options.h"

namespace franz {
inline constexpr const char* kExecutorProtocol = "franz.executor.v1";

struct DesktopOptions {
  std::string monitor = "all";
  int settle_ms = 0, step_delay_ms = 0;
  std::vector<std::string> only_windows;
  bool dry_run = false;
};

struct ExecutorRequest {
  PictureOptions options;
  std::string raw = "\"\"";  // the model's text: a JSON string token as received, quotes included
  std::string dialect = "python";
  std::vector<std::pair<std::string, bool>> tools;  // switches; a tool not named is off
  int capturer_timeout_ms = 15000;
  DesktopOptions desktop;
};

// A call that could not be read, with its line in the block.
struct MalformedCall {
  int line = 0;
  std::string source, error;
};

// What ended the block early.
struct CallFailure {
  std::string kind;  // "class" in JSON: the Python exception's name, "TypeError"
  std::string text;  // the whole exception line, "TypeError: drag() missing …"
  int line = 0;      // 0: none
};

// What became of one executed call.
struct CallResult {
  std::string call;
  std::string outcome = "done";  // done, partial, refused
  std::string why;
  std::optional<Point> pixel;
};

struct ExecutorTimings {
  double parse_ms = 0, input_ms = 0, capture_ms = 0;
};

struct ExecutorReply {
  std::string feedback;
  std::vector<std::string> executed;  // canonical, in order
  std::vector<std::string> noted;     // not performed as input: screenshot(), no effect here
  std::vector<MalformedCall> malformed;
  int blocks = 0;
  std::optional<CallFailure> error;
  std::optional<std::string> done;
  std::vector<CallResult> results;
  bool takeover = false, wants_screenshot = false;
  std::string screenshot_b64;  // empty: no picture
  Screen screen;
  ExecutorTimings timings_ms;
  // Passed on from the capturer.
  int renderer = 0;
  std::string plain_sha256;
  std::vector<std::string> warnings;
  std::vector<std::string> degraded;  // what failed: "capturer: no answer in 15 s"
};

Result<ExecutorRequest> parse_executor_request(std::string_view text);
Result<ExecutorReply> parse_executor_reply(std::string_view text);
std::string to_json(const ExecutorRequest& request);
std::string to_json(const ExecutorReply& reply);

// For events, state.json and records: what the proxy shows and keeps.
std::string to_json_without_raw(const ExecutorRequest& request);
std::string to_json_without_screenshot(const ExecutorReply& reply);
}  // namespace franz
