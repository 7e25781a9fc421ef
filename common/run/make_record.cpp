#include "common/run/make_record.h"
#include <utility>
#include "common/run/memory_check.h"

namespace franz {
bool is_usable(const SeenReply& reply) {
  return reply.problem.empty() && reply.reply && reply.reply->kind == ModelReply::Kind::reply;
}

bool is_delivered(const SeenReply& reply) {
  return reply.whole || (reply.reply && reply.reply->done);
}

static void add_reply_of(TurnRecord& record, const SeenReply& reply, const Api& api) {
  record.status = reply.status;
  if (!is_usable(reply)) return;
  record.response = recorded_reply(*reply.reply, reply.text);
  record.response->finish_reason = why_it_ended(api, *reply.reply, record.max_tokens);
}

MadeRecord make_record(const SeenAttempt& seen, const ReportedTurn& reported,
                       const KnownAttempts& known) {
  MadeRecord made;
  TurnRecord& record = made.record;
  record.turn = seen.turn;
  record.attempt = seen.attempt;
  record.request_id = seen.request;
  record.after = seen.after;
  record.time = seen.time;
  record.request_bytes = seen.body_bytes;
  record.request_sha256 = seen.body_sha256;
  Result<RequestView> view = Error{seen.problem};
  if (seen.problem.empty()) view = seen.api->read(seen.body);
  SstResult result;
  if (view.ok()) {
    const GoesOnFrom from = goes_on_from(known, seen.turn, seen.has_id, seen.after);
    CheckedRequest checked =
        check_request(known, seen.turn, from, reported, view.value(), seen.witnessed);
    result = std::move(checked.result);
    if (checked.story) record.story = *std::move(checked.story);
    auto picture =
        add_request(record, view.value(), known.memory() == nullptr ? nullptr : &checked.expected);
    if (picture.ok()) {
      made.picture = std::move(picture).value();
    } else {
      made.picture_problem = picture.error().message;
    }
    made.expected = std::move(checked.expected);
  } else {
    result = {seen.witnessed ? Verdict::unverifiable : Verdict::unwitnessed,
              "the request could not be read: " + view.error().message, std::nullopt};
  }
  record.verdict = result.verdict;
  record.detail = detail_json(result);
  if (result.verdict == Verdict::violation) made.violation = result.detail;
  add_reported(record, reported);
  if (seen.reply) add_reply_of(record, *seen.reply, *seen.api);
  return made;
}
}  // namespace franz
