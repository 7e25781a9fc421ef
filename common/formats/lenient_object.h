#pragma once
// JSON as models write it where they do not quite.
#include <optional>
#include <string_view>
#include <vector>
#include "common/formats/literal.h"

namespace franz {
// The value that `text` begins with; what stands behind it is passed over. Literals of Python count
// ("python_literals"), and so does JSON whose brackets at the end are missing ("unclosed_json"):
// these codes are added to `forms`. Nothing: it is neither. Linear time.
std::optional<Literal> read_object(std::string_view text, std::vector<std::string_view>& forms);
}  // namespace franz
