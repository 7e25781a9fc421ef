#include "proxy/offline/verify/request_check.h"
#include <algorithm>
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

std::string made_again_after(int turn) {
  return "turn " + std::to_string(turn) + " was made again after it";
}

// The messages in front of it tell of nothing that was made again: a turn tells what became of the
// reply before it.
static PartPlace first_outdated(const std::vector<Message>& expected, int made_again) {
  for (const PartPlace place : places_of(expected, Part::Source::reply))
    if (expected[place.message].parts[place.part].turn == made_again - 1) return {place.message, 0};
  return {};
}

bool is_formed_otherwise(const std::vector<Message>& expected, const RequestView& request,
                         int made_again) {
  if (!differing_roles(expected, request).empty()) return true;
  const PartPlace outdated = first_outdated(expected, made_again);
  for (std::size_t i = outdated.message; i < expected.size(); ++i)
    if (has_other_order(expected[i], request.messages[i])) return true;
  return std::ranges::any_of(differing_parts(expected, request), [&](const DifferingPart& part) {
    return part.what == DifferingPart::What::form && !(part.place < outdated);
  });
}

// What it says itself may be about anything that the record tells, of this turn or those before.
static std::vector<Finding> check_messages(const CheckedRequest& request,
                                           const std::vector<Message>& expected) {
  using What = DifferingPart::What;
  std::vector<Finding> findings;
  const bool has_outdated = request.made_again > 0;
  const PartPlace outdated = first_outdated(expected, request.made_again);
  bool tells_otherwise = false;
  for (const DifferingPart& part : differing_parts(expected, request.view)) {
    const bool may_differ = has_outdated && !(part.place < outdated);
    if (part.what == What::picture && may_differ && request.was_shown(part.got)) continue;
    if (part.what != What::token) {
      findings.push_back(differs(request.turn, request.file, part.field, part.expected, part.got));
      continue;
    }
    if (!request.recorded) continue;
    if (may_differ) {
      tells_otherwise = true;
      continue;
    }
    const SstResult result = violation_between("", part.expected, part.got);
    findings.push_back(
        result.difference->same_text
            ? bad(request.turn, request.file, part.field, result.detail)
            : differs(request.turn, request.file, part.field, part.expected, part.got));
  }
  if (tells_otherwise)
    findings.push_back(
        unchecked(request.turn, "what its request tells of other turns could not be compared: " +
                                    made_again_after(request.made_again)));
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
