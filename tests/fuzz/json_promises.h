#pragma once
// Promises of the JSON reader for any bytes; for the fuzzer and the tests.
#include <string>
#include <string_view>

namespace franz {
// Names the first broken promise for `text`; empty: all hold. Reading never throws. It accepts a
// text exactly if nlohmann/json does, except invalid UTF-8 and lone surrogates, which that refuses
// and we replace. It gives the same values, and finds each by its pointer. The output of compact()
// reads back the same.
std::string broken_promise(std::string_view text);
}  // namespace franz
