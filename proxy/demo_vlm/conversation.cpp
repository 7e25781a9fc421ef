#include "proxy/demo_vlm/conversation.h"
#include "common/base/json_string.h"

namespace franz::demo_vlm {
namespace {
Exchange exchange_of(const RequestView::Message& message) {
  Exchange exchange{joined_texts(message, "\n")};
  for (const SentPart& part : message.parts) {
    if (part.kind != franz::Part::Kind::call) continue;
    const bool is_text = part.token.starts_with('"');
    exchange.calls.push_back({decode_json_string(part.name),
                              is_text ? decode_json_string(part.token) : std::string(part.token),
                              ""});
  }
  return exchange;
}
}  // namespace

std::string joined_texts(const RequestView::Message& message, std::string_view between,
                         bool answers) {
  std::string joined;
  for (const SentPart& part : message.parts) {
    if (part.kind != franz::Part::Kind::text &&
        !(answers && part.kind == franz::Part::Kind::answer))
      continue;
    if (!joined.empty()) joined += between;
    joined += decode_json_string(part.token);
  }
  return joined;
}

Conversation read_conversation(const RequestView& request) {
  Conversation conversation;
  conversation.tools = request.tool_names;
  if (conversation.tools.empty()) return {};
  std::vector<std::string_view> ids;  // of the last reply's calls
  for (const RequestView::Message& message : request.messages) {
    std::vector<Exchange>& exchanges = conversation.exchanges;
    if (message.role == "assistant") {
      exchanges.push_back(exchange_of(message));
      ids.clear();
      for (const SentPart& part : message.parts)
        if (part.kind == franz::Part::Kind::call) ids.push_back(part.id);
    } else if (message.role == "user") {
      std::string& told = exchanges.empty() ? conversation.task : exchanges.back().told;
      told += (told.empty() ? "" : "\n") + joined_texts(message, "\n");
    } else if (message.role == "tool" && !exchanges.empty()) {
      for (const SentPart& part : message.parts)
        for (std::size_t i = 0; i < ids.size(); ++i)
          if (ids[i] == part.id && part.kind == franz::Part::Kind::answer)
            exchanges.back().calls[i].answer = decode_json_string(part.token);
    }
  }
  return conversation;
}
}  // namespace franz::demo_vlm
