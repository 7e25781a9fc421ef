#pragma once
// The server's side of the Model Context Protocol, without streams, threads and clocks: lines of
// the client and the ends of calls in; lines to the client and calls to be begun out.
//
// A request that has `params._meta["io.modelcontextprotocol/protocolVersion"]` is answered as that
// version says, whatever came before it; all others as `initialize` agreed. One client may send
// both. Source: https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/tools/tool_registry.h"
#include "common/wire/message_fields.h"
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
  std::string json = "{}";          // an object, as its schema has it
  std::string picture_base64 = {};  // a picture beside it; empty: none
  bool failed = false;              // nothing, or not all, was done
  bool fits_schema = true;          // false: it says why there is no result of its tool's form
  bool picture_is_jpeg = false;     // else it is a PNG
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

  // Whether the client of this call can ask its person. False also where no request of the call
  // waits for its result.
  bool can_ask(int number) const;
  // Asks for consent to a call whose client can_ask(), in words that hide nothing. `question`: the
  // number that the answer has. A stateless client gets the question as the result of its request,
  // and the call has no request until that client sends it again with the answer.
  ServerStep ask(int number, const std::string& message, int& question);
  // The answer is no longer waited for. A stateless client that sends it later gets an error.
  ServerStep withdraw(int question);

 private:
  struct Batch {
    std::size_t open = 0;  // requests that are not answered yet
    std::vector<std::string> answers;
  };
  // What a request is answered by.
  struct Terms {
    const ProtocolVersion* version = nullptr;  // null: not initialized
    bool can_ask = false;
    int batch = 0;  // 0: of none
  };
  struct Pending {
    std::string id, key;  // empty: there is no request to answer
    std::optional<std::string> progress_token;
    Terms terms;
    std::string name, arguments;  // of a stateless client's call, as a repeated request has them
    int question = 0;             // the one that it is to be repeated with; 0: none
    std::string asked;            // that question's result
  };
  // A request whose parameters are an object.
  struct Request {
    const RpcMessage& message;
    MessageFields& params;
    Terms terms;
  };
  using Take = void (McpServer::*)(const Request&, ServerStep&);
  struct Method {
    std::string_view name;
    Take take;
    bool initialized, stateless;  // the versions that have it
  };
  static const Method kMethods[];

  void take_message(const RpcMessage& message, int batch, ServerStep& step);
  void request(const RpcMessage& message, int batch, ServerStep& step);
  void notified(const RpcMessage& message, ServerStep& step);
  void answered(const RpcMessage& message, ServerStep& step);
  // Sets the terms of a request that names its version. False: it was refused.
  bool read_terms(Request& request, ServerStep& step);
  void initialize(const Request& request, ServerStep& step);
  void discover(const Request& request, ServerStep& step);
  void ping(const Request& request, ServerStep& step);
  void listen(const Request& request, ServerStep& step);
  void list_tools(const Request& request, ServerStep& step);
  void call_tool(const Request& request, ServerStep& step);
  void repeat_call(const Request& request, const ToolCall& call, ServerStep& step);
  void cancel(const RpcMessage& message, ServerStep& step);
  // What is answered to a request of a batch waits for the others.
  void answer(std::string line, int batch, ServerStep& step);
  void succeed(const Request& request, std::string_view result, ServerStep& step);
  void fail(const Request& request, RpcCode code, std::string_view why, ServerStep& step);
  void settle(int batch, ServerStep& step);
  std::string info(const ProtocolVersion& version) const;
  // The result with what the version has in every one.
  std::string complete(JsonObject result, const ProtocolVersion& version,
                       std::string_view type = "complete") const;
  std::string result_of(const ToolAnswer& answer, const ProtocolVersion& version) const;

  const ServerFacts facts_;
  Terms initialized_;               // what `initialize` agreed on
  std::map<int, Pending> pending_;  // by number of the call
  std::map<int, Batch> batches_;
  std::set<int> questions_;  // that are not answered yet
  int calls_ = 0, asked_ = 0, batched_ = 0;
};
}  // namespace franz::mcp
