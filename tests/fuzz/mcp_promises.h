#pragma once
// What the MCP server promises for any lines: for the fuzzer, and for the test of its corpus.
#include <string>
#include <string_view>

namespace franz::mcp {
// The first promise that does not hold for a client that sends these lines, named; empty: all hold.
// Each line of the server's is one line of JSON that says jsonrpc 2.0, or a batch of such; calls
// are numbered upwards and have an object for arguments; each can end.
std::string broken_mcp_promise(std::string_view lines);
}  // namespace franz::mcp
