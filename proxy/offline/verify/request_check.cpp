#include "proxy/offline/verify/request_check.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/run/places.h"
#include "common/wire/api/shape_reading.h"
#include "proxy/offline/verify/request_shape.h"

namespace franz::proxy {
RequestCheck::RequestCheck(const std::optional<RunFile>& run) : members_(run.value_or(RunFile{})) {
  if (run) system_.emplace(*run);
}

std::vector<Finding> RequestCheck::check(const CheckedRequest& request,
                                         const std::vector<Message>& expected) {
  std::vector<Finding> findings = check_request_shape(
      {request.turn, request.file, request.body, request.api, request.recorded && request.acted,
       request.tools_sha256, request.checks_messages},
      expected, members_);
  if (!system_) return findings;
  for (const PartPlace place : places_of(expected, Part::Source::system)) {
    const auto token = sent_text(expected, request.view, place);
    if (!token) continue;
    append(findings, system_->check(request.turn, request.file, message_field(place.message),
                                    sha256_hex(decode_json_string(*token)), request.recorded,
                                    request.acted, request.time));
  }
  return findings;
}
}  // namespace franz::proxy
