#pragma once
// The JSON object that a reply is, without what stands around it, for models that are sent back
// nothing but that (Holo's agents).
#include <string>
#include "common/wire/sent_form.h"

namespace franz {
// The token of the object in the text of `token`, without thoughts: from the first { that a quote
// or } follows, blanks between them or not, to the bracket that closes it, or to the end of the
// text without blanks where none does. Brackets in its texts, in either quotes, do not count. Where
// there is no such {: the whole text without thoughts. Linear time.
std::string json_object_in(const std::string& token);
inline constexpr SentForm kJsonObject{"json_object", json_object_in};
}  // namespace franz
