#pragma once
// The server's side of the Model Context Protocol, without streams, threads and clocks: lines of
// the client and the ends of calls in; lines to the client and calls to be begun out.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/tools/tool_registry.h"
#include "executor/mcp/json_rpc.h"
#include "executor/mcp/protocol_versions.h"

namespace franz::mcp {
// A call of a tool that exists and is on.
struct ToolCall {
  int number = 0;    // ours, from 1: an id may be used again
  std::string id;    // the client's, a JSON value
  std::string name;  // of the tool
  // The bytes of a JSON object, or of a text that holds one (object_in()), as some clients send it.
  std::string arguments;
};

// What a tool answers.
struct ToolAnswer {
  std::string json = "{}";  // an object, as its schema has it
  std::string png_base64;   // a picture beside it; empty: none
  bool failed = false;      // nothing, or not all, was done
  bool fits_schema = true;  // false: it tells why there is no result of its tool's form
};

// What became of a question to the person at the client.
enum class ClientConsent { accepted, declined };
struct ClientAnswer {
  int question = 0;
  ClientConsent consent = ClientConsent::declined;
};

// What is to be done after a step, in this order.
struct ServerStep {
  std::vector<std::string> lines;     // to the client, each without its end
  std::vector<ToolCall> calls;        // to be begun, one after the other
  std::vector<int> cancelled;         // numbers of calls that are given up
  std::vector<ClientAnswer> answers;  // to our questions
};

struct ServerFacts {
  std::string version;       // of the program
  Toolset tools;             // the tools that are on
  std::string instructions;  // for the client's model
};

class McpServer {
 public:
  explicit McpServer(ServerFacts facts) : facts_(std::move(facts)) {}

  // A line of the client's without its end: any bytes. A blank one is nothing.
  ServerStep take(std::string_view line);

  // The call is over; nothing is told of one that the client has given up.
  ServerStep over(int number, const ToolAnswer& answer);
  // How far a call has come: nothing where the client did not ask to be told. `done` rises.
  ServerStep progress(int number, double done, double all, const std::string& message);

  // Whether the client can ask its person.
  bool can_ask() const { return can_ask_; }
  // Asks for consent, in words that hide nothing. `question`: the number that the answer has.
  ServerStep ask(const std::string& message, int& question);
  // Nobody waits for the answer any more.
  ServerStep withdraw(int question);

 private:
  struct Batch {
    std::size_t open = 0;  // requests that are not answered yet
    std::vector<std::string> answers;
  };
  struct Pending {
    std::string id, key;
    std::optional<std::string> progress_token;
    int batch = 0;  // 0: of none
  };

  void take_message(const RpcMessage& message, int batch, ServerStep& step);
  void request(const RpcMessage& message, int batch, ServerStep& step);
  void notified(const RpcMessage& message, ServerStep& step);
  void answered(const RpcMessage& message, ServerStep& step);
  void initialize(const RpcMessage& message, int batch, ServerStep& step);
  void list_tools(const RpcMessage& message, int batch, ServerStep& step);
  void call_tool(const RpcMessage& message, int batch, ServerStep& step);
  void cancel(const RpcMessage& message, ServerStep& step);
  // What is answered to a request of a batch waits for the others.
  void answer(std::string line, int batch, ServerStep& step);
  void settle(int batch, ServerStep& step);
  std::string result_of(const ToolAnswer& answer) const;

  const ServerFacts facts_;
  const ProtocolVersion* version_ = nullptr;  // null: not initialized
  bool can_ask_ = false;
  std::map<int, Pending> pending_;  // by number of the call
  std::map<int, Batch> batches_;
  std::set<int> questions_;  // that are not answered yet
  int calls_ = 0, asked_ = 0, batched_ = 0;
};
}  // namespace franz::mcp
