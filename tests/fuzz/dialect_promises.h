#pragma once
// Promises of every dialect for any reply; for the fuzzer and the test of its corpus.
#include <string>
#include <string_view>
#include "common/formats/dialect.h"

namespace franz::executor {
// The bytes before each tool call of a reply, and between its name and its arguments.
inline constexpr char kCallMark = '\x1E', kArgumentsMark = '\x1F';

// Names the first broken promise of the dialect `name` for a reply of these bytes; empty: all hold.
// `bytes`: the text, then each call as kCallMark, name, kArgumentsMark, arguments.
// Reading ends. Places are in 0..1000, or at least numbers where the model writes our own calls. A
// call reads back the same. A malformed item has a reason, or an item before it has one.
// Complaints, forms and feedback are UTF-8, for any outcomes of the items. An answer belongs to a
// call of the reply, and no call has two. The size of feedback and answers is bounded for replies
// of any size. A text in the marks of a thought (base/thoughts.h) performs nothing, and the same
// text after it performs the same as alone. A reply that was cut off ends no run; a text that ends
// it is the second one in a row and contains no call. A call with an argument that no dialect knows
// is not performed.
std::string broken_dialect_promise(std::string_view name, std::string_view bytes);

// Names the first promise that a reading alone breaks. `anywhere`: places are any numbers.
std::string broken_reading(const Reading& reading, bool anywhere);
}  // namespace franz::executor
