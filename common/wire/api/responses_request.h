#pragma once
// Writes and reads the body of POST /v1/responses:
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
// A part that is a call is sent as one of these items if its token is an object. The answer to such
// a call is in a message with its picture: the token is the list of acknowledged checks, omitted if
// empty, and the name is the picture's "detail", omitted if there is none. The API has no "seed";
// [model] extra may send one. "detail", and "type" in the assistant's own messages, are optional in
// the API, but vLLM and llama-server require them.
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/api/request.h"

namespace franz {
// Tokens are inserted byte for byte. Nothing is stored on the server. `tools`: a JSON list; empty:
// no tools.
std::string responses_request_body(const RequestParameters& parameters,
                                   std::span<const Message> messages, std::string_view tools,
                                   const PictureSource& pictures);

// [{"type":"function","name":"…","description":"…","parameters":{…},"strict":false}]. Strict
// schemas allow no optional parameters, and servers default to strict.
std::string responses_tools(std::span<const FunctionTool> tools);

// "tools" and "tool_choice": the model may call one or none.
ExtraMembers responses_tool_members(std::string_view tools);

// A computer call is also read, and so are the reasoning items directly before it. Calls follow the
// assistant's message, and an answer is a message with the role "tool". Items of other kinds are
// skipped. Failure: not one JSON object, or "/input: expected a text or a list of 1 to 10000 items
// with a message".
Result<RequestView> read_responses_request(std::string_view body);
}  // namespace franz
