#pragma once
// Promises of the reader of calls for any text; for the fuzzer and the test of its corpus.
#include <string>
#include <string_view>

namespace franz {
// Names the first broken promise for `text`; empty: all hold. Reading ends. Each statement has its
// text and line, and a call unless an earlier one failed. A call reads back the same, except
// integers beyond 63 bits, which become floats. A syntax error leaves no statement. complete_part()
// returns a part.
std::string broken_call_grammar_promise(std::string_view text);
}  // namespace franz
