#include "proxy/offline/verify/request_check.h"
#include <algorithm>
#include <map>
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/base/sha256.h"
#include "common/run/places.h"
#include "common/wire/api/shape_reading.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr std::size_t kMostNamedInRequest = 10;  // per request

using JsonMembers = std::map<std::string, std::string>;  // values as JSON

// `[model] extra`.
static JsonMembers extra_members(const std::string& settings) {
  JsonMembers extra;
  const Result<MessageFields> fields = MessageFields::parse(settings);
  if (!fields.ok() || !fields.value().is_object("/model.extra")) return extra;
  for (const std::string& name : fields.value().keys("/model.extra"))
    extra[name] = fields.value().raw("/model.extra/" + pointer_segment(name));
  return extra;
}

// It may contain a key of the model's, masked in either place.
static bool is_same_value(const std::string& a, const std::string& b) {
  return is_masked_form(a, b) || is_masked_form(b, a);
}

static void check_members(const RequestBody& request, const MessageFields& fields,
                          std::vector<Finding>& findings) {
  const JsonMembers extra = extra_members(request.settings);
  JsonMembers of_tools;
  if (!request.tools_sha256.empty()) {
    const std::string_view tools = fields.find_value("/tools").value_or("");
    for (const auto& [name, value] : request.api.tool_members(tools.empty() ? "[]" : tools))
      of_tools[name] = value;
    if (!tools.empty() && sha256_hex(tools) != request.tools_sha256)
      findings.push_back(differs(FindingCode::request, request.turn, request.file, "tools",
                                 "tools with the SHA-256 " + request.tools_sha256, tools));
  }
  const JsonMembers& fixed = of_tools;
  const auto wrong = [&](const std::string& name, const std::string& expected,
                         const std::string& got) {
    if (findings.size() < kMostNamedInRequest)
      findings.push_back(
          differs(FindingCode::request, request.turn, request.file, name, expected, got));
  };
  for (const auto& [name, value] : fixed)
    if (!extra.contains(name) && !fields.has("/" + pointer_segment(name))) wrong(name, value, "");
  for (const std::string& name : fields.keys("")) {
    const bool is_own = std::ranges::find(request.api.members, name) != request.api.members.end();
    const auto added = extra.find(name), known = fixed.find(name);
    if (is_own && added == extra.end()) continue;  // the record has its value
    const std::string value = fields.raw("/" + pointer_segment(name));
    const std::string expected = added != extra.end()   ? added->second
                                 : known != fixed.end() ? known->second
                                                        : "";
    if (expected.empty() || !is_same_value(expected, value)) wrong(name, expected, value);
  }
}

std::vector<Finding> check_body(const RequestBody& request, const std::vector<Message>& expected) {
  std::vector<Finding> findings;
  const Result<MessageFields> fields =
      MessageFields::parse(request.body, MessageFields::Duplicates::last_wins);
  if (!fields.ok())
    return {bad(FindingCode::request, request.turn, request.file, "body", fields.error().message)};
  check_members(request, fields.value(), findings);
  for (const Departure& each : request.api.departures(request.body, expected))
    findings.push_back(differs(FindingCode::messages, request.turn, request.file, each.field,
                               each.expected, each.got));
  for (const PartPlace place : places_of(expected, Part::Source::system)) {
    const auto token = sent_text(expected, request.view, place);
    if (!token) continue;
    const std::string sha256 = sha256_hex(decode_json_string(*token));
    if (sha256 != request.system_sha256)
      findings.push_back(differs(FindingCode::system, request.turn, request.file,
                                 "sha256 of " + message_field(place.message), request.system_sha256,
                                 sha256));
  }
  return findings;
}
}  // namespace franz::proxy
