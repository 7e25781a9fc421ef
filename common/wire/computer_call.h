#pragma once
// A computer_call of OpenAI's Responses API among a reply's calls. Its name is "computer_call" and
// its id is the call_id. Its arguments are not a text but the compact list of output items that the
// API expects back unchanged; the call's own item is the last:
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

// The items in the call's arguments; none: another kind of call.
std::vector<std::string_view> items_of_computer_call(const ReplyCall& call);

// An item in stored form: without white space between its values, otherwise byte for byte. An item
// with a duplicate member or a control character in a text is serialized again, with the last
// duplicate.
std::string kept_item(std::string_view item);

// The arguments of such a call. `items`: objects as JSON, the call's own last.
std::string computer_call_arguments(const std::vector<std::string>& items);

// What a server asks a person to confirm before a call is performed.
struct SafetyChecks {
  std::string json;     // the list as received; "[]": none
  std::string message;  // the checks' messages, UTF-8, one line; empty: none
};
SafetyChecks pending_safety_checks(std::string_view item);

// Whether any call of the reply has some.
bool has_pending_safety_checks(const Reply& reply);
}  // namespace franz
