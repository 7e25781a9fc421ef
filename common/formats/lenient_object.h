#pragma once
// Reads JSON with the errors that models make.
#include <optional>
#include <string_view>
#include <vector>
#include "common/formats/literal.h"

namespace franz {
// The value at the beginning of `text`; anything after it is skipped. Accepts Python literals
// ("python_literals") and JSON without its final brackets ("unclosed_json"), and adds these codes
// to `forms`. Nothing: neither. Linear time.
std::optional<Literal> read_object(std::string_view text, std::vector<std::string_view>& forms);
}  // namespace franz
