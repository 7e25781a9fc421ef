#pragma once
// JSON-RPC 2.0 as the Model Context Protocol speaks it over standard input and output: a message a
// line. Source: https://www.jsonrpc.org/specification; MCP 2026-07-28, "Base Protocol".
//   {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{…}}     a request
//   {"jsonrpc":"2.0","method":"notifications/cancelled","params":{…}}   a notification
//   {"jsonrpc":"2.0","id":1,"result":{…}}  or  {…,"id":1,"error":{…}}   an answer to us
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace franz::mcp {
inline constexpr std::size_t kMaxLine = 4UL << 20U;  // bytes; far above any text that is typed
inline constexpr std::size_t kMaxBatch = 1000;       // messages

enum class RpcCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  server_busy = -32000,          // of those that are left to servers
  unsupported_version = -32022,  // MCP's own, since 2026-07-28
};

struct RpcMessage {
  enum class Kind {
    request,
    notification,
    answer,   // to a request of ours
    invalid,  // `why`, which is due to its sender under `id`
  };
  Kind kind = Kind::invalid;
  std::string id = "null";  // a string or number as its bytes came; "null": there is none
  std::string key;          // the same for every way to write an id; empty: there is none
  std::string method;
  std::string params = "{}";          // the bytes of an object
  bool params_fit = true;             // false: they are no object
  std::optional<std::string> result;  // of an answer, the bytes; nothing: it is an error
  std::string why;
};

struct RpcLine {
  bool batch = false;                // an array
  std::vector<RpcMessage> messages;  // of a line that is no array: one
  std::optional<std::string> fault;  // no JSON at all: a parse error is due
};

// Any bytes; linear time.
RpcLine read_rpc_line(std::string_view line);

// `id`: a token. `result`: an object.
std::string rpc_result(std::string_view id, std::string_view result);
// `data`: more about the error, a JSON value; empty: there is no more.
std::string rpc_error(std::string_view id, RpcCode code, std::string_view message,
                      std::string_view data = {});
// `id` empty: a notification. `params`: an object.
std::string rpc_request(std::string_view id, std::string_view method, std::string_view params);
}  // namespace franz::mcp
