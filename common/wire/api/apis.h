#pragma once
// The APIs that there are.
#include <span>
#include <string_view>
#include "common/settings/settings.h"
#include "common/wire/api/api.h"

namespace franz {
std::span<const Api> all_apis();
// Null if there is no API of that name. The entry lives as long as the program.
const Api* find_api(std::string_view name);
// The API whose path a request's target ends with, whatever is before it and whatever its
// query. Null: none, and it is no request to a model.
const Api* find_api_at(std::string_view target);

// What the settings say of a request to a model. Token counts are asked for.
RequestParameters request_parameters(const ModelSettings& settings);
}  // namespace franz
