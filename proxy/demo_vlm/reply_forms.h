#pragma once
// How the demo model's replies are written, an entry for each API.
#include <string>
#include <vector>
#include "common/wire/api/api.h"
#include "proxy/demo_vlm/outgoing.h"

namespace franz::demo_vlm {
struct ReplyForm {
  std::string_view api;        // Api::name
  std::string_view id_prefix;  // of a reply's id
  std::vector<std::string> (*stream_events)(const Outgoing& reply);
  std::string (*whole_body)(const Outgoing& reply);
};

// Null: the demo model does not answer there.
const ReplyForm* find_reply_form(const Api& api);

// ---- As the Responses API has it; the form is that of common/wire/api/responses_reply.h.
// Server-sent events, each with its empty line, in order: the response is created; the reasoning,
// the message and each call as an item that is added, sent in pieces and done; then the whole
// response. Or it fails, or nothing follows where it is cut.
std::vector<std::string> responses_stream_events(const Outgoing& reply);

// The body of its reply that is not streamed.
std::string responses_whole_body(const Outgoing& reply);
}  // namespace franz::demo_vlm
