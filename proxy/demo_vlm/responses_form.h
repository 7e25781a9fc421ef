#pragma once
// A reply as the Responses API has it; its form is that of common/wire/api/responses_reply.h.
#include <string>
#include <vector>
#include "proxy/demo_vlm/outgoing.h"

namespace franz::demo_vlm {
// Server-sent events, each with its empty line, in order: the response is created; the reasoning,
// the message and each call as an item that is added, told in pieces and done; then the whole
// response. Or it fails, or nothing follows where it is cut.
std::vector<std::string> responses_stream_events(const Outgoing& reply);

// The body of its reply that is not streamed.
std::string responses_whole_body(const Outgoing& reply);
}  // namespace franz::demo_vlm
