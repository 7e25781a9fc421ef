#pragma once
// The list of APIs.
#include <span>
#include <string_view>
#include "common/settings/settings.h"
#include "common/wire/api/api.h"

namespace franz {
std::span<const Api> all_apis();
// Null if there is no API with that name. The entry lives as long as the program.
const Api* find_api(std::string_view name);
// The API whose path the request target ends with, ignoring any prefix and query. Null: none, so it
// is not a request to a model.
const Api* find_api_at(std::string_view target);

// The parameters of a model request according to the settings. Asks for token counts.
RequestParameters request_parameters(const ModelSettings& settings);
}  // namespace franz
