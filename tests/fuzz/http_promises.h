#pragma once
// Promises of the relay's observer for any bytes; for the fuzzer and the test of its corpus.
#include <string>
#include <string_view>

namespace franz::proxy {
// Names the first broken promise; empty: all hold. `bytes`: the traffic of a connection, the
// client's and the server's in turn, separated by a byte 0x1E; if a reply comes first, it answers a
// GET. The division into events does not change what is reported. For complete replies, the
// reported bytes are those that passed. In the end nothing is open.
std::string broken_http_promise(std::string_view bytes);
}  // namespace franz::proxy
