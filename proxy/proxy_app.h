#pragma once

namespace franz::proxy {
// The proxy program. Exit code: 0 done, 2 wrong usage or settings, 3 could not start, or the code
// of the orchestrator's `finished` event.
int run_proxy_app(int argument_count, const char* const* arguments);
}  // namespace franz::proxy
