#pragma once
// A completed turn as a memory receives it, as JSON: in state.json, and in the file of a lost turn.
//   {"turn":7,"reply":<token>,"calls":[…],"items":[…],"answers":[{"id":<token>,"text":<token>,
//    "picture":false}],"feedback":"…","note":null,"picture":null|"<SHA-256 of the PNG>"}
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/memory/memory.h"

namespace franz {
// Model text is written unchanged.
std::string to_json(const Step& step);
// Failure: names the wrong member.
Result<Step> parse_step(std::string_view json);
}  // namespace franz
