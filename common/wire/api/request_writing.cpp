#include "common/wire/api/request_writing.h"
#include <algorithm>
#include <utility>
#include "common/base/byte_runs.h"
#include "common/base/data_uri.h"
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz {
ExtraMembers merged_members(ExtraMembers own, const ExtraMembers& extra,
                            const ExtraMembers& tool_members) {
  ExtraMembers members = std::move(own);
  const auto find = [&members](const std::string& key) {
    return std::ranges::find(members, key, &ExtraMembers::value_type::first);
  };
  for (const auto& [key, json] : extra) {
    if (const auto same = find(key); same != members.end()) {
      same->second = json;
    } else {
      members.emplace_back(key, json);
    }
  }
  std::erase_if(members, [](const auto& member) { return member.second == "null"; });
  for (const auto& [key, json] : tool_members) {
    if (const auto same = find(key); same == members.end()) {
      members.emplace_back(key, json);
    } else if (key == "tools") {
      same->second = json;
    }
  }
  return members;
}

ExtraMembers::value_type one_call_member() { return {"parallel_tool_calls", "false"}; }

std::string request_body(const ExtraMembers& members, std::string_view list,
                         std::span<const std::string> messages) {
  JsonObject body;
  for (const auto& [key, json] : members) body.raw(key, json);
  return body.raw(list, json_array(messages)).finish();
}

// Base64 needs no escapes; anything else is quoted, so that invalid data cannot break the request.
std::string picture_token(std::string_view base64) {
  if (unescaped_ascii_length(base64) != base64.size())
    return quote_json(std::string(kPngUri) + std::string(base64));
  std::string token;
  token.reserve(base64.size() + kPngUri.size() + 2);
  token += '"';
  token += kPngUri;
  token += base64;
  token += '"';
  return token;
}
}  // namespace franz
