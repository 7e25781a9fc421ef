#pragma once
// What the readers of servers' answers promise for any bytes: for the fuzzer, and for the test of
// its corpus.
#include <string>
#include <string_view>

namespace franz {
// The first promise that does not hold, named; empty: all hold. Of bytes that begin as an HTTP
// reply, what is behind its head. How they are cut changes nothing of what is read, whether as a
// stream or as one body, of an error or a reply; texts shown on the way are UTF-8 or WTF-8, and
// what was read is what JSON strings may hold.
std::string broken_chat_reply_promise(std::string_view bytes);
std::string broken_responses_reply_promise(std::string_view bytes);

// Likewise of the events of a stream.
std::string broken_sse_promise(std::string_view bytes);
}  // namespace franz
