#pragma once
// JSON values inside JSON texts. Some clients and models put every argument in quotes:
//   {"x":"100","verify":"true","modifiers":"[\"ctrl\"]"}
#include <optional>
#include <string>
#include <string_view>

namespace franz {
// The number, boolean, list or object that `text` holds, as JSON, without the blanks around it;
// Python's True and False are true and false. Nothing: it holds none of these.
std::optional<std::string> json_in_text(std::string_view text);

// `value` is JSON: an object, or the token of a text that holds one or is blank, which means
// {}. The object's JSON; nothing: it is another value.
std::optional<std::string> object_in(std::string_view value);
}  // namespace franz
