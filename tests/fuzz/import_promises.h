#pragma once
// Promises of the reader of imported trajectories for any bytes; for the fuzzer and the test of its
// corpus.
#include <string>
#include <string_view>

namespace franz::proxy {
// Names the first broken promise; empty: all hold. An accepted trajectory has turns in order, each
// a record that our reader accepts, `unwitnessed`, and only pictures inside its folder.
std::string broken_atif_promise(std::string_view text);
}  // namespace franz::proxy
