#pragma once
// JSON-RPC 2.0 for the Model Context Protocol over standard input and output: one message per line.
// Source: https://www.jsonrpc.org/specification; MCP 2026-07-28, "Base Protocol".
//   {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{…}}     a request
//   {"jsonrpc":"2.0","method":"notifications/cancelled","params":{…}}   a notification
//   {"jsonrpc":"2.0","id":1,"result":{…}}  or  {…,"id":1,"error":{…}}   an answer to us
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace franz::mcp {
inline constexpr std::size_t kMaxLine = 4UL << 20U;  // bytes; far above any typed text
inline constexpr std::size_t kMaxBatch = 1000;       // messages

enum class RpcCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  server_busy = -32000,          // from the range for servers
  unsupported_version = -32022,  // MCP's own, since 2026-07-28
};

struct RpcMessage {
  enum class Kind {
    request,
    notification,
    answer,   // to a request of ours
    invalid,  // answered with the error `why` and `id`
  };
  Kind kind = Kind::invalid;
  std::string id = "null";  // the bytes of a string or number; "null": none
  std::string key;          // equal for all spellings of the same id; empty: no id
  std::string method;
  std::string params = "{}";          // the bytes of an object
  bool params_fit = true;             // false: they are not an object
  std::optional<std::string> result;  // the bytes of an answer's result; nothing: an error
  std::string why;
};

struct RpcLine {
  bool batch = false;                // an array
  std::vector<RpcMessage> messages;  // one, if the line is no array
  std::optional<std::string> fault;  // not JSON: answered with a parse error
};

// Accepts any bytes, in linear time.
RpcLine read_rpc_line(std::string_view line);

// `id`: a JSON token. `result`: an object.
std::string rpc_result(std::string_view id, std::string_view result);
// `data`: more about the error, a JSON value; empty: none.
std::string rpc_error(std::string_view id, RpcCode code, std::string_view message,
                      std::string_view data = {});
// `id` empty: a notification. `params`: an object.
std::string rpc_request(std::string_view id, std::string_view method, std::string_view params);
}  // namespace franz::mcp
