#pragma once
// Promises of the reader of step plans for any reply; for the fuzzer and the tests.
#include <string>
#include <string_view>

namespace franz::executor {
// Names the first broken promise for a reply of these bytes; empty: all hold. A malformed reply has
// neither items nor `done`; a reply with neither has a complaint. Each item is a call that reads
// back the same, with its places in the picture, or has an error. Complaints are few, short lines
// of UTF-8.
std::string broken_steps_promise(std::string_view text);
}  // namespace franz::executor
