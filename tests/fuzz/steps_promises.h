#pragma once
// What the reader of step plans promises for any reply: for the fuzzer, and for the tests.
#include <string>
#include <string_view>

namespace franz::executor {
// The first promise that does not hold for a reply of these bytes, named; empty: all hold. A reply
// that is malformed has neither items nor `done`; what has neither is complained of; each item is a
// call that reads back the same, with its places in the picture, or has an error; complaints are
// few, short lines of UTF-8.
std::string broken_steps_promise(std::string_view text);
}  // namespace franz::executor
