#pragma once
// Shared by the request bodies of all APIs.
#include <span>
#include <string>
#include <string_view>
#include "common/wire/api/request.h"
#include "common/wire/message.h"

namespace franz {
// The members of a body: `own` with those of [model] extra in their places (parse_extra), then the
// tool members, of which "tools" replaces an existing one and the others do not.
ExtraMembers merged_members(ExtraMembers own, const ExtraMembers& extra,
                            const ExtraMembers& tool_members);

// Expresses RequestParameters::one_call; chat completions and the Responses API use the same
// member.
ExtraMembers::value_type one_call_member();

// A body: the members, then `list` with the messages or items.
std::string request_body(const ExtraMembers& members, std::string_view list,
                         std::span<const std::string> messages);

// A picture's data URI as a token.
std::string picture_token(std::string_view base64);
}  // namespace franz
