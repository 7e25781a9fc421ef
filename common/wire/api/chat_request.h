#pragma once
// Writes and reads the body of POST /v1/chat/completions:
//   {"model":"…","temperature":0.7,"top_p":0.9,"max_tokens":900,"stream":true,
//    "stream_options":{"include_usage":true},"seed":7,…extra…,"messages":[
//     {"role":"system","content":<token>},
//     {"role":"user","content":[{"type":"text","text":<token>}]},
//     {"role":"user","content":[{"type":"text","text":<token>},
//       {"type":"image_url","image_url":{"url":"data:image/png;base64,…"}}]}]}
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/api/request.h"

namespace franz {
// Tokens are inserted byte for byte. Calls become the message's "tool_calls"; a message with an
// answer becomes that answer. `tools`: a JSON list; empty: no tools.
std::string chat_request_body(const RequestParameters& parameters,
                              std::span<const Message> messages, std::string_view tools,
                              const PictureSource& pictures);

// [{"type":"function","function":{"name":"…","description":"…","parameters":{…}}}]
std::string chat_tools(std::span<const FunctionTool> tools);

// "tools" and "tool_choice": the model may call one or none.
ExtraMembers chat_tool_members(std::string_view tools);

// The form of such a message: its members in order, and whether its content is a single text
// instead of a list of parts.
struct ChatForm {
  std::string_view members;
  bool plain_content = false;
};
ChatForm chat_form(const Message& message);

// Failure: not one JSON object, or "/messages: expected a list of 1 to 10000 messages".
Result<RequestView> read_chat_request(std::string_view body);
}  // namespace franz
