#pragma once
// What the relay's observer promises for any bytes: for the fuzzer, and for the test of its corpus.
#include <string>
#include <string_view>

namespace franz::proxy {
// The first promise that does not hold, named; empty: all hold. `bytes`: what passes on one
// connection, the client's and the server's in turn, with a byte 0x1E between them; what begins as
// a reply is one to a GET. How they are cut into events changes nothing of what is told; where
// replies are whole, the bytes told are those that passed; in the end nothing is open.
std::string broken_http_promise(std::string_view bytes);
}  // namespace franz::proxy
