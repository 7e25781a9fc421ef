#pragma once
// A computer_call of OpenAI's Responses API among a reply's calls. Its name is "computer_call", its
// id the call_id, and its arguments are no text but the list of the output items that the API wants
// back as they came, compact; the call's own is the last:
//   [{"type":"reasoning","id":…,"encrypted_content":…,…},
//    {"type":"computer_call","id":…,"call_id":…,"status":"completed","pending_safety_checks":
//     [{"id":…,"code":…,"message":…}],"action":{…} or "actions":[{…},…]}]
// Source: https://platform.openai.com/docs/guides/tools-computer-use; openai-python,
// types/responses/response_computer_tool_call.py.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/reply.h"

namespace franz {
// A JSON string token.
inline constexpr std::string_view kComputerCallName = R"("computer_call")";

// The items, as they stand in the call's arguments; none: it is a call of another kind.
std::vector<std::string_view> items_of_computer_call(const ReplyCall& call);

// An item as it is kept: without white space between its values, all else to the byte. One that has
// a member twice, or a control character in a text, is written anew, of such members the last.
std::string kept_item(std::string_view item);

// The arguments of such a call. `items`: objects as JSON, the call's own behind the others.
std::string computer_call_arguments(const std::vector<std::string>& items);

// What a server asks a person to agree to before a call is performed.
struct SafetyChecks {
  std::string json;     // the list as it came; "[]": there are none
  std::string message;  // the checks' words, UTF-8, one line; empty: there are none
};
SafetyChecks pending_safety_checks(std::string_view item);

// Whether a call of the reply has any.
bool has_pending_safety_checks(const Reply& reply);
}  // namespace franz
