#pragma once
// What the reader of JSON promises for any bytes: for the fuzzer, and for the tests.
#include <string>
#include <string_view>

namespace franz {
// The first promise that does not hold for `text`, named; empty: all hold. Reading never throws,
// takes a text exactly if nlohmann/json takes it (but for wrong UTF-8 and lone surrogates, which it
// refuses and we replace), means the same by it, and finds each value by its pointer. What is read
// once more after compact() is the same again.
std::string broken_promise(std::string_view text);
}  // namespace franz
