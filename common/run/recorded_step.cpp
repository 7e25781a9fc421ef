#include "common/run/recorded_step.h"
#include <utility>
#include "common/base/json_string.h"
#include "common/wire/executor_messages.h"
#include "common/wire/message_fields.h"

namespace franz {
// The executor's report overrides what is known otherwise.
static Result<Step> with_executor_out(Step step, const SharedJson& out) {
  if (out == "null") return step;
  Result<MessageFields> parsed = out.fields();
  if (!parsed.ok()) return within("executor.out", parsed.error());
  MessageFields& fields = parsed.value();
  step.feedback = fields.text("/feedback", "");
  if (fields.is_list("/items")) step.items = fields.raw("/items");
  step.answers = read_answers(fields);
  if (!fields.failure().empty()) return within("executor.out", fields.error());
  return step;
}

Result<Step> recorded_step(const TurnRecord& record) {
  Step step;
  step.turn = record.turn;
  if (record.response && record.response->text != "null")
    step.reply = Reply{record.response->text, record.response->calls};
  if (record.feedback != "null") step.feedback = decode_json_string(record.feedback);
  step.note = record.note;
  if (record.picture) step.picture = PictureRef{record.picture->sha256};
  return with_executor_out(std::move(step), record.executor_out);
}

Result<Step> reported_step(int turn, const ReportedTurn& reported) {
  Step step;
  step.turn = turn;
  step.note = reported.note;
  return with_executor_out(std::move(step), reported.out);
}

Now reported_now(const Step& step, const ReportedTurn& reported) {
  Now now;
  now.feedback = step.feedback;
  now.items = step.items;
  now.answers = step.answers;
  now.note = step.note;
  if (reported.memory) {
    now.objective = reported.memory->objective;
    now.turns_left = reported.memory->turns_left;
  }
  Result<MessageFields> in = reported.in.fields();
  if (!in.ok()) return now;
  const Facts facts{read_picture_size(in.value()), read_overlays(in.value())};
  if (in.value().failure().empty()) now.facts = facts;
  return now;
}
}  // namespace franz
