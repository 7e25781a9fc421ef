#pragma once
// The answer to GET /v1/models: {"object":"list","data":[{"id":"gemma-4-12b",…},…]}.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
// The ids in their order, at most 1000. `"data":null` (Ollama without a model) is an empty list;
// entries without an id are left out.
// Failure: "the list of models: expected …", with what stands there instead.
Result<std::vector<std::string>> parse_model_list(std::string_view body);
}  // namespace franz
