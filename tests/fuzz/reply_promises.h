#pragma once
// Promises of the readers of servers' answers for any bytes; for the fuzzer and the test of its
// corpus.
#include <string>
#include <string_view>

namespace franz {
// Names the first broken promise; empty: all hold. If the bytes begin with an HTTP head, only the
// part after it is used. The division into pieces does not change what is read, as a stream or as
// one body, of an error or a reply. Intermediate texts are UTF-8 or WTF-8, and the result contains
// only what JSON strings may contain.
std::string broken_chat_reply_promise(std::string_view bytes);
std::string broken_responses_reply_promise(std::string_view bytes);

// The same for the events of a stream.
std::string broken_sse_promise(std::string_view bytes);
}  // namespace franz
