#include "proxy/offline/verify/message_check.h"
#include "common/base/json_string.h"
#include "common/run/differing_parts.h"
#include "common/run/places.h"
#include "common/run/sst_check.h"
#include "common/wire/api/shape_reading.h"

namespace franz::proxy {
static Finding differing_part(const SentMessages& sent, const DifferingPart& part) {
  if (part.what == DifferingPart::What::token) {
    const SstResult result = violation_between("", part.expected, part.got);
    if (result.difference->same_text)
      return bad(FindingCode::messages, sent.turn, sent.file, part.field, result.detail);
  }
  return differs(FindingCode::messages, sent.turn, sent.file, part.field, part.expected, part.got);
}

// Whether it equals the reply byte for byte. Nothing: that reply is unknown.
static std::optional<bool> is_reply(const SentMessages& sent, const CarriedReply& carried) {
  const bool is_last = sent.from != nullptr && carried.part.turn == sent.from->turn;
  if (is_last && sent.from->text)
    return text_as_sent(carried.part, sent.from->text->str()) == *carried.text;
  return sent.steps.is_reply(carried.part, *carried.text);
}

static Finding wrong_reply(const SentMessages& sent, const CarriedReply& carried) {
  const std::string reply = "the reply to turn " + std::to_string(carried.part.turn);
  const bool is_last = carried.part.turn == sent.from->turn && sent.from->text;
  std::string text = "it is not " + reply;
  if (is_last)
    text =
        violation_between(text, text_as_sent(carried.part, sent.from->text->str()), *carried.text)
            .detail;
  return bad(FindingCode::story, sent.turn, sent.file, message_field(carried.message),
             std::move(text));
}

static void check_reply(const SentMessages& sent, const CarriedReply& carried, bool is_story,
                        ComparedMessages& compared) {
  if (!carried.text || sent.from == nullptr) return;
  const std::optional<bool> is_right = is_reply(sent, carried);
  const bool is_last = carried.part.turn == sent.from->turn;
  if (!is_right && is_last) return;  // reported by the verdict
  if (!is_right) {
    compared.findings.push_back(not_checked(
        FindingCode::unverifiable, sent.turn,
        "the reply to turn " + std::to_string(carried.part.turn) + " could not be compared"));
  } else if (!*is_right) {
    compared.findings.push_back(wrong_reply(sent, carried));
  } else if (is_story) {
    compared.stories = 1;
  }
}

ComparedMessages compare_messages(const SentMessages& sent, const std::vector<Message>& expected) {
  ComparedMessages compared;
  const std::vector<DifferingPart> roles = differing_roles(expected, sent.view);
  compared.has_expected_roles = roles.empty();
  if (sent.is_reported)
    for (const DifferingPart& each : roles) compared.findings.push_back(differing_part(sent, each));
  if (sent.is_reported && roles.empty())
    for (const DifferingPart& part : differing_parts(expected, sent.view))
      compared.findings.push_back(differing_part(sent, part));
  const std::vector<CarriedReply> replies = carried_replies(expected, sent.view);
  const CarriedReply* const story =
      story_in(replies, sent.from == nullptr ? 1 : sent.from->turn + 1);
  for (const CarriedReply& each : replies) check_reply(sent, each, &each == story, compared);
  if (sent.view.messages.size() != expected.size()) return compared;
  for (const PartPlace place : places_of(expected, Part::Source::feedback))
    if (const auto token = sent_text(expected, sent.view, place))
      compared.feedback = decode_json_string(*token);
  return compared;
}
}  // namespace franz::proxy
