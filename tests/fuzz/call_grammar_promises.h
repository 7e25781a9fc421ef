#pragma once
// What the reader of calls promises for any text: for the fuzzer, and for the test of its corpus.
#include <string>
#include <string_view>

namespace franz {
// The first promise that does not hold for `text`, named; empty: all hold. Reading ends; each
// statement has its text and line, and a call unless one failed before it; a call reads back the
// same, but for integers beyond 63 bits, which become floats; a syntax error leaves no statement;
// complete_part() is a part.
std::string broken_call_grammar_promise(std::string_view text);
}  // namespace franz
