#pragma once
// How the demo model's replies are written, a row for each API that it is asked by.
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
}  // namespace franz::demo_vlm
