#pragma once
// What surrounds the message in a reply's text, as local models and their servers produce it. It is
// skipped in reading and named in the record. The text that is kept and sent again is not changed.
#include <string>
#include <vector>
#include "common/wire/reply.h"

namespace franz::executor {
// Each at most once, in this order:
//   "byte_order_mark"  U+FEFF at the start
//   "thoughts"         a thought in the text (base/thoughts.h)
//   "crlf"             line ends of Windows
std::vector<std::string> passed_over_in(const Reply& reply);
}  // namespace franz::executor
