#pragma once
// What every dialect promises for any reply: for the fuzzer, and for the test of its corpus.
#include <string>
#include <string_view>
#include "common/formats/dialect.h"

namespace franz::executor {
// The bytes that stand before each tool call of a reply, and between its name and its arguments.
inline constexpr char kCallMark = '\x1E', kArgumentsMark = '\x1F';

// The first promise of the dialect `name` that does not hold for a reply of these bytes, named;
// empty: all hold. `bytes`: the text, then each call as kCallMark, name, kArgumentsMark, arguments.
// Reading ends; places are in 0..1000, or numbers at least where the model writes our own calls; a
// call reads back the same; a malformed item has its reason, or an item before it has; complaints
// and forms are lines of UTF-8; so is the feedback, whatever became of the items; an answer belongs
// to a call of the reply, and no call has two; feedback and answers are of bounded size, whatever
// the size of the reply. A text in the marks of a thought (base/thoughts.h) performs nothing, and
// the same text after it performs what it performs alone. A reply that was cut ends no run, and
// where a text ends it, it is the second in a row and holds no call. A call with an argument that
// no dialect knows does not act.
std::string broken_dialect_promise(std::string_view name, std::string_view bytes);

// Of these, the first that a reading breaks by itself. `anywhere`: places are numbers at least.
std::string broken_reading(const Reading& reading, bool anywhere);
}  // namespace franz::executor
