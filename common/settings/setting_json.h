#pragma once
// The two settings that are JSON.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
// Checks `[model] extra`: one JSON object without duplicates and without members that an API
// reserves (kinds.h: messages, stream, …), because settings never change which data is sent where.
// Failure: the end of a sentence, "is not …".
Status check_request_fields(std::string_view text);

// Reads a JSON list of texts. Failure: the end of a sentence, "is not …".
Result<std::vector<std::string>> read_text_list(std::string_view text);
}  // namespace franz
