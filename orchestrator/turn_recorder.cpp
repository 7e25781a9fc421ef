#include "orchestrator/turn_recorder.h"
#include <algorithm>
#include <utility>
#include "common/base/base64.h"
#include "common/base/sha256.h"
#include "common/http/http_headers.h"
#include "common/run/places.h"
#include "common/run/recorded_step.h"
#include "common/wire/limits.h"

namespace franz::orchestrator {
static constexpr std::string_view kHeadEnd = "\r\n\r\n";

// Its heads, of which interim replies have one each.
static std::size_t head_size(std::string_view message) {
  std::size_t size = 0;
  while (true) {
    const std::size_t end = message.find(kHeadEnd, size);
    if (end == std::string_view::npos) return message.size();
    const bool interim = message.substr(size).starts_with("HTTP/1.1 1");
    size = end + kHeadEnd.size();
    if (!interim) return size;
  }
}

TurnRecorder::TurnRecorder(const Memory& memory, const Api& api, KnownTurns known, Mask mask)
    : memory_(memory),
      api_(api),
      mask_(std::move(mask)),
      attempts_(std::move(known.attempts)),
      steps_(std::move(known.steps)),
      files_(known.last) {}

static SaveFile file_of(const TurnRecord& record, std::string_view side, std::string bytes) {
  return {exchange_file(record.turn, record.attempt, side),
          std::make_shared<const std::string>(std::move(bytes))};
}

// The reply to the turn before, where the memory puts it.
static std::optional<std::string_view> last_reply(const std::vector<Message>& expected, int turn,
                                                  const RequestView& view) {
  const std::vector<CarriedReply> replies = carried_replies(expected, view);
  const CarriedReply* const story = story_in(replies, turn);
  return story == nullptr ? std::nullopt : story->text;
}

std::vector<Message> TurnRecorder::expected_of(int turn, const RequestView& view) const {
  const Result<Step> step = told_step(turn, told_);
  const Now now = told_now(step.ok() ? step.value() : Step{}, told_);
  return expected_messages(memory_, turn, steps_, now, told_.memory.value_or(UsedMemory{}).options,
                           &view);
}

// `is_stored`: its file has all of it.
void TurnRecorder::read_request(Attempt& attempt, const std::string& body, bool is_stored) {
  TurnRecord& record = attempt.record;
  record.request_bytes = body.size();
  record.request_sha256 = sha256_hex(body);
  if (memory_.need == Need::all_steps) {
    if (Result<Step> step = told_step(record.turn, told_); step.ok())
      steps_.set_step(std::move(step).value());
    steps_.forget_picture(record.turn);
  }
  if (!is_stored) return;  // nobody could hold the record against it
  const Result<RequestView> view = api_.read(body);
  if (!view.ok()) return;  // `[model] extra` can make it so; what was sent is in its file
  const std::vector<Message> expected = expected_of(record.turn, view.value());
  if (const auto story = last_reply(expected, record.turn, view.value()); story && is_kept(*story))
    record.story = std::string(*story);
  auto picture = add_request(record, view.value(), &expected);
  if (!picture.ok()) return;
  attempt.picture = std::move(picture).value();
  steps_.set_picture(record.turn,
                     record.picture ? std::optional(record.picture->sha256) : std::nullopt);
}

std::vector<RecordJob> TurnRecorder::sent(int turn, std::string_view request, double now_ms) {
  std::vector<RecordJob> jobs;
  if (attempt_ && !attempt_->over && attempt_->record.turn == turn) return jobs;
  files_.begin(turn, jobs);
  Attempt attempt;
  TurnRecord& record = attempt.record;
  record.turn = turn;
  int& number = attempts_[turn];
  record.attempt = number = std::min(number, kMaxAttempt - 1) + 1;
  record.time = utc_text(now_ms);
  record.verdict = kUnwitnessed;
  const std::size_t at = head_size(request);
  const std::string head = mask_(mask_secrets(request.substr(0, at)));
  const std::string body = mask_(request.substr(at));
  // No longer file of it can be read (max_run_file_bytes()): of such a request the head is kept.
  const bool is_stored = head.size() + body.size() <= kMaxMessage;
  read_request(attempt, body, is_stored);
  jobs.emplace_back(file_of(record, "request", is_stored ? head + body : head));
  attempt_ = std::move(attempt);
  return jobs;
}

std::vector<RecordJob> TurnRecorder::answered(std::string_view reply, const ModelAnswer& answer) {
  std::vector<RecordJob> jobs;
  if (!attempt_ || attempt_->over) return jobs;
  attempt_->over = true;
  TurnRecord& record = attempt_->record;
  if (!reply.empty()) {
    const std::size_t head = head_size(reply);
    jobs.emplace_back(
        file_of(record, "response",
                mask_(mask_secrets(reply.substr(0, head))) + mask_(reply.substr(head))));
  }
  if (answer.reply.kind != ModelReply::Kind::reply) return jobs;
  jobs.emplace_back(ReplyPassed{record.turn, record.attempt});
  // A key that came in pieces is masked where they are joined.
  ModelReply masked = answer.reply;
  for (std::optional<std::string>* text : {&masked.content, &masked.reasoning})
    if (*text) *text = mask_(**text);
  for (ReplyCall& call : masked.calls)
    for (std::string* value : {&call.id, &call.name, &call.arguments}) *value = mask_(*value);
  record.response = recorded_reply(masked, story_token(masked), answer.status);
  if (memory_.need == Need::all_steps)
    steps_.set_reply(record.turn, {record.response->text.str(), masked.calls});
  if (answer.first_byte_ms > 0) record.first_byte_ms = answer.first_byte_ms;
  record.model_ms = answer.total_ms;
  return jobs;
}

std::vector<RecordJob> TurnRecorder::event(const LoopEvent& event, double now_ms) {
  std::vector<RecordJob> jobs;
  if (event.kind == LoopEvent::Kind::turn_started) {
    told_ = {};
    told_.in = event.executor_in;
    started_ms_ = acted_ms_ = now_ms;
  } else if (event.kind == LoopEvent::Kind::turn_acted) {
    told_.out = event.executor_out;
    told_.degraded = event.degraded;
    told_.note = event.note;
    told_.memory = event.memory;
    told_.approval = event.approval;
    acted_ms_ = now_ms;
  } else if (event.kind == LoopEvent::Kind::turn_finished && attempt_ &&
             attempt_->record.turn == event.turn && attempt_->record.response) {
    save(attempt_->record, attempt_->picture, now_ms, jobs);
    attempt_.reset();
  } else if (event.kind == LoopEvent::Kind::approval) {
    Result<std::string> png = base64_decode(event.screenshot_b64);
    if (png.ok() && !png.value().empty())
      jobs.emplace_back(SaveFile{plan_file(event.turn),
                                 std::make_shared<const std::string>(std::move(png).value())});
  } else if (event.kind == LoopEvent::Kind::turn_closed) {
    ClosingRecord made = closing_record(event, told_, utc_text(now_ms));
    save(made.record, made.picture, now_ms, jobs);
    attempt_.reset();
  }
  return jobs;
}

void TurnRecorder::save(TurnRecord& record, const std::shared_ptr<const std::string>& picture,
                        double now_ms, std::vector<RecordJob>& jobs) {
  add_told(record, told_);
  record.executor_ms = acted_ms_ - started_ms_;
  record.turn_ms = now_ms - started_ms_;
  files_.save(record, picture, jobs);
}
}  // namespace franz::orchestrator
