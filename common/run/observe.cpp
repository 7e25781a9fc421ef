#include "proxy/record/turn_log.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/base/base64.h"
#include "common/base/overload.h"
#include "common/run/record_files.h"
#include "common/run/record_parts.h"
#include "common/wire/api/apis.h"
#include "common/wire/limits.h"
#include "common/run/exchange_text.h"
#include "proxy/record/message_file.h"
#include "common/run/reply_stream.h"
#include "proxy/record/turn_draft.h"

namespace franz {
struct TurnLog::Attempt {
  Attempt(std::uint64_t exchange, const Secrets* secrets)
      : request_file(exchange, MessagePiece::Side::request),
        response_file(exchange, MessagePiece::Side::response),
        reply(secrets) {}

  TurnDraft draft;
  std::shared_ptr<const HttpRequest> request;
  MessageFile request_file, response_file;
  double request_done_ms = 0;
  ReplyStream reply;
  bool opened = false;
  bool passed = false;      // its reply, whole: that was told
  bool loop_ended = false;  // that of who asked
};

// Turns by which the relay may be ahead of the orchestrator's pipe: so many records wait while
// requests for later turns come. The reply before the first of them must still be remembered.
static constexpr int kMostPending = MemoryCheck::kRememberedReplies - 1;

// A record that is ready but for the orchestrator's events.
struct TurnLog::PendingRecord {
  TurnDraft draft;
  double finished_ms = 0, deadline_ms = 0;
  bool complete = true;  // all bytes of both messages were told
};

TurnLog::TurnLog(TurnLogOptions options, KnownTurns known)
    : options_(std::move(options)),
      to_record_(options_.run, options_.launch),
      numbers_(std::move(known.attempts), known.last),
      files_(known.last),
      memory_(options_.memory, known.replies, std::move(known.steps)),
      account_(known.unrecorded),
      held_requests_{options_.held_bytes},
      held_replies_{options_.held_reply_bytes} {}

TurnLog::~TurnLog() = default;
TurnLog::TurnLog(TurnLog&&) noexcept = default;

static void append(std::vector<RecordJob> jobs, std::vector<LogOutput>& out) {
  for (RecordJob& job : jobs)
    std::visit([&out](auto& each) { out.emplace_back(std::move(each)); }, job);
}

std::vector<LogOutput> TurnLog::http(const HttpEvent& event) {
  Outputs out;
  std::visit(Overload{
                 [&](const RequestStarted& started) { request_started(started); },
                 [&](const MessagePiece& piece) { message_piece(piece, out); },
                 [&](const RequestRead& read) { request_read(read, out); },
                 [&](const ResponseStarted& started) { response_started(started); },
                 [&](const HttpExchange& exchange) { exchange_ended(exchange, out); },
                 [&](const ObservationEnded& ended) { observation_ended(ended, out); },
             },
             event);
  return out;
}

void TurnLog::request_started(const RequestStarted& event) {
  if (!to_record_.wants(*event.request)) return;
  Attempt attempt(event.exchange, options_.secrets);
  attempt.request = event.request;
  attempt.draft.api = find_api_at(event.request->target);  // never null
  attempt.draft.by_order = !event.request->turn;
  const auto length = find_header(event.headers, "content-length");
  std::size_t bytes = 0;
  if (length) std::from_chars(length->data(), length->data() + length->size(), bytes);
  attempt.draft.body.expect(bytes, held_requests_);
  open_.insert_or_assign(event.exchange, std::move(attempt));
}

void TurnLog::message_piece(const MessagePiece& event, Outputs& out) {
  const auto open = open_.find(event.exchange);
  if (open == open_.end()) return;
  Attempt& attempt = open->second;
  if (event.side == MessagePiece::Side::request) {
    attempt.request_file.add(event, out);
    attempt.draft.body.add(event, held_requests_);
  } else {
    attempt.response_file.add(event, out);
    reply_bytes(attempt, event, out);
  }
}

// Turns up to `up_to` are over: those without a record are lost. One whose reply is still being
// read is waited for.
void TurnLog::account(int up_to, Outputs& out) {
  if (!pending_.empty()) up_to = std::min(up_to, pending_.front().draft.record.turn - 1);
  for (const auto& [id, attempt] : open_) {
    const int turn = attempt.draft.record.turn;
    if (turn > account_.settled()) up_to = std::min(up_to, turn - 1);
  }
  if (account_.settle(up_to)) out.emplace_back(LostTurns{account_.lost()});
}

// What the client got as its reply went by, and is not in the record. If it asks again, nothing is
// lost.
void TurnLog::passed_unread(Asking asking, bool by_order, const std::string& why) {
  account_.met(asking.turn);
  // Of a turn that nobody tells the end of, the reply has to be enough.
  if (!options_.launch) account_.over(asking.turn);
  memory_.not_read(asking.turn, why);
  memory_.forget_far(asking.turn);
  numbers_.replied(asking.turn, asking.attempt);
  if (by_order) numbers_.passed_unread(std::move(asking));
}

// ---- Requests

void TurnLog::request_read(const RequestRead& event, Outputs& out) {
  const auto open = open_.find(event.exchange);
  if (open == open_.end()) return;
  Attempt& attempt = open->second;
  attempt.request = event.request;
  TurnDraft& draft = attempt.draft;
  const bool by_order = draft.by_order;
  const std::string& problem = event.request->problem;
  Result<RequestView> view =
      Error{problem.empty() ? "over " + std::to_string(options_.held_bytes >> 20U) +
                                  " MiB of requests are under way"
                            : problem};
  if (problem.empty() && draft.body.held_whole()) view = draft.api->read(draft.body.bytes());
  const bool was_read = !problem.empty() || draft.body.held_whole();
  if (by_order && was_read && (!view.ok() || view.value().messages.empty())) {
    // Whatever it asks for, it is no turn.
    drop(attempt, out);
    open_.erase(open);
    return;
  }
  std::string sha256 = problem.empty() ? draft.body.sha256() : "";
  const int turn = by_order ? numbers_.by_order(sha256) : event.request->turn->turn;
  release_pending(turn - kMostPending - 1, out);
  std::vector<RecordJob> jobs;
  files_.begin(turn, jobs);
  append(std::move(jobs), out);
  memory_.forget_far(turn);

  const TurnNumbers::Attempt number = numbers_.number(turn, by_order, sha256);
  if (number.replaces) {
    out.emplace_back(ForgetFiles{{exchange_file(turn, number.number, "request"),
                                  exchange_file(turn, number.number, "response")}});
  }
  TurnRecord& record = draft.record;
  record.turn = turn;
  record.attempt = number.number;
  record.time = utc_text(event.time_ms);
  attempt.request_done_ms = event.time_ms;
  // What the next orchestrator's requests are held against is not this one's to change.
  std::optional<MemoryCheck> apart;
  if (attempt.loop_ended) apart = memory_;
  MemoryCheck& memory = apart ? *apart : memory_;
  record.request_bytes = event.request->body_bytes;
  record.request_sha256 = std::move(sha256);
  if (!view.ok()) {
    draft.carried.problem = "the request could not be read: " + view.error().message;
    memory.picture_not_read(turn);
  } else if (const Status picture = read_request(draft, view.value(), told_.of(turn), memory);
             !picture.ok()) {
    out.emplace_back(LogEntry{LogEntry::Level::warning,
                              "turn " + std::to_string(turn) +
                                  ": the picture could not be read: " + picture.error().message});
  }
  if (!view.ok() || !memory_.needs_all_steps()) draft.body.release(held_requests_);
  if (attempt.loop_ended) {
    draft.carried = {};
    draft.carried.problem = "the request was read after its orchestrator had ended";
    draft.body.release(held_requests_);
    draft.judged = judge(draft, memory_);
  } else {
    judge(draft, memory_);
  }
  attempt.request_file.keep(exchange_file(turn, record.attempt, "request"), event.request->told,
                            out);
  open_if_known(attempt, out);
}

// Whether all that belongs to the turn's record before its reply is known.
bool TurnLog::is_acted(int turn) const { return !options_.launch || told_.is_acted(turn); }

void TurnLog::open_if_known(Attempt& attempt, Outputs& out) {
  if (attempt.opened || !is_acted(attempt.draft.record.turn)) return;
  attempt.opened = true;
  TurnRecord so_far = attempt.draft.record;
  told_.add(so_far);
  out.emplace_back(
      TurnOpened{so_far.turn, so_far.attempt,
                 options_.writes ? std::make_shared<const std::string>(to_json(so_far)) : nullptr,
                 attempt.draft.picture});
}

// ---- Replies

void TurnLog::response_started(const ResponseStarted& event) {
  const auto open = open_.find(event.exchange);
  if (open == open_.end()) return;
  Attempt& attempt = open->second;
  attempt.reply.begin(attempt.draft.api->reader(
      event.status, find_header(event.headers, "content-type").value_or("")));
}

// Of one that is no turn's: what it holds, without a result.
void TurnLog::drop(Attempt& attempt, Outputs& out) {
  attempt.request_file.drop(out);
  attempt.response_file.drop(out);
  attempt.draft.body.release(held_requests_);
  attempt.reply.release(held_replies_);
}

void TurnLog::reply_bytes(Attempt& attempt, const MessagePiece& piece, Outputs& out) {
  std::optional<ReplyStream::Shown> shown = attempt.reply.add(piece, held_replies_);
  const TurnRecord& record = attempt.draft.record;
  if (!shown || record.turn == 0 || is_superseded(attempt)) return;
  if (!shown->text.empty() || !shown->reasoning.empty()) {
    out.emplace_back(ReplyDelta{record.turn, record.attempt, std::move(shown->text),
                                std::move(shown->reasoning), shown->offset});
  }
  // The client may take the reply as whole from here on, and ask for the next turn on another
  // connection before this one has ended.
  const std::optional<ModelReply>& reply = attempt.reply.reply();
  if (!reply || reply->kind != ModelReply::Kind::reply) return;
  memory_.delivered(record.turn, attempt.reply.text(), reply->calls);
  reply_passed(attempt, out);
}

// A client without ids may wait for several attempts at once.
bool TurnLog::is_superseded(const Attempt& attempt) const {
  const TurnRecord& record = attempt.draft.record;
  return !attempt.draft.by_order && numbers_.is_superseded(record.turn, record.attempt);
}

void TurnLog::reply_passed(Attempt& attempt, Outputs& out) {
  const TurnRecord& record = attempt.draft.record;
  numbers_.replied(record.turn, record.attempt);
  if (!std::exchange(attempt.passed, true))
    out.emplace_back(ReplyPassed{record.turn, record.attempt});
}

// A reply that ended as it should replaces what was remembered of the turn; one that may have
// reached the client whole, though it could not be read, makes the turn unverifiable; a refused or
// broken attempt changes nothing, for no client takes its text.
void TurnLog::remember_reply(const Attempt& attempt, const HttpExchange& exchange,
                             const std::string& problem) {
  const ModelReply& reply = *attempt.reply.reply();
  const int turn = attempt.draft.record.turn;
  if (reply.kind == ModelReply::Kind::reply && (problem.empty() || reply.done)) {
    memory_.delivered(turn, attempt.reply.text(), reply.calls);
  } else if (!problem.empty() && exchange.response.status == 200) {
    memory_.not_read(turn, problem);
  }
  memory_.forget_far(turn);
}

// Whether its story is the one that the turn has: then it is the run's own request.
static bool carries_story(const TurnRecord& record) {
  return record.verdict == "ok" || (record.verdict == "first" && record.story == "\"\"");
}

// Nobody took its bytes. Which request it was its id tells, or else its place in the order.
void TurnLog::lost_exchange(const HttpExchange& exchange, Outputs& out) {
  const bool by_order = !exchange.request->turn;
  const int turn = by_order ? numbers_.by_order("") : exchange.request->turn->turn;
  const std::string& why = exchange.request->problem;
  const int status = exchange.response.status;
  const bool answered = exchange.reply_unread || (exchange.delivered_whole && status == 200);
  if (answered) {
    passed_unread({turn, 0, ""}, by_order, why);
    memory_.picture_not_read(turn);
  }
  out.emplace_back(
      LogEntry{LogEntry::Level::warning,
               "turn " + std::to_string(turn) +
                   (answered ? " passed unrecorded: " : ": an attempt was not recorded: ") + why});
}

// An attempt whose request never came to its end: no turn passed.
void TurnLog::unfinished_request(Attempt& attempt, const HttpExchange& exchange, Outputs& out) {
  drop(attempt, out);
  if (attempt.draft.by_order) return foreign_.exchange(exchange, out);
  out.emplace_back(LogEntry{LogEntry::Level::warning,
                            "turn " + std::to_string(exchange.request->turn->turn) +
                                ": its request did not end: " + exchange.request->problem});
}

// Of an attempt that was given up: its files stay, and the turn is that of the later one.
void TurnLog::late_reply(Attempt& attempt, const HttpExchange& exchange, const std::string& problem,
                         Outputs& out) {
  attempt.draft.body.release(held_requests_);
  const TurnRecord& record = attempt.draft.record;
  const ModelReply& reply = *attempt.reply.reply();
  out.emplace_back(LogEntry{
      LogEntry::Level::warning,
      "turn " + std::to_string(record.turn) + ", attempt " + std::to_string(record.attempt) + ": " +
          (reply.kind == ModelReply::Kind::reply
               ? "its reply came after that to a later attempt, and is not the turn's"
               : outcome_text(exchange, reply, problem))});
}

// An attempt that ended without a reply: the turn is not over.
void TurnLog::no_reply(Attempt& attempt, const HttpExchange& exchange, const std::string& problem,
                       Outputs& out) {
  attempt.draft.body.release(held_requests_);
  const TurnRecord& record = attempt.draft.record;
  const ModelReply& reply = *attempt.reply.reply();
  const HttpResponse& response = exchange.response;
  const std::string turn = "turn " + std::to_string(record.turn);
  const std::string outcome = outcome_text(exchange, reply, problem);
  // A person hears once of a turn whose requests all fail alike, and not of one that met the close
  // of a kept connection, which its client repeats at once; the log has each.
  const bool is_new = std::exchange(last_failure_, turn + outcome) != turn + outcome;
  out.emplace_back(
      LogEntry{is_new && response.status != 0 ? LogEntry::Level::warning : LogEntry::Level::info,
               turn + ", attempt " + std::to_string(record.attempt) + ": " + outcome});
  const Asking asking{record.turn, record.attempt, record.request_sha256};
  const bool unknown = exchange.reply_unread || !response.told || !attempt.reply.problem().empty();
  if (unknown && (response.status == 200 || response.status == 0)) {
    passed_unread(asking, attempt.draft.by_order, problem);
  } else if (response.status == 200) {
    memory_.cut(record.turn);  // it began well: who asked may go on with its part
  }
  if (attempt.draft.by_order && reply.kind == ModelReply::Kind::error && !carries_story(record))
    numbers_.refused(asking);
}

void TurnLog::exchange_ended(const HttpExchange& exchange, Outputs& out) {
  const auto open = open_.find(exchange.id);
  if (open == open_.end()) {
    const bool lost = !exchange.request->told && to_record_.wants(*exchange.request);
    return lost ? lost_exchange(exchange, out) : foreign_.exchange(exchange, out);
  }
  Attempt attempt = std::move(open->second);
  open_.erase(open);
  if (attempt.draft.record.turn == 0) return unfinished_request(attempt, exchange, out);
  const HttpResponse& response = exchange.response;
  if (!attempt.reply.reply()) {
    if (!attempt.reply.begun()) attempt.reply.begin(attempt.draft.api->reader(response.status, ""));
    const bool whole = exchange.delivered_whole && response.told;
    attempt.reply.finish(whole ? ReplyReader::End::whole : ReplyReader::End::broken, held_replies_);
  }
  const ModelReply& reply = *attempt.reply.reply();
  const std::string problem =
      attempt.reply.problem().empty() ? response.problem : attempt.reply.problem();
  TurnRecord& record = attempt.draft.record;
  if (attempt.response_file.begun()) {
    attempt.response_file.keep(exchange_file(record.turn, record.attempt, "response"),
                               response.told, out);
  }
  if (is_superseded(attempt)) return late_reply(attempt, exchange, problem, out);
  remember_reply(attempt, exchange, problem);

  const bool unread = exchange.delivered_whole && response.status == 200 && !problem.empty();
  if (reply.kind != ModelReply::Kind::reply && !unread)
    return no_reply(attempt, exchange, problem, out);
  reply_passed(attempt, out);
  const bool complete = attempt.request->told && response.told;
  if (unread) {
    record.response.emplace().status = response.status;
  } else {
    record.response = recorded_reply(reply, attempt.reply.text(), response.status);
    record.response->finish_reason = why_it_ended(*attempt.draft.api, reply, record.max_tokens);
  }
  if (exchange.first_byte_ms > 0)
    record.first_byte_ms = exchange.first_byte_ms - attempt.request_done_ms;
  record.model_ms = exchange.finished_ms - attempt.request_done_ms;

  // Another attempt at the turn.
  if (!pending_.empty() && pending_.back().draft.record.turn >= record.turn)
    release_pending(pending_.back().draft.record.turn, out);
  PendingRecord pending{std::move(attempt.draft), exchange.finished_ms,
                        exchange.finished_ms + options_.patience_ms, complete};
  if (pending_.empty() && is_acted(pending.draft.record.turn)) {
    this->record(std::move(pending), out);
  } else {
    pending_.push_back(std::move(pending));
  }
}

// Of a connection that carried turns it is worth a line of its own.
void TurnLog::observation_ended(const ObservationEnded& event, Outputs& out) {
  if (!event.of_turn) return foreign_.observation_ended(event, out);
  out.emplace_back(
      LogEntry{LogEntry::Level::warning, "connection " + std::to_string(event.connection) +
                                             " can no longer be recorded: " + event.why});
}

// ---- Records

void TurnLog::release_pending(int up_to, Outputs& out) {
  while (!pending_.empty() && pending_.front().draft.record.turn <= up_to) {
    PendingRecord pending = std::move(pending_.front());
    pending_.pop_front();
    record(std::move(pending), out);
  }
}

// By all that is known now. Once: turns before it may be made again, and are then not what it was
// made of.
void TurnLog::judge_finally(TurnDraft& draft) {
  if (draft.judged) return;
  // Again: the reply before may have ended after this request was read.
  read_again(draft, told_.of(draft.record.turn), memory_);
  draft.body.release(held_requests_);
  draft.judged = judge(draft, memory_);
}

void TurnLog::record(PendingRecord pending, Outputs& out) {
  TurnRecord& record = pending.draft.record;
  judge_finally(pending.draft);
  if (record.verdict == "violation") {
    out.emplace_back(LogEntry{
        LogEntry::Level::error,
        "turn " + std::to_string(record.turn) +
            ": the memory was changed between reply and request: " + *pending.draft.judged});
  }
  save(std::move(pending), out);
}

// The turn that the run finished with sends nothing: it is made of events alone.
void TurnLog::close(const LoopEvent& event, double now_ms, Outputs& out) {
  release_pending(kMaxTurn, out);
  ClosingRecord made = closing_record(event, told_.of(event.turn), utc_text(now_ms));
  PendingRecord pending;
  pending.draft.record = std::move(made.record);
  pending.draft.picture = std::move(made.picture);
  pending.finished_ms = now_ms;
  save(std::move(pending), out);
}

// The picture that the operator decides by is a file of the turn, of which its record tells.
static void asked(const LoopEvent& event, std::vector<LogOutput>& out) {
  ApprovalAsked about{event.plan, event.plan_sha256, event.until, nullptr};
  if (auto png = base64_decode(event.screenshot_b64); png.ok() && !png.value().empty()) {
    about.picture = std::make_shared<const std::string>(std::move(png).value());
    out.emplace_back(SaveFile{plan_file(event.turn), about.picture});
  }
  out.emplace_back(std::move(about));
}

void TurnLog::save(PendingRecord pending, Outputs& out) {
  TurnRecord& record = pending.draft.record;
  const std::shared_ptr<const std::string>& picture = pending.draft.picture;
  told_.add(record);
  if (const std::optional<double> started_ms = told_.started_ms(record.turn))
    record.turn_ms = pending.finished_ms - *started_ms;
  numbers_.recorded(record.turn);
  if (account_.recorded(record.turn, pending.complete, record.response.has_value()))
    out.emplace_back(LostTurns{account_.lost()});
  const int turn = record.turn;
  TurnRecorded recorded;
  recorded.picture = picture;
  recorded.note = record.note;
  if (options_.writes) {
    std::vector<RecordJob> jobs;
    recorded.record = files_.save(record, picture, jobs);
    append(std::move(jobs), out);
    ActedSummary acted = summarise_executor_out(record.executor_out);
    recorded.row = row_of(record, acted);
    recorded.error = std::move(acted.error);
  }
  recorded.turn = std::make_shared<const TurnRecord>(std::move(record));
  out.emplace_back(std::move(recorded));
  account(turn - 1, out);
}

std::vector<LogOutput> TurnLog::loop(const LoopEvent& event, double now_ms) {
  Outputs out;
  if (event.kind == LoopEvent::Kind::turn_started) {
    account_.met(event.turn);
    // The turn before may just be on its way here, by the relay.
    account(event.turn - 2, out);
    release_pending(event.turn - 1, out);
    told_.started(event, now_ms);
  } else if (event.kind == LoopEvent::Kind::turn_acted) {
    told_.acted(event, now_ms);
    memory_.told(event.turn, told_.of(event.turn));
    release_pending(event.turn, out);
    for (auto& [id, attempt] : open_) {
      if (attempt.draft.record.turn != event.turn || attempt.draft.judged) continue;
      read_again(attempt.draft, told_.of(event.turn), memory_);
      judge(attempt.draft, memory_);
      open_if_known(attempt, out);
    }
  } else if (event.kind == LoopEvent::Kind::approval) {
    asked(event, out);
  } else if (event.kind == LoopEvent::Kind::turn_closed) {
    close(event, now_ms, out);
  } else if (event.kind == LoopEvent::Kind::turn_finished) {
    account_.over(event.turn);
    release_pending(event.turn, out);
  }
  return out;
}

std::vector<LogOutput> TurnLog::loop_ended() {
  Outputs out;
  release_pending(kMaxTurn, out);
  for (auto& [id, attempt] : open_) {
    attempt.loop_ended = true;
    if (attempt.draft.record.turn != 0) judge_finally(attempt.draft);
  }
  return out;
}

std::vector<LogOutput> TurnLog::tick(double now_ms) {
  Outputs out;
  while (!pending_.empty() && now_ms >= pending_.front().deadline_ms)
    release_pending(pending_.front().draft.record.turn, out);
  foreign_.tick(now_ms, out);
  return out;
}

std::optional<double> TurnLog::due_ms() const {
  const std::optional<double> due = foreign_.due_ms();
  if (pending_.empty()) return due;
  const double deadline_ms = pending_.front().deadline_ms;
  return std::min(due.value_or(deadline_ms), deadline_ms);
}

std::vector<LogOutput> TurnLog::finish() {
  Outputs out;
  release_pending(kMaxTurn, out);
  foreign_.finish(out);
  if (account_.settle_all()) out.emplace_back(LostTurns{account_.lost()});
  append(files_.finish(), out);
  return out;
}
}  // namespace franz
