#pragma once
// Promises of the MCP server for any lines; for the fuzzer and the test of its corpus.
#include <string>
#include <string_view>

namespace franz::mcp {
// Names the first broken promise for a client that sends these lines; empty: all hold. Each line of
// the server is one line of JSON that contains jsonrpc 2.0, or a batch of them. Calls have
// increasing numbers and an object as arguments. Each call can end.
std::string broken_mcp_promise(std::string_view lines);
}  // namespace franz::mcp
