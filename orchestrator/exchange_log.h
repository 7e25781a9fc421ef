#pragma once
// The exchange log: what was sent to the model and what it answered, as people read it.
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

// The body as it came; of a stream, the reply that its events add up to. Where no whole answer
// came, a line tells why, above what did.
std::string logged_response(const Api& api, const ModelAnswer& answer);
}  // namespace franz::orchestrator
