#pragma once
// A body of the Responses API against those that responses_request_body writes: its items' members,
// parts and the kind of each, and nothing that nobody expects.
#include <span>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"

namespace franz {
// As Api::departures.
std::vector<Departure> responses_departures(std::string_view body,
                                            std::span<const Message> expected);
}  // namespace franz
