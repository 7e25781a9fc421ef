#include "common/run/turn_row.h"
#include "common/base/json.h"
#include "common/run/turn_record.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static void add_members(JsonObject& object, const TurnRow& row) {
  object.text("time", row.time).text("outcome", turn_outcome_name(row.outcome));
  object.number("actions", static_cast<long long>(row.actions));
  object.text("verdict", verdict_name(row.verdict)).number("tokens", row.tokens);
  object.number("latency_ms", row.latency_ms).text("finish_reason", row.finish_reason);
  object.boolean("picture", row.picture);
  if (!row.finished.empty()) object.text("finished", row.finished);
}

std::string to_json(const TurnRow& row) {
  JsonObject object;
  object.number("turn", static_cast<long long>(row.turn));
  object.number("attempt", static_cast<long long>(row.attempt));
  add_members(object, row);
  return object.finish();
}

std::string row_members_json(const TurnRow& row) {
  JsonObject object;
  add_members(object, row);
  return object.finish();
}

TurnRow read_row(MessageFields& fields, const std::string& pointer, int turn, int attempt) {
  TurnRow row;
  row.turn = turn;
  row.attempt = attempt;
  const auto short_text = [&](const char* name, std::size_t most) {
    std::string text = fields.text(pointer + name, "");
    if (text.size() > most)
      fields.fail(pointer + name, "at most " + std::to_string(most) + " bytes of text");
    return text;
  };
  row.time = short_text("/time", kMaxRecordTime);
  const auto outcome = find_turn_outcome(fields.text(pointer + "/outcome"));
  if (!outcome) fields.fail(pointer + "/outcome", "the outcome of a turn");
  row.outcome = outcome.value_or(TurnOutcome::none);
  row.actions = static_cast<int>(fields.integer(pointer + "/actions", 0, INT32_MAX));
  const auto verdict = find_verdict(fields.text(pointer + "/verdict"));
  if (!verdict) fields.fail(pointer + "/verdict", "a verdict");
  row.verdict = verdict.value_or(Verdict::not_applicable);
  row.tokens = fields.integer(pointer + "/tokens", 0, INT64_MAX);
  row.latency_ms = fields.number(pointer + "/latency_ms", -1e15, 1e15);
  row.finish_reason = short_text("/finish_reason", kMaxFinishReason);
  row.picture = fields.boolean(pointer + "/picture", false);
  row.finished = short_text("/finished", kMaxShownText);
  return row;
}
}  // namespace franz
