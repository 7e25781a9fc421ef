#pragma once
// Performs the calls of the tools, one after another, by programs behind ports. Each call becomes a
// request to the executor that is limited to one window, or is refused with a message that says
// what to do.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/approval.h"
#include "common/wire/child_failure.h"
#include "common/wire/executor_messages.h"
#include "common/wire/window_messages.h"
#include "executor/mcp/mcp_server.h"
#include "executor/mcp/rate_limit.h"

namespace franz::mcp {
// The limits of all calls.
struct ToolLimits {
  Toolset tools;
  std::vector<std::string> allowed_windows;  // parts of titles; none: all windows
  int actions_a_minute = 0;                  // 0: no limit
  Consent consent;                           // which actions need consent
  std::string run_dir;                       // UTF-8
  DesktopOptions desktop;                    // without the display's name
};

// The result of a question to the person.
enum class Asked {
  accepted,
  declined,
  no_answer,   // not in time
  cannot_ask,  // the client does not support questions
  given_up,    // the call was cancelled, or the person stopped all input meanwhile
};

// A finished call, for the record.
struct CallRecord {
  int turn = 0;  // from 1
  ToolCall call;
  std::string answer;                                       // JSON, as sent to the client
  std::string executor_in = "null", executor_out = "null";  // last request, without pictures
  std::vector<std::string> degraded;
  std::optional<Approval> approval;
  std::string plan_png_base64, png_base64;  // empty: none
  double executor_ms = 0, turn_ms = 0;
};

struct ToolPorts {
  // On the whole screen. Called first in each call; may wait until there is a screen.
  std::function<Result<std::vector<ListedWindow>>()> windows;
  std::function<std::string()> display;  // its name for the executor, after `windows` succeeded
  // How the program of a private display ended, for the client; empty: it runs, or there is none.
  std::function<std::string()> program_end;
  std::function<Result<ExecutorReply, ChildFailure>(const ExecutorRequest&, int deadline_ms)>
      execute;
  std::function<Asked(const std::string& question)> ask;
  // Why nothing may be done now, for the client: the person stopped it; empty: it may.
  std::function<std::string()> halted;
  std::function<void()> took_over;  // called when the executor reports a takeover
  std::function<void(double done, double all, const std::string& message)> progress;
  std::function<bool(int milliseconds)> pause;  // false: the call was cancelled
  std::function<double()> steady_ms;
  std::function<std::string()> utc;  // 2026-01-31T12:00:00Z
  std::function<void(const CallRecord&)> record;
};

class WindowTools {
 public:
  WindowTools(ToolLimits limits, ToolPorts ports);

  // `call`: of an enabled tool. Blocks until it is finished.
  ToolAnswer call(const ToolCall& call);

 private:
  // The arguments that the server itself reads.
  struct Bounds {
    std::uint64_t window = 0;
    bool verify = false, strict = false;
    bool jpeg = false;  // picture format
    double timeout_s = 0;
  };
  // The current call.
  struct ActiveCall {
    CallRecord record;
    Bounds bounds;
    ListedWindow window;
    bool on_whole_screen = false;      // the places of windows are unknown
    std::vector<std::string> dialogs;  // notes about the window's dialogs
    bool timed_out = false;            // the executor or the person did not answer in time
  };
  using Refusal = std::optional<std::string>;  // nothing: the call may go on

  ToolAnswer list();
  ToolAnswer picture(ActiveCall& active);
  ToolAnswer watch(ActiveCall& active);
  ToolAnswer act(ActiveCall& active);

  Refusal read_bounds(ActiveCall& active) const;
  Refusal find_window(ActiveCall& active);
  Refusal may_act(const ActiveCall& active);
  Refusal agree(ActiveCall& active, ExecutorRequest& request);
  ExecutorRequest request_of(const ActiveCall& active, Size picture) const;
  Result<ExecutorReply, ChildFailure> execute(ActiveCall& active, const ExecutorRequest& request,
                                              int deadline_ms);
  // Takes a picture of the window. Failure: why there is none.
  Result<ExecutorReply> look(ActiveCall& active, Size picture);

  const ToolLimits limits_;
  const ToolPorts ports_;
  RateLimit rate_;
  std::map<std::uint64_t, Seen> seen_;  // the last picture that was sent of each window
  int turn_ = 0;
};
}  // namespace franz::mcp
