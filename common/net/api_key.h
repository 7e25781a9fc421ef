#pragma once
// The key of a model server, from the environment.
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// Whether `key`, the value of the environment variable `variable`, may appear in a request.
// Failure: it contains a line break or another control character; names the variable, never its
// value.
Status check_api_key(const std::string& variable, std::string_view key);

// The key in the variable that [model] api_key_env names. Nothing: no name is set, or the variable
// is unset or empty. Failure: as above.
Result<std::optional<std::string>> read_api_key(const std::string& variable);
}  // namespace franz
