#include "common/wire/api/request.h"
#include <algorithm>
#include "common/base/json_string.h"
#include "common/wire/message_fields.h"

namespace franz {
Result<ExtraMembers> parse_extra(std::string_view json,
                                 std::span<const std::string_view> reserved) {
  ExtraMembers members;
  if (json.find_first_not_of(" \t\r\n") == std::string_view::npos) return members;
  const Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return within("extra", parsed.error());
  for (const std::string& key : parsed.value().keys("")) {
    if (std::ranges::find(reserved, key) != reserved.end())
      return Error{"extra: \"" + key + "\" may not be set here: the loop depends on it"};
    members.emplace_back(key, parsed.value().raw("/" + pointer_segment(key)));
  }
  return members;
}

std::size_t count_parts(const RequestView::Message& message, Part::Kind kind) {
  return static_cast<std::size_t>(std::ranges::count(message.parts, kind, &SentPart::kind));
}

const SentPart* find_part(const RequestView::Message& message, Part::Kind kind, std::size_t index) {
  for (const SentPart& part : message.parts)
    if (part.kind == kind && index-- == 0) return &part;
  return nullptr;
}

std::optional<std::string_view> one_text(const RequestView::Message& message) {
  std::optional<std::string_view> text;
  for (const SentPart& part : message.parts) {
    if (part.kind != Part::Kind::text && part.kind != Part::Kind::answer) continue;
    if (text) return std::nullopt;
    text = part.token;
  }
  return text;
}
}  // namespace franz
