#pragma once
// The session with one client. Three threads: one only reads its lines, one performs its calls, and
// one writes lines to it. So stopping a call never waits for a client that does not read. If more
// than kMaxUnread bytes are unread, no more lines are taken and no more calls are begun.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include "common/os/mailbox.h"
#include "executor/mcp/halt.h"
#include "executor/mcp/mcp_server.h"
#include "executor/mcp/window_tools.h"

namespace franz::mcp {
inline constexpr std::size_t kMaxUnread = 4UL << 20U;  // bytes: a few pictures

class ClientSession {
 public:
  // `way_to_resume`: as for Halt.
  ClientSession(ServerFacts facts, std::string way_to_resume)
      : server_(std::move(facts)), halt_(std::move(way_to_resume)) {}

  // ---- Input thread
  // Handles a line from the client; ignored after end(). Then waits while more than kMaxUnread
  // bytes for the client are unread, until end() at the latest.
  void take_line(std::string_view line);

  // ---- Output thread
  // Passes lines for the client to `write`, which may block, in pieces, until finish() or until
  // `write` fails: then the client reads no more, and end() is called.
  void write_lines(const std::function<Status(std::string_view)>& write);

  // ---- Any thread; these functions never wait for the client
  // The client is gone or the server ends: stops the current call and begins no waiting one.
  void end();
  // A command of a person at the screen or at the run's page. True: it stops the current call.
  bool person(const ControlCommand& command);
  // How a person stopped input; empty: it is not stopped.
  std::string stopped();
  // How many times a person has stopped it.
  int stops();
  // Resumes, unless a person has stopped input more often than `stops` times: false then.
  bool resume_after(int stops);
  // Why no call may be performed; empty: calls may be performed.
  std::string halted();

  // ---- The thread that performs calls
  // Waits for the next call that was not cancelled. Nothing: the session has ended.
  std::optional<ToolCall> next();
  // Requests a stop when the client cancels the current call or anything else stops it.
  std::stop_token stop_token();
  // The call is finished. Then waits like take_line().
  void over(const ToolCall& call, const ToolAnswer& answer);
  // As McpServer::progress().
  void progress(double done, std::optional<double> all, const std::string& message);
  void took_over();
  Asked ask(const std::string& question, std::chrono::milliseconds patience);
  // False: the call was cancelled meanwhile.
  bool pause(int milliseconds);
  // What the person at the screen did since the last call, for run.json.
  std::vector<std::string> take_changes();
  // No more lines are added. Waits until all lines are written, or until no piece was written
  // within `patience`.
  void finish(std::chrono::milliseconds patience);

 private:
  void perform(const ServerStep& step);
  void take_command(const ControlCommand& command);
  void stop_current();

  std::mutex mutex_;
  std::condition_variable changed_;
  McpServer server_;
  Halt halt_;
  Mailbox<ToolCall> calls_{1};              // post() only: the server limits their number
  Mailbox<std::string> lines_{kMaxUnread};  // to the client; post() only
  std::set<int> waiting_;                   // numbers of calls that are not begun yet
  int current_ = 0;                         // number of the current call; 0: none
  std::stop_source stop_;                   // of the current call
  std::map<int, ClientConsent> answers_;    // by question
  std::vector<std::string> changes_;
  bool ended_ = false;
  std::size_t written_ = 0;  // bytes
  bool all_written_ = false;
};
}  // namespace franz::mcp
