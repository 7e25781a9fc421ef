#pragma once
// What messages and files promise for any text: for the fuzzer, and for the test of its corpus.
#include <string>
#include <string_view>

namespace franz {
// The first promise that does not hold for `text`, named; empty: all hold. Each reader of a message
// between the programs, and of a file of a run, ends; what it took is written and read again as the
// same.
std::string broken_message_promise(std::string_view text);
}  // namespace franz
