#pragma once
// A body of the chat API against those that chat_request_body writes: its messages' members, parts
// and the kind of each, and nothing that nobody expects.
#include <span>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"

namespace franz {
// As Api::departures.
std::vector<Departure> chat_departures(std::string_view body, std::span<const Message> expected);
}  // namespace franz
