#pragma once
// One client: its lines are taken as they come, by a thread that reads nothing else, while its
// calls wait for the thread that carries them out.
#include <chrono>
#include <condition_variable>
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
class ClientSession {
 public:
  ClientSession(ServerFacts facts, std::string resume_keys)
      : server_(std::move(facts)), halt_(std::move(resume_keys)) {}

  // ---- Any thread
  void take_line(std::string_view line);
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
  void over(const ToolCall& call, const ToolAnswer& answer);
  void progress(double done, double all, const std::string& message);
  void took_over();
  Asked ask(const std::string& question, std::chrono::milliseconds patience);
  // False: the call was given up meanwhile.
  bool pause(int milliseconds);
  // What the person at the screen did since the last call, for run.json.
  std::vector<std::string> take_told();

 private:
  void perform(const ServerStep& step);
  void stop_current();

  std::mutex mutex_;
  std::condition_variable changed_;
  McpServer server_;
  Halt halt_;
  Mailbox<ToolCall> calls_{1};            // posted only: the server bounds how many there are
  std::set<int> waiting_;                 // numbers of calls that are not begun yet
  int current_ = 0;                       // the number of the call under way; 0: none
  std::stop_source stop_;                 // of it
  std::map<int, ClientConsent> answers_;  // to questions
  std::vector<std::string> told_;
  bool ended_ = false;
};
}  // namespace franz::mcp
