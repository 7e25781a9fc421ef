#pragma once
// What a reply's text has around what it says, as local models and their servers leave it: it is
// passed over in reading, and named in the record. What is kept and sent again is never changed.
#include <string>
#include <vector>
#include "common/wire/reply.h"

namespace franz::executor {
// In this order, each once:
//   "byte_order_mark"  U+FEFF in front
//   "thoughts"         a thought in the text (base/thoughts.h)
//   "crlf"             line ends of Windows
std::vector<std::string> passed_over_in(const Reply& reply);
}  // namespace franz::executor
