#pragma once
// The calls of the tools, carried out one after the other by programs behind ports: what a client
// asks for becomes a request to the executor that is bounded to one window, or is refused in words
// that say what to do about it.
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
// What bounds all calls.
struct ToolLimits {
  Toolset tools;
  std::vector<std::string> allowed_windows;  // parts of titles; none: all windows
  int actions_a_minute = 0;                  // 0: no limit
  Consent consent;                           // what needs consent
  std::string run_dir;                       // UTF-8
  DesktopOptions desktop;                    // the display, and who sits at it
};

// What became of a question to the person.
enum class Asked {
  accepted,
  declined,
  no_answer,   // in time
  cannot_ask,  // the client has no way to
  given_up,    // the call was cancelled, or the person stopped all input meanwhile
};

// A call that is over, for the record.
struct CallRecord {
  int turn = 0;  // from 1
  ToolCall call;
  std::string answer;                                       // JSON, as the client was told
  std::string executor_in = "null", executor_out = "null";  // of the last request, without pictures
  std::vector<std::string> degraded;
  std::optional<Approval> approval;
  std::string plan_png_base64, png_base64;  // empty: none
  double executor_ms = 0, turn_ms = 0;
};

struct ToolPorts {
  std::function<Result<std::vector<ListedWindow>>()> windows;  // of the whole screen
  // How the program of a private display ended, for the client; empty: it runs, or there is none.
  std::function<std::string()> program_end;
  std::function<Result<ExecutorReply, ChildFailure>(const ExecutorRequest&, int deadline_ms)>
      execute;
  std::function<Asked(const std::string& question)> ask;
  // Why nothing may be done now, for the client: the person stopped us; empty: it may.
  std::function<std::string()> halted;
  std::function<void()> took_over;  // the person did, as the executor saw
  std::function<void(double done, double all, const std::string& message)> progress;
  std::function<bool(int milliseconds)> pause;  // false: the call was cancelled
  std::function<double()> steady_ms;
  std::function<std::string()> utc;  // 2026-01-31T12:00:00Z
  std::function<void(const CallRecord&)> record;
};

class WindowTools {
 public:
  WindowTools(ToolLimits limits, ToolPorts ports);

  // Of a tool that is on. Blocks until it is over.
  ToolAnswer call(const ToolCall& call);

 private:
  // What the server itself reads of a call's arguments.
  struct Bounds {
    std::uint64_t window = 0;
    bool verify = false, strict = false;
    bool jpeg = false;  // the picture
    double timeout_s = 0;
  };
  // One call on its way.
  struct Going {
    CallRecord record;
    Bounds bounds;
    ListedWindow window;
    std::vector<std::string> dialogs;  // notes about those of the window
    bool timed_out = false;            // the executor or the person gave no answer in time
  };
  using Refusal = std::optional<std::string>;  // why it is not done; nothing: all is well

  ToolAnswer list();
  ToolAnswer picture(Going& going);
  ToolAnswer watch(Going& going);
  ToolAnswer act(Going& going);

  Refusal read_bounds(Going& going) const;
  Refusal find_window(Going& going);
  Refusal may_act(const Going& going);
  Refusal agree(Going& going, ExecutorRequest& request);
  ExecutorRequest request_of(const Going& going, Size picture) const;
  Result<ExecutorReply, ChildFailure> execute(Going& going, const ExecutorRequest& request,
                                              int deadline_ms);
  // A look at the window. Failure: why there is no picture of it.
  Result<ExecutorReply> look(Going& going, Size picture);

  const ToolLimits limits_;
  const ToolPorts ports_;
  RateLimit rate_;
  std::map<std::uint64_t, Seen> seen_;  // the last picture of each window that was sent
  int turn_ = 0;
};
}  // namespace franz::mcp
