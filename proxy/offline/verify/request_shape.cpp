#include "proxy/offline/verify/request_shape.h"
#include <utility>
#include "common/base/sha256.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
std::vector<Finding> check_request_shape(const RequestShape& request,
                                         const std::vector<Message>& expected,
                                         const RequestMembers& members) {
  const auto& [turn, file, body, api, recorded, tools_sha256, checks_messages] = request;
  const Result<MessageFields> fields =
      MessageFields::parse(body, MessageFields::Duplicates::last_wins);
  if (!fields.ok()) return {bad(turn, file, "body", fields.error().message)};
  OwnMembers own{api.members, {}};
  std::vector<Finding> findings;
  if (!tools_sha256.empty()) {
    const std::string_view tools = fields.value().find_value("/tools").value_or("");
    own.fixed = api.tool_members(tools.empty() ? "[]" : tools);
    if (!tools.empty() && sha256_hex(tools) != tools_sha256)
      findings.push_back(differs(turn, file, "tools", "tools with the SHA-256 " + tools_sha256,
                                 std::string(tools)));
  }
  append(findings, members.check(turn, file, fields.value(), own, recorded));
  if (!checks_messages) return findings;
  for (const Departure& each : api.departures(body, expected))
    findings.push_back(differs(turn, file, each.field, each.expected, each.got));
  return findings;
}
}  // namespace franz::proxy
