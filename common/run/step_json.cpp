#include "common/run/step_json.h"
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/wire/executor_messages.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
std::string to_json(const Step& step) {
  JsonObject object;
  object.number("turn", static_cast<long long>(step.turn)).raw("reply", step.reply.text);
  object.raw("calls", calls_json(step.reply.calls)).raw("items", step.items);
  object.raw("answers", answers_json(step.answers)).text("feedback", step.feedback);
  object.text_or_null("note", step.note);
  object.raw("picture", step.picture ? quote_json(step.picture->sha256) : "null");
  return std::move(object).finish();
}

Result<Step> parse_step(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  Step step;
  step.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  step.reply.text = fields.token("/reply", kMaxReply);
  step.reply.calls = read_calls(fields, "/calls");
  if (!fields.is_list("/items")) fields.fail("/items", "a list");
  step.items = fields.raw("/items");
  step.answers = read_answers(fields);
  step.feedback = fields.text("/feedback");
  step.note = fields.optional_text("/note");
  if (fields.has("/picture")) {
    step.picture = PictureRef{fields.text("/picture")};
    if (!is_sha256_hex(step.picture->sha256)) fields.fail("/picture", "64 hexadecimal digits");
  }
  if (!fields.failure().empty()) return fields.error();
  return step;
}
}  // namespace franz
