#pragma once
// Extracts the JSON object of a reply without the text around it, for models that are sent only
// this part back (Holo's agents).
#include <string>
#include "common/wire/sent_form.h"

namespace franz {
// The token of the object in the text of `token`, without thoughts: from the first { that is
// followed by a quote or }, possibly after blanks, to its closing bracket, or to the end of the
// text without trailing blanks if it is not closed. Brackets inside its strings, with either kind
// of quotes, do not count. Without such a {: the whole text without thoughts. Linear time.
std::string json_object_in(const std::string& token);
inline constexpr SentForm kJsonObject{"json_object", json_object_in};
}  // namespace franz
