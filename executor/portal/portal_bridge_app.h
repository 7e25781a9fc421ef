#pragma once

namespace franz::executor {
// Runs the bridge; with the only argument --offers it prints what the desktop offers instead, one
// line for people, and the exit code 1 says that something is missing.
int run_portal_bridge_app(int argument_count, const char* const* arguments);
}  // namespace franz::executor
