#pragma once

namespace franz::mcp {
// The whole program `mcp_server`. Returns the exit code.
int run_mcp_app(int argument_count, const char* const* arguments);
}  // namespace franz::mcp
