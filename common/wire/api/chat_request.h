#pragma once
// The body of POST /v1/chat/completions, written and read:
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
// Tokens are spliced in byte for byte. A message with calls has them as its "tool_calls", one with
// an answer is that answer. `tools`: a JSON list; empty: none are told.
std::string chat_request_body(const RequestParameters& parameters,
                              std::span<const Message> messages, std::string_view tools,
                              const PictureSource& pictures);

// [{"type":"function","function":{"name":"…","description":"…","parameters":{…}}}]
std::string chat_tools(std::span<const FunctionTool> tools);

// "tools", and "tool_choice": the model is free to call one or none.
ExtraMembers chat_tool_members(std::string_view tools);

// How such a message is written: its members in their order, and whether its content is one text
// instead of a list of parts.
struct ChatForm {
  std::string_view members;
  bool plain_content = false;
};
ChatForm chat_form(const Message& message);

// Failure: not one JSON object, or "/messages: expected a list of 1 to 10000 messages".
Result<RequestView> read_chat_request(std::string_view body);
}  // namespace franz
