#pragma once
// Promises of messages and files for any text; for the fuzzer and the test of its corpus.
#include <string>
#include <string_view>

namespace franz {
// Names the first broken promise for `text`; empty: all hold. Each reader of a message between the
// programs, and of a file of a run, ends. What it accepted is the same after writing and reading it
// again.
std::string broken_message_promise(std::string_view text);
}  // namespace franz
