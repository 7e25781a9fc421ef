#include "common/run/recorded_step.h"
#include "common/base/json_string.h"
#include "common/wire/executor_messages.h"
#include "common/wire/json_fields.h"

namespace franz {
Result<Step> recorded_step(const TurnRecord& record) {
  Step step;
  step.turn = record.turn;
  if (record.response && record.response->text != "null")
    step.reply = Reply{record.response->text, record.response->calls};
  if (record.feedback != "null") step.feedback = decode_json_string(record.feedback);
  step.note = record.note;
  if (record.picture) step.picture = PictureRef{record.picture->sha256};
  if (record.executor_out == "null") return step;
  Result<JsonFields> parsed = JsonFields::parse(record.executor_out);
  if (!parsed.ok()) return within("executor.out", parsed.error());
  JsonFields& fields = parsed.value();
  step.feedback = fields.text("/feedback", "");
  if (fields.is_list("/items")) step.items = fields.raw("/items");
  step.answers = read_answers(fields);
  if (!fields.failure().empty()) return within("executor.out", fields.error());
  return step;
}
}  // namespace franz
