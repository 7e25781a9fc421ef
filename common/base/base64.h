#pragma once
// Source: RFC 4648 §4, the standard alphabet with padding, no line breaks.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
std::string base64_encode(std::string_view bytes);

// Failure: a length that is no multiple of four, a character outside the alphabet (white space
// too), padding elsewhere than at the end, or bits set that the padding leaves over.
Result<std::string> base64_decode(std::string_view text);
}  // namespace franz
