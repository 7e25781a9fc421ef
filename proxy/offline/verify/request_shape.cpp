#include "proxy/offline/verify/request_shape.h"
#include <utility>
#include "common/wire/json_fields.h"

namespace franz::proxy {
std::vector<Finding> check_request_shape(const RequestShape& request,
                                         const std::vector<Message>& expected,
                                         const RequestMembers& members) {
  const auto& [turn, file, body, api, recorded] = request;
  const Result<JsonFields> fields = JsonFields::parse(body, JsonFields::Duplicates::last_wins);
  if (!fields.ok()) return {bad(turn, file, "body", fields.error().message)};
  std::vector<Finding> findings = members.check(turn, file, fields.value(), api.members, recorded);
  for (const Departure& each : api.departures(body, expected))
    findings.push_back(differs(turn, file, each.field, each.expected, each.got));
  return findings;
}
}  // namespace franz::proxy
