#pragma once
// What the reader of single actions promises for any reply: for the fuzzer, and for the tests.
#include <string>
#include <string_view>

namespace franz::executor {
// The first promise that does not hold for a reply of these bytes, named; empty: all hold. There is
// one item at most, and none only where the run is over; a reply with a complaint has an error and
// nothing that is performed, one without has neither; a call reads back the same, with its place in
// the picture; complaints are few, short lines of UTF-8.
std::string broken_action_promise(std::string_view text);
}  // namespace franz::executor
