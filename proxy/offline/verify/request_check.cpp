#include "proxy/offline/verify/request_check.h"
#include <utility>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/memory/places.h"
#include "proxy/offline/verify/request_shape.h"

namespace franz::proxy {
std::string message_field(std::size_t message) {
  return "messages[" + std::to_string(message) + "]";
}

static std::string roles_of(const auto& messages) {
  std::string roles;
  for (const auto& message : messages) roles += (roles.empty() ? "" : ", ") + message.role;
  return roles;
}

RequestCheck::RequestCheck(const std::optional<RunFile>& run) : members_(run.value_or(RunFile{})) {
  if (run) system_.emplace(*run);
}

std::optional<Finding> RequestCheck::check_roles(int turn, const std::string& file,
                                                 const RequestView& view,
                                                 const std::vector<Message>& expected) {
  const std::string right = roles_of(expected), got = roles_of(view.messages);
  if (right == got) return std::nullopt;
  return differs(turn, file, "messages", right, got);
}

// How many texts and pictures each message has, and what stands in them of the memory's own.
static std::vector<Finding> check_messages(const CheckedRequest& request,
                                           const std::vector<Message>& expected) {
  const int turn = request.turn;
  const std::string& file = request.file;
  const RequestView& view = request.view;
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::size_t texts = count_texts(expected[i]), sent = view.messages[i].texts;
    if (sent != texts)
      findings.push_back(differs(turn, file, message_field(i),
                                 texts == 1 ? "one text" : std::to_string(texts) + " texts",
                                 std::to_string(sent) + " texts"));
    if (view.messages[i].picture && count_parts(expected[i], Part::Kind::picture) == 0)
      findings.push_back(differs(turn, file, message_field(i), "no picture", "a picture"));
  }
  // What it says itself may be about anything that the record tells, of this turn or those before.
  if (!request.recorded) return findings;
  for (const PartPlace place : places_of(expected, Part::Source::own)) {
    const auto token = sent_text(expected, view, place);
    const std::string& own = expected[place.message].parts[place.part].token;
    if (token && *token != own)
      findings.push_back(differs(turn, file, message_field(place.message), own, *token));
  }
  return findings;
}

std::vector<Finding> RequestCheck::check(const CheckedRequest& request,
                                         const std::vector<Message>& expected) {
  std::vector<Finding> findings = check_messages(request, expected);
  if (!request.ours) return findings;
  append(findings, check_request_shape({request.turn, request.file, request.body, request.api,
                                        request.recorded && request.acted},
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
