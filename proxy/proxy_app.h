#pragma once

namespace franz::proxy {
// The proxy program. Exit code: 0 done, or that of the orchestrator's `finished` event, 2 usage or
// settings, 3 it could not start.
int run_proxy_app(int argument_count, const char* const* arguments);
}  // namespace franz::proxy
