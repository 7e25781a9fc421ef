#pragma once
// Compares a body of the Responses API with what responses_request_body writes: members of items,
// parts and their kinds, and no unexpected members.
#include <span>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"

namespace franz {
// See Api::departures.
std::vector<Departure> responses_departures(std::string_view body,
                                            std::span<const Message> expected);
}  // namespace franz
