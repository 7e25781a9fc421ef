#pragma once
// The two settings that are JSON.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
// For `[model] extra`: one JSON object without duplicates, none of whose names an API reserves
// (kinds.h: messages, stream, …), for settings never change what is sent where. Failure: the end of
// a sentence, "is not …".
Status check_request_fields(std::string_view text);

// A JSON list of texts. Failure: it is none.
Result<std::vector<std::string>> read_text_list(std::string_view text);
}  // namespace franz
