#include "proxy/offline/verify/request_check.h"
#include <utility>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/memory/differing_parts.h"
#include "common/memory/places.h"
#include "proxy/offline/verify/request_shape.h"
#include "proxy/record/sst_check.h"

namespace franz::proxy {
std::string message_field(std::size_t message) {
  return "messages[" + std::to_string(message) + "]";
}

RequestCheck::RequestCheck(const std::optional<RunFile>& run) : members_(run.value_or(RunFile{})) {
  if (run) system_.emplace(*run);
}

// What it says itself may be about anything that the record tells, of this turn or those before.
static std::vector<Finding> check_messages(const CheckedRequest& request,
                                           const std::vector<Message>& expected) {
  std::vector<Finding> findings;
  for (const DifferingPart& part : differing_parts(expected, request.view)) {
    if (!part.is_token) {
      findings.push_back(differs(request.turn, request.file, part.field, part.expected, part.got));
      continue;
    }
    if (!request.recorded) continue;
    const SstResult result = violation_between("", part.expected, part.got);
    findings.push_back(
        result.difference->same_text
            ? bad(request.turn, request.file, part.field, result.detail)
            : differs(request.turn, request.file, part.field, part.expected, part.got));
  }
  return findings;
}

std::vector<Finding> RequestCheck::check(const CheckedRequest& request,
                                         const std::vector<Message>& expected) {
  std::vector<Finding> findings = check_messages(request, expected);
  if (!request.ours) return findings;
  append(findings, check_request_shape({request.turn, request.file, request.body, request.api,
                                        request.recorded && request.acted, request.tools_sha256},
                                       expected, members_));
  if (!system_) return findings;
  for (const PartPlace place : places_of(expected, Part::Source::system)) {
    const auto token = sent_text(expected, request.view, place);
    if (!token) continue;
    append(findings,
           system_->check(request.turn, request.file, message_field(place.message),
                          sha256_hex(decode_json_string(*token)), request.recorded, request.acted));
  }
  return findings;
}
}  // namespace franz::proxy
