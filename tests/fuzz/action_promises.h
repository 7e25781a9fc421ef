#pragma once
// Promises of the reader of single actions for any reply; for the fuzzer and the tests.
#include <string>
#include <string_view>

namespace franz::executor {
// Names the first broken promise for a reply of these bytes; empty: all hold. There is at most one
// item, and none only if the run ends. A reply with a complaint has an error and performs nothing;
// a reply without has neither. A call reads back the same, with its place in the picture.
// Complaints are few, short lines of UTF-8.
std::string broken_action_promise(std::string_view text);
}  // namespace franz::executor
