#include "common/wire/state_file.h"
#include "common/base/json_string.h"
#include "common/wire/franz_turn.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr const char* kProtocol = "franz.state.v3";

std::string to_json(const LoopState& state) {
  JsonObject object;
  object.text("protocol", kProtocol);
  object.number("turn", static_cast<long long>(state.turn));
  object.raw("request", state.request.empty() ? "null" : quote_json(state.request));
  object.raw("story", state.reply ? state.reply->text : "null");
  if (state.reply) {
    if (!state.reply->calls.empty()) object.raw("calls", calls_json(state.reply->calls));
    object.text("story_sha256", reply_sha256(*state.reply));
  }
  if (!state.finish_reason.empty()) object.text("finish_reason", state.finish_reason);
  if (state.asked_back) object.boolean("asked_back", true);
  object.raw("seen", state.seen ? to_json(*state.seen) : "null");
  if (state.pointer) object.raw("pointer", to_json(*state.pointer));
  if (state.from_turn > 1) object.number("from_turn", static_cast<long long>(state.from_turn));
  if (state.acting) {
    JsonObject acting;
    acting.number("turn", static_cast<long long>(state.acting->turn));
    acting.raw("in", state.acting->in);
    acting.raw("result", state.acting->result ? *state.acting->result : "null");
    if (state.acting->approval) acting.raw("approval", to_json(*state.acting->approval));
    object.raw("acting", acting.finish());
  } else {
    object.null("acting");
  }
  object.raw("step", state.step ? *state.step : "null");
  object.text_or_null("objective", state.objective);
  object.raw("finished", state.finish ? to_json(*state.finish) : "null");
  return object.finish();
}

Result<LoopState> parse_loop_state(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  fields.protocol(kProtocol);
  LoopState state;
  state.turn = static_cast<int>(fields.integer("/turn", 0, kMaxTurn));
  if (fields.has("/request")) state.request = read_request_id(fields, "/request");
  if (state.turn > 0 || fields.has("/story")) {
    Reply& reply = state.reply.emplace();
    reply.text = fields.token("/story", kMaxReply);
    reply.calls = read_calls(fields, "/calls");
    if (fields.text("/story_sha256") != reply_sha256(reply))
      fields.fail("/story_sha256", "the digest of the story, " + reply_sha256(reply));
    if (state.turn == 0) fields.fail("/story", "null before the first turn");
  }
  state.finish_reason = fields.text("/finish_reason", "");
  state.asked_back = fields.boolean("/asked_back", false);
  if (fields.has("/seen")) state.seen = read_seen(fields, "/seen");
  state.pointer = read_map_point(fields, "/pointer");
  state.from_turn = static_cast<int>(fields.integer("/from_turn", 1, kMaxTurn, 1));
  if (fields.has("/acting")) {
    Acting acting;
    acting.turn = static_cast<int>(fields.integer("/acting/turn", 1, kMaxTurn));
    if (!fields.is_object("/acting/in")) fields.fail("/acting/in", "an object");
    acting.in = fields.raw("/acting/in");
    if (fields.has("/acting/result")) acting.result = fields.raw("/acting/result");
    if (fields.has("/acting/approval")) acting.approval = read_approval(fields, "/acting/approval");
    state.acting = std::move(acting);
  }
  if (fields.has("/step")) {
    if (!fields.is_object("/step")) fields.fail("/step", "an object");
    state.step = fields.raw("/step");
  }
  state.objective = fields.optional_text("/objective");
  if (fields.has("/finished")) state.finish = read_finish(fields, "/finished");
  if (!fields.failure().empty()) return fields.error();
  return state;
}
}  // namespace franz
