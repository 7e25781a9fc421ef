#pragma once
// Pictures embedded in a text: data:image/png;base64,… (RFC 2397).
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// The prefix before a PNG's base64.
inline constexpr std::string_view kPngUri = "data:image/png;base64,";

// The base64 in the URI of a picture of any kind; nothing if it is not such a URI.
std::optional<std::string_view> picture_base64(std::string_view uri);

// The bytes of a picture from the JSON string token of its URI.
// Failure: "the picture: expected data:image/png;base64,…", or the error in its base64.
Result<std::string> picture_bytes(std::string_view uri_token);
}  // namespace franz
