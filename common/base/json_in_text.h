#pragma once
// JSON values inside JSON texts. Some clients and models put every argument in quotes:
//   {"x":"100","verify":"true","modifiers":"[\"ctrl\"]"}
#include <optional>
#include <string>
#include <string_view>

namespace franz {
// The number, boolean, list or object in `text`, as JSON, without surrounding blanks. Python's True
// and False become true and false. Nothing if it is none of these.
std::optional<std::string> json_in_text(std::string_view text);

// `value` is JSON: an object, or the token of a text that contains one. A blank text means {}.
// Returns the object's JSON; nothing for any other value.
std::optional<std::string> object_in(std::string_view value);
}  // namespace franz
