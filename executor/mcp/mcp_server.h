#pragma once
// The server's side of the Model Context Protocol, without streams, threads and clocks. Input:
// lines from the client and finished calls. Output: lines to the client and calls to begin.
//
// A request that has `params._meta["io.modelcontextprotocol/protocolVersion"]` is answered in that
// version; all others in the version that `initialize` agreed on. A client may send both kinds.
// Source: https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning.
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
// A call of a tool that exists and is enabled.
struct ToolCall {
  int number = 0;    // ours, from 1; a client may reuse ids
  std::string id;    // the client's, a JSON value
  std::string name;  // of the tool
  // The bytes of a JSON object, or of a string that contains one (object_in()), as some clients
  // send.
  std::string arguments;
};

// The answer of a tool.
struct ToolAnswer {
  std::string json = "{}";          // an object that matches the tool's schema
  std::string picture_base64 = {};  // an additional picture; empty: none
  bool failed = false;              // nothing, or not everything, was done
  bool fits_schema = true;          // false: `json` says why there is no regular result
  bool picture_is_jpeg = false;     // else it is a PNG
};

// The answer to a question to the person at the client.
enum class ClientConsent { accepted, declined };
struct ClientAnswer {
  int question = 0;
  ClientConsent consent = ClientConsent::declined;
};

// What the caller must do after a step, in this order.
struct ServerStep {
  std::vector<std::string> lines;     // send to the client, each without its newline
  std::vector<ToolCall> calls;        // begin, one after another
  std::vector<int> cancelled;         // numbers of calls to stop
  std::vector<ClientAnswer> answers;  // to our questions
};

struct ServerFacts {
  std::string version;       // of the program
  Toolset tools;             // the enabled tools
  std::string instructions;  // for the client's model
};

class McpServer {
 public:
  explicit McpServer(ServerFacts facts) : facts_(std::move(facts)) {}

  // Handles a line from the client, without its newline: any bytes. A blank line is ignored.
  ServerStep take(std::string_view line);

  // The call is finished. A call that the client has cancelled gets no answer.
  ServerStep over(int number, const ToolAnswer& answer);
  // Reports progress of a call, if the client asked for it. one that is not larger than the last is
  // left out; `all`: when it is finished, nothing: unknown.
  ServerStep progress(int number, double done, std::optional<double> all,
                      const std::string& message);

  // Whether the client of this call can ask its person. Also false if no request waits for the
  // call's result.
  bool can_ask(int number) const;
  // Asks for consent to a call whose client can_ask(), without hiding anything. `question` is set
  // to the number that the answer will have. A stateless client gets the question as the result of
  // its request, and the call has no request until the client sends it again with the answer.
  ServerStep ask(int number, const std::string& message, int& question);
  // The question is closed. A stateless client that answers it later gets an error.
  ServerStep withdraw(int question);

 private:
  struct Batch {
    std::size_t open = 0;  // unanswered requests
    std::vector<std::string> answers;
  };
  // How a request is answered.
  struct Terms {
    const ProtocolVersion* version = nullptr;  // null: not initialized
    bool can_ask = false;
    int batch = 0;  // 0: none
  };
  struct Pending {
    std::string id, key;  // empty: no request waits
    std::optional<std::string> progress_token;
    Terms terms;
    std::string name, arguments;  // for comparing a stateless client's repeated request
    int question = 0;             // the question that the repeated request must name; 0: none
    std::string asked;            // the result that contains the question
    double progress = -1;         // the last one that was reported
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
    bool initialized, stateless;  // the kinds of versions that have it
  };
  static const Method kMethods[];

  void take_message(const RpcMessage& message, int batch, ServerStep& step);
  void request(const RpcMessage& message, int batch, ServerStep& step);
  void notified(const RpcMessage& message, ServerStep& step);
  void answered(const RpcMessage& message, ServerStep& step);
  // Sets the terms of a request that names its version. False: the request was refused.
  bool read_terms(Request& request, ServerStep& step);
  void initialize(const Request& request, ServerStep& step);
  void discover(const Request& request, ServerStep& step);
  void ping(const Request& request, ServerStep& step);
  void listen(const Request& request, ServerStep& step);
  void list_tools(const Request& request, ServerStep& step);
  void call_tool(const Request& request, ServerStep& step);
  void repeat_call(const Request& request, const ToolCall& call, ServerStep& step);
  void cancel(const RpcMessage& message, ServerStep& step);
  // An answer to a request of a batch is held back until the batch is complete.
  void answer(std::string line, int batch, ServerStep& step);
  void succeed(const Request& request, std::string_view result, ServerStep& step);
  void fail(const Request& request, RpcCode code, std::string_view why, ServerStep& step);
  void settle(int batch, ServerStep& step);
  std::string info(const ProtocolVersion& version) const;
  // Adds the members that the version requires in every result.
  std::string complete(JsonObject result, const ProtocolVersion& version,
                       std::string_view type = "complete") const;
  std::string result_of(const ToolAnswer& answer, const ProtocolVersion& version) const;

  const ServerFacts facts_;
  Terms initialized_;               // what `initialize` agreed on
  std::map<int, Pending> pending_;  // by call number
  std::map<int, Batch> batches_;
  std::set<int> questions_;  // open questions
  int calls_ = 0, asked_ = 0, batched_ = 0;
};
}  // namespace franz::mcp
