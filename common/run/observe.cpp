#include "common/run/observe.h"
#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>
#include "common/base/overload.h"
#include "common/http/content_coding.h"
#include "common/run/exchange_text.h"
#include "common/run/observe_parts.h"
#include "common/wire/api/apis.h"
#include "common/wire/limits.h"

namespace franz {
void Observe::Message::expect(std::size_t bytes, const HeldBytes& held) {
  constexpr std::size_t kHead = 4UL << 10U;
  if (bytes > held.most) {
    spilled = true;
  } else if (bytes + kHead <= held.most - std::min(held.most, held.now)) {
    wire.reserve(bytes + kHead);
  }
}

void Observe::Message::add(const MessagePiece& piece, HeldBytes& held, Outputs& out) {
  begun = true;
  const bool is_request = key.side == MessagePiece::Side::request;
  for (const auto& [at, size] : piece.body) {
    if (!is_request) break;  // the reader of a reply keeps what is needed of it
    body_digest.update(std::string_view(piece.wire).substr(at, size));
    if (spilled) continue;
    const std::size_t from = wire.size() + at;
    if (!parts.empty() && parts.back().first + parts.back().second == from) {
      parts.back().second += size;
    } else {
      parts.emplace_back(from, size);
    }
  }
  if (!spilled && held.now + piece.wire.size() <= held.most) {
    wire += piece.wire;
    held.now += piece.wire.size();
    return;
  }
  if (!spilled) {
    spilled = true;
    if (!wire.empty()) out.emplace_back(SpilledBytes{key, take(held)});
    parts = {};
  }
  out.emplace_back(SpilledBytes{key, piece.wire});
}

std::string Observe::Message::take(HeldBytes& held) {
  held.now -= wire.size();
  return std::exchange(wire, {});
}

std::string_view Observe::Message::body(std::string& joined) const {
  if (parts.size() == 1)
    return std::string_view(wire).substr(parts.front().first, parts.front().second);
  for (const auto& [at, size] : parts) joined.append(wire, at, size);
  return joined;
}

Observe::Observe(ObserveOptions options, KnownAttempts known,
                 std::map<std::string, std::string> pictures)
    : options_(std::move(options)),
      to_record_(options_.run, options_.launch),
      known_(std::move(known)),
      pictures_(std::move(pictures)),
      held_{options_.held_bytes},
      held_replies_{options_.held_reply_bytes},
      last_by_order_(known_.last_turn()) {}

Observe::~Observe() = default;
Observe::Observe(Observe&&) noexcept = default;

std::vector<Observed> Observe::http(const HttpEvent& event) {
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

static std::string turn_text(int turn) { return "turn " + std::to_string(turn); }

static void warn(std::string text, std::vector<Observed>& out) {
  out.emplace_back(LogMessage{LogMessage::Level::warning, std::move(text)});
}

static void append(std::vector<LogMessage> messages, std::vector<Observed>& out) {
  for (LogMessage& message : messages) out.emplace_back(std::move(message));
}

// ---- Requests

void Observe::request_started(const RequestStarted& event) {
  if (!to_record_.wants(*event.request)) return;
  Open open(event.exchange, options_.secrets);
  open.request = event.request;
  open.seen.api = find_api_at(event.request->target);  // never null
  const auto length = find_header(event.headers, "content-length");
  std::size_t bytes = 0;
  if (length) std::from_chars(length->data(), length->data() + length->size(), bytes);
  open.asked.expect(bytes, held_);
  open_.insert_or_assign(event.exchange, std::move(open));
}

void Observe::message_piece(const MessagePiece& event, Outputs& out) {
  const auto found = open_.find(event.exchange);
  if (found == open_.end()) return;
  Open& open = found->second;
  if (event.side == MessagePiece::Side::request) return open.asked.add(event, held_, out);
  open.answered.add(event, held_, out);
  std::optional<ReplyStream::Shown> shown = open.reply.add(event, held_replies_);
  if (!shown || open.seen.turn == 0 || (shown->text.empty() && shown->reasoning.empty())) return;
  out.emplace_back(ReplyDelta{open.seen.turn, open.seen.attempt, std::move(shown->text),
                              std::move(shown->reasoning), shown->offset});
}

void Observe::drop(Open& open, Outputs& out) {
  for (Message* message : {&open.asked, &open.answered}) {
    static_cast<void>(message->take(held_));
    if (message->spilled) out.emplace_back(SpilledGone{message->key});
  }
  open.reply.release(held_replies_);
}

void Observe::request_read(const RequestRead& event, Outputs& out) {
  const auto found = open_.find(event.exchange);
  if (found == open_.end()) return;
  Open& open = found->second;
  open.request = event.request;
  SeenAttempt& seen = open.seen;
  seen.problem = event.request->problem;
  if (seen.problem.empty() && open.asked.spilled)
    seen.problem =
        "over " + std::to_string(options_.held_bytes >> 20U) + " MiB of messages are in progress";
  seen.has_id = event.request->turn.has_value();
  if (!seen.has_id && seen.problem.empty()) {
    std::string joined;
    const Result<RequestView> view = seen.api->read(open.asked.body(joined));
    if (!view.ok() || view.value().messages.empty()) {
      // It is not a turn.
      drop(open, out);
      open_.erase(found);
      return;
    }
  }
  if (seen.has_id) {
    seen.turn = event.request->turn->turn;
    seen.request = event.request->turn->request;
    seen.after = event.request->turn->after;
    if (known_.find(seen.request) != nullptr)
      warn(turn_text(seen.turn) + ": the id of its request was used before: " + seen.request, out);
  } else {
    // Each request without an id is a turn of its own.
    seen.turn = last_by_order_ = std::min(last_by_order_, kMaxTurn - 1) + 1;
  }
  if (!options_.launch) forget_far(seen.turn);
  lose_missed(seen.turn, event.time_ms, out);  // the loop did not continue from it
  Turn& turn = turns_[seen.turn];
  turn.attempts = std::min(std::max(turn.attempts, known_.count(seen.turn)), kMaxAttempt - 1) + 1;
  seen.attempt = turn.attempts;
  seen.time = utc_text(event.time_ms);
  open.request_done_ms = event.time_ms;
  seen.body_bytes = event.request->body_bytes;
  if (event.request->problem.empty()) seen.body_sha256 = open.asked.body_digest.finish();
  seen.witnessed = options_.witness == Witness::relay;
  open_if_known(open, out);
}

void Observe::open_if_known(Open& open, Outputs& out) {
  const Turn& turn = turns_[open.seen.turn];
  if (open.opened || (options_.launch && !turn.acted)) return;
  open.opened = true;
  std::string joined;
  open.seen.body = open.seen.problem.empty() ? open.asked.body(joined) : "";
  MadeRecord made = make_record(open.seen, turn.reported, known_);
  if (!made.picture_problem.empty())
    warn(turn_text(open.seen.turn) + ": the picture could not be read: " + made.picture_problem,
         out);
  out.emplace_back(TurnOpened{open.seen.turn, open.seen.attempt,
                              std::make_shared<const std::string>(to_json(made.record)),
                              std::move(made.picture)});
  open.seen.body = "";
}

// ---- Replies

void Observe::response_started(const ResponseStarted& event) {
  const auto found = open_.find(event.exchange);
  if (found == open_.end()) return;
  const auto header = [&](const char* name) {
    return find_header(event.headers, name).value_or("");
  };
  found->second.reply.begin(
      decoding_reader(header("content-encoding"),
                      found->second.seen.api->reader(event.status, header("content-type"))));
}

// Handles an exchange whose events were dropped for lack of room. Its id may name its turn.
void Observe::missed(const HttpExchange& exchange, Outputs& out) {
  const std::optional<FranzTurn>& id = exchange.request->turn;
  const int turn = id ? id->turn : std::min(last_by_order_, kMaxTurn - 1) + 1;
  const std::string& why = exchange.request->problem;
  const int status = exchange.response.status;
  if (!exchange.reply_unread && !(exchange.delivered_whole && status == 200))
    return warn(turn_text(turn) + ": an attempt was not recorded: " + why, out);
  if (!id) last_by_order_ = turn;
  warn(turn_text(turn) + " was not recorded: " + why, out);
  const MissedAttempt missed{id ? id->request : "", why};
  if (!options_.launch || !options_.state || !exchange.delivered_whole)
    return lose(turn, missed, exchange.finished_ms, out);
  // The loop reports the turn's end after its state has the reply.
  lose_missed(turn, exchange.finished_ms, out);
  turns_[turn].missed = missed;
  turns_[turn].lost_at_ms = exchange.finished_ms + options_.patience_ms;
}

void Observe::exchange_ended(const HttpExchange& exchange, Outputs& out) {
  const auto found = open_.find(exchange.id);
  if (found == open_.end()) {
    if (!exchange.request->accepted && to_record_.wants(*exchange.request))
      return missed(exchange, out);
    std::vector<LogMessage> messages;
    foreign_.exchange(exchange, messages);
    return append(std::move(messages), out);
  }
  Open open = std::move(found->second);
  open_.erase(found);
  SeenAttempt& seen = open.seen;
  if (seen.turn == 0) {  // the request never ended: no turn passed
    drop(open, out);
    if (exchange.request->turn)
      return warn(turn_text(exchange.request->turn->turn) +
                      ": its request did not end: " + exchange.request->problem,
                  out);
    std::vector<LogMessage> messages;
    foreign_.exchange(exchange, messages);
    return append(std::move(messages), out);
  }
  const HttpResponse& response = exchange.response;
  if (!open.reply.reply()) {
    if (!open.reply.begun()) open.reply.begin(seen.api->reader(response.status, ""));
    const bool whole = exchange.delivered_whole && response.accepted;
    open.reply.finish(whole ? ReplyReader::End::whole : ReplyReader::End::broken, held_replies_);
  }
  SeenReply& reply = seen.reply.emplace();
  reply.status = response.status;
  reply.reply = open.reply.reply();
  reply.text = open.reply.text();
  reply.whole = exchange.delivered_whole;
  reply.problem = !open.reply.problem().empty() ? open.reply.problem() : response.problem;
  // A reply that signalled its own end is complete, even if its transport failed afterwards.
  if (open.reply.problem().empty() && reply.reply->done && response.accepted) reply.problem.clear();
  ready_.push_back({std::move(open), exchange, exchange.finished_ms + options_.patience_ms});
  release_ready(exchange.finished_ms, out);
}

// A lost connection that carried turns gets a warning of its own.
void Observe::observation_ended(const ObservationEnded& event, Outputs& out) {
  if (event.of_turn)
    return warn("connection " + std::to_string(event.connection) +
                    " can no longer be recorded: " + event.why,
                out);
  std::vector<LogMessage> messages;
  foreign_.observation_ended(event, messages);
  append(std::move(messages), out);
}

// ---- Attempts

void Observe::release_ready(double now_ms, Outputs& out) {
  while (!ready_.empty()) {
    const Ready& next = ready_.front();
    const bool waits = options_.launch && !next.open.said && !turns_[next.open.seen.turn].acted &&
                       now_ms < next.deadline_ms;
    if (waits) return;
    Ready ready = std::move(ready_.front());
    ready_.pop_front();
    record(std::move(ready), out);
  }
}

// Warns people once about a turn whose requests all fail alike, and not about a closed kept-alive
// connection, because its client repeats the request immediately. The log has each attempt.
void Observe::failed(const Ready& ready, const TurnRecord& record, Outputs& out) {
  const SeenReply& reply = *ready.open.seen.reply;
  const std::string outcome = outcome_text(ready.exchange, *reply.reply, reply.problem);
  const std::string turn = turn_text(record.turn);
  const bool is_new = std::exchange(last_failure_, turn + outcome) != turn + outcome;
  out.emplace_back(
      LogMessage{is_new && reply.status != 0 ? LogMessage::Level::warning : LogMessage::Level::info,
                 turn + ", attempt " + std::to_string(record.attempt) + ": " + outcome});
}

void Observe::record(Ready ready, Outputs& out) {
  Open& open = ready.open;
  SeenAttempt& seen = open.seen;
  Turn& turn = open.said ? *open.said : turns_[seen.turn];
  std::string joined;
  seen.body = seen.problem.empty() ? open.asked.body(joined) : "";
  MadeRecord made = make_record(seen, turn.reported, known_);
  seen.body = "";
  std::string().swap(joined);
  Written written;
  TurnRecord& record = written.record = std::move(made.record);
  const HttpExchange& exchange = ready.exchange;
  if (turn.started_ms && turn.acted_ms) record.executor_ms = *turn.acted_ms - *turn.started_ms;
  if (turn.started_ms) record.turn_ms = exchange.finished_ms - *turn.started_ms;
  if (exchange.first_byte_ms > 0)
    record.first_byte_ms = exchange.first_byte_ms - open.request_done_ms;
  record.model_ms = exchange.finished_ms - open.request_done_ms;
  written.entry.request = seen.request;
  written.entry.after = seen.after;
  written.entry.witness = options_.witness;
  written.entry.delivered = is_delivered(*seen.reply);
  written.entry.usable = is_usable(*seen.reply);
  written.picture = std::move(made.picture);
  written.plan = turn.plan;
  written.time_ms = exchange.finished_ms;
  // A message with missing pieces gets no file.
  for (const auto& [message, side, accepted] :
       {std::tuple(&open.asked, "request", open.request->accepted),
        std::tuple(&open.answered, "response", exchange.response.accepted)}) {
    std::string bytes = message->take(held_);
    const std::string name = exchange_file(seen.turn, seen.attempt, side);
    if (message->spilled && accepted) {
      written.messages.push_back({name, nullptr, message->key});
    } else if (message->spilled) {
      out.emplace_back(SpilledGone{message->key});
    } else if (message->begun && accepted) {
      written.messages.push_back({name, std::make_shared<const std::string>(std::move(bytes))});
    }
  }
  if (!made.violation.empty())
    out.emplace_back(
        LogMessage{LogMessage::Level::error,
                   turn_text(seen.turn) +
                       ": the memory was changed between reply and request: " + made.violation});
  if (!written.entry.usable) failed(ready, record, out);
  write(std::move(written), out);
}

std::optional<double> Observe::due_ms() const {
  std::optional<double> due = foreign_.due_ms();
  const auto also = [&due](double at_ms) { due = std::min(due.value_or(at_ms), at_ms); };
  if (!ready_.empty()) also(ready_.front().deadline_ms);
  for (const auto& [number, turn] : turns_)
    if (turn.lost_at_ms) also(*turn.lost_at_ms);
  return due;
}

std::vector<Observed> Observe::tick(double now_ms) {
  Outputs out;
  release_ready(now_ms, out);
  lose_overdue(now_ms, out);
  std::vector<LogMessage> messages;
  foreign_.tick(now_ms, messages);
  append(std::move(messages), out);
  return out;
}

std::vector<Observed> Observe::loop_ended(double now_ms) {
  Outputs out;
  // No later events can belong to these exchanges.
  for (Ready& ready : ready_)
    if (!ready.open.said) ready.open.said = turns_[ready.open.seen.turn];
  for (auto& [id, open] : open_)
    if (!open.said && open.seen.turn != 0) open.said = turns_[open.seen.turn];
  release_ready(now_ms, out);
  for (auto& [number, turn] : turns_)
    if (turn.lost_at_ms) turn.lost_at_ms = now_ms;
  lose_overdue(now_ms, out);
  return out;
}

std::vector<Observed> Observe::finish(double now_ms) {
  Outputs out = loop_ended(now_ms);
  for (auto& [id, open] : open_) drop(open, out);
  open_.clear();
  std::vector<LogMessage> messages;
  foreign_.finish(messages);
  append(std::move(messages), out);
  return out;
}
}  // namespace franz
