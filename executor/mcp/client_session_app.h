#pragma once
// One client: its lines are taken as they come, by a thread that reads nothing else, while its
// calls wait for the thread that carries them out, and what it is told for a third one. So nobody
// who stops a call waits for a client that does not read. Of such a client no more lines are taken,
// and no more calls begun, than fill kMaxUnread.
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
inline constexpr std::size_t kMaxUnread = 4UL << 20U;  // bytes: some pictures

class ClientSession {
 public:
  ClientSession(ServerFacts facts, std::string resume_keys)
      : server_(std::move(facts)), halt_(std::move(resume_keys)) {}

  // ---- The thread of the input
  // A line of the client's, of which nothing is taken after end(). Then waits while more than
  // kMaxUnread bytes wait for it to be read, until end() at the latest.
  void take_line(std::string_view line);

  // ---- The thread of the output
  // Gives `write`, which may block, what the client is told, in pieces, until finish() or until it
  // fails: then nobody reads, and that is the end().
  void write_lines(const std::function<Status(std::string_view)>& write);

  // ---- Any thread; none of these waits for the client
  // The client has gone, or we are to end: the call under way is ended, those that wait are not
  // begun.
  void end();
  // Of the person at the screen. True: it stops what is under way.
  bool person(const ControlCommand& command);
  // Why nothing may be done; empty: it may.
  std::string halted();

  // ---- The thread that carries calls out
  // The next one that was not given up; waits. Nothing: the end.
  std::optional<ToolCall> next();
  // Asks the call under way to end when it is given up, by the client or by all else.
  std::stop_token stop_token();
  // Waits behind it as take_line() does.
  void over(const ToolCall& call, const ToolAnswer& answer);
  void progress(double done, double all, const std::string& message);
  void took_over();
  Asked ask(const std::string& question, std::chrono::milliseconds patience);
  // False: the call was given up meanwhile.
  bool pause(int milliseconds);
  // What the person at the screen did since the last call, for run.json.
  std::vector<std::string> take_told();
  // Nothing more is told. Waits until all that was told is written, or no piece of it was in
  // `patience`.
  void finish(std::chrono::milliseconds patience);

 private:
  void perform(const ServerStep& step);
  void stop_current();

  std::mutex mutex_;
  std::condition_variable changed_;
  McpServer server_;
  Halt halt_;
  Mailbox<ToolCall> calls_{1};              // posted only: the server bounds how many there are
  Mailbox<std::string> lines_{kMaxUnread};  // to the client; posted only
  std::set<int> waiting_;                   // numbers of calls that are not begun yet
  int current_ = 0;                         // the number of the call under way; 0: none
  std::stop_source stop_;                   // of it
  std::map<int, ClientConsent> answers_;    // to questions
  std::vector<std::string> told_;
  bool ended_ = false;
  std::size_t written_ = 0;  // bytes
  bool all_written_ = false;
};
}  // namespace franz::mcp
