#pragma once
// Source: RFC 4648 §4, the standard alphabet with padding, no line breaks.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
std::string base64_encode(std::string_view bytes);

// Failure: the length is not a multiple of four, a character is outside the alphabet (white space
// included), padding is not at the end, or unused bits are set.
Result<std::string> base64_decode(std::string_view text);
}  // namespace franz
