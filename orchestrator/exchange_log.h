#pragma once
// The exchange log: requests to the model and its answers, for people.
//   ==== (80 of them)
//   REQUEST TO MODEL:
//   ====
//   {
//     "model": "…",
// Pictures are shortened (base/readable_json.h). Pure.
#include <string>
#include <string_view>
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"

namespace franz::orchestrator {
// Both end with an empty line.
std::string logged_request(std::string_view body);

// The body as received; of a stream, the assembled reply. If the answer is not whole, the first
// line says why.
std::string logged_response(const Api& api, const ModelAnswer& answer);
}  // namespace franz::orchestrator
