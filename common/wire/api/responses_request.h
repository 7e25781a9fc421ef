#pragma once
// The body of POST /v1/responses, written and read:
//   {"model":"…","temperature":0.7,"top_p":0.9,"max_output_tokens":900,"store":false,…extra…,
//    "stream":true,"input":[
//     {"role":"system","content":[{"type":"input_text","text":<token>}]},
//     {"role":"user","content":[{"type":"input_text","text":<token>},
//       {"type":"input_image","image_url":"data:image/png;base64,…","detail":"auto"}]},
//     {"type":"message","role":"assistant","content":[{"type":"output_text","text":<token>}]},
//     {"type":"function_call","call_id":<token>,"name":<token>,"arguments":<token>},
//     {"type":"function_call_output","call_id":<token>,"output":<token>},
//     …the items of a computer call as they came (computer_call.h)…,
//     {"type":"computer_call_output","call_id":<token>,"output":{"type":"computer_screenshot",
//      "image_url":"data:image/png;base64,…","detail":"original"},
//      "acknowledged_safety_checks":[…]}]}
// A part that is a call is one of these items where its token is an object; the answer to one
// stands in a message with its picture: the token is the list of the checks that were agreed to,
// left out where it is empty, and the name the picture's "detail", left out where there is none.
// The API has no "seed"; [model] extra may send one. "detail", and "type" of the assistant's own
// messages, are optional in the API, but vLLM and llama-server refuse what has them not.
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/api/request.h"

namespace franz {
// Tokens are spliced in byte for byte. Nothing is stored on the server. `tools`: a JSON list;
// empty: none are told.
std::string responses_request_body(const RequestParameters& parameters,
                                   std::span<const Message> messages, std::string_view tools,
                                   const PictureSource& pictures);

// [{"type":"function","name":"…","description":"…","parameters":{…},"strict":false}]; strict
// schemas allow no optional parameter, and strict is what a server takes where nothing is said.
std::string responses_tools(std::span<const FunctionTool> tools);

// "tools", and "tool_choice": the model is free to call one or none.
ExtraMembers responses_tool_members(std::string_view tools);

// A computer call is read likewise, and so are reasoning items right in front of it.
// A message of the assistant's own has the calls behind it, an answer is a message of the role
// "tool". Items of other kinds are passed over.
// Failure: not one JSON object, or "/input: expected a text or a list of 1 to 10000 items with a
// message".
Result<RequestView> read_responses_request(std::string_view body);
}  // namespace franz
