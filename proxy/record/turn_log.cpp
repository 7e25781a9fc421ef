#include "proxy/record/turn_log.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "common/memory/places.h"
#include "common/run/record_parts.h"
#include "common/wire/limits.h"

namespace franz::proxy {
// Turns around the present one whose actions are still remembered; and replies, which may be large.
static constexpr int kRememberedActions = 4;
static constexpr int kRememberedReplies = 2;
static constexpr double kForeignLine_ms = 60000;  // at most one line about foreign requests in it
static constexpr std::size_t kKeptHead = 64UL << 10U;  // bytes of a message's head, for its file

// What judge() needs beside the record, also when the reply is whole.
struct TurnLog::Asked {
  std::string why_no_story;  // empty: what it carries of replies could be read
  bool carries_last = true;  // the reply to the turn before: the record's story
  struct Older {
    int turn = 0;
    std::size_t message = 0;
    std::string sha256;  // of the token
  };
  std::vector<Older> older;  // the replies before that
  bool by_order = false;     // the client has no ids: the turn's number is our guess
};

struct TurnLog::Attempt {
  TurnRecord record;  // its turn is 0 until the request has ended
  Asked asked;
  std::shared_ptr<const HttpRequest> request;
  std::string body;  // of the request, until it is read
  bool body_held = true;
  Sha256 digest;                            // of all of it, held or not
  std::string request_head, response_head;  // what stands before the bodies
  bool response_bytes = false;              // some were told
  std::shared_ptr<const std::string> picture;
  double request_done_ms = 0;
  const Api* api = nullptr;             // that the request speaks: never null
  std::unique_ptr<ReplyReader> reader;  // from the reply's head on; null before
  std::size_t reply_held = 0;           // bytes of it, counted in held_reply_bytes_
  std::string reply_problem;            // why it was not read to its end; empty: it was
  std::optional<ModelReply> reply;      // set when [DONE] came: it is whole before its transport
  SharedText reply_text;                // its token, and in `reply` no more
  std::size_t shown = 0;                // characters told in deltas
  std::string tail, reasoning_tail;     // not told yet: they may be the beginning of a secret
  bool opened = false;
};

// What the orchestrator told of a turn.
struct TurnLog::Acted {
  ToldTurn told;
  std::optional<double> started_ms, acted_ms;
};

// A record that is ready but for the orchestrator's events.
struct TurnLog::PendingRecord {
  TurnRecord record;
  Asked asked;
  std::shared_ptr<const std::string> picture;
  double finished_ms = 0, deadline_ms = 0;
  bool complete = true;  // all bytes of both messages were told
};

template <typename Value>
static void forget_far(std::map<int, Value>& turns, int now, int most) {
  std::erase_if(turns, [=](const auto& each) { return std::abs(each.first - now) > most; });
}

static std::string stream_of(std::uint64_t exchange, MessagePiece::Side side) {
  return "exchange-" + std::to_string(exchange) +
         (side == MessagePiece::Side::request ? ".request" : ".response");
}

TurnLog::TurnLog(TurnLogOptions options, KnownTurns known)
    : options_(std::move(options)),
      to_record_(options_.run, options_.launch),
      attempts_(std::move(known.attempts)),
      last_(known.last) {
  reply_sha256_ = std::move(known.reply_sha256);
  for (auto& [turn, token] : known.replies) know_reply(turn, Reply{std::move(token), ""});
}

TurnLog::~TurnLog() = default;
TurnLog::TurnLog(TurnLog&&) noexcept = default;

std::vector<LogOutput> TurnLog::http(const HttpEvent& event) {
  Outputs out;
  if (const auto* asked = std::get_if<RequestStarted>(&event)) {
    request_started(*asked);
  } else if (const auto* piece = std::get_if<MessagePiece>(&event)) {
    message_piece(*piece, out);
  } else if (const auto* request = std::get_if<RequestRead>(&event)) {
    request_read(*request, out);
  } else if (const auto* started = std::get_if<ResponseStarted>(&event)) {
    response_started(*started);
  } else if (const auto* exchange = std::get_if<Exchange>(&event)) {
    exchange_ended(*exchange, out);
  } else if (const auto* ended = std::get_if<ObservationEnded>(&event)) {
    observation_ended(*ended, out);
  }
  return out;
}

void TurnLog::request_started(const RequestStarted& event) {
  if (!to_record_.wants(*event.request)) return;
  Attempt attempt;
  attempt.request = event.request;
  attempt.api = find_api_at(event.request->target);
  attempt.asked.by_order = !event.request->turn;
  // No growing: a body is held once, and not half as much again.
  const auto length = find_header(event.headers, "content-length");
  std::size_t bytes = 0;
  if (length) std::from_chars(length->data(), length->data() + length->size(), bytes);
  if (bytes <= options_.held_bytes) attempt.body.reserve(bytes);
  open_.insert_or_assign(event.exchange, std::move(attempt));
}

void TurnLog::hold_body(Attempt& attempt, const MessagePiece& piece) {
  for (const auto& [at, size] : piece.body)
    attempt.digest.update(std::string_view(piece.wire).substr(at, size));
  if (!attempt.body_held) return;
  const std::size_t before = attempt.body.size();
  append_body(piece, attempt.body);
  held_bytes_ += attempt.body.size() - before;
  if (held_bytes_ <= options_.held_bytes) return;
  release_body(attempt);
  attempt.body_held = false;
}

void TurnLog::release_body(Attempt& attempt) {
  held_bytes_ -= attempt.body.size();
  std::string().swap(attempt.body);  // an assignment would keep the room
}

void TurnLog::message_piece(const MessagePiece& event, Outputs& out) {
  const auto open = open_.find(event.exchange);
  if (open == open_.end()) return;
  Attempt& attempt = open->second;
  const bool request = event.side == MessagePiece::Side::request;
  std::string& head = request ? attempt.request_head : attempt.response_head;
  if (event.body.empty()) head.append(event.wire, 0, kKeptHead - std::min(kKeptHead, head.size()));
  out.emplace_back(StreamPiece{stream_of(event.exchange, event.side),
                               std::make_shared<const std::string>(event.wire)});
  if (request) {
    hold_body(attempt, event);
  } else {
    attempt.response_bytes = true;
    reply_bytes(attempt, event, out);
  }
}

// ---- What was lost

// The first turn that passes this proxy: what was before it is not ours to tell.
void TurnLog::seen(int turn) {
  if (!met_) accounted_ = turn - 1;
  met_ = true;
}

// Turns up to `up_to` are over: those without a record are lost. One whose reply is still being
// read is waited for, except at the end.
void TurnLog::account(int up_to, bool at_the_end, Outputs& out) {
  if (!met_) return;
  if (pending_ && !at_the_end) up_to = std::min(up_to, pending_->record.turn - 1);
  for (const auto& [id, attempt] : open_) {
    const int turn = attempt.record.turn;
    if (turn > accounted_ && !at_the_end) up_to = std::min(up_to, turn - 1);
  }
  if (up_to <= accounted_) return;
  const TurnRanges missing = recorded_.missing(accounted_ + 1, up_to);
  accounted_ = up_to;
  if (missing.empty()) return;
  lost_.add(missing);
  out.emplace_back(LostTurns{lost_});
}

// Of a turn that is recorded. Another attempt, or a late one, may make good what was lost.
void TurnLog::set_lost(int turn, bool lost, Outputs& out) {
  if (lost_.contains(turn) == lost) return;
  if (lost) {
    lost_.add(turn);
  } else {
    lost_.remove(turn);
  }
  out.emplace_back(LostTurns{lost_});
}

// What the client got as its reply went by, and is not in the record. If it asks again, nothing is
// lost.
void TurnLog::passed_unread(const Asking& asking, bool by_order, const std::string& why) {
  seen(asking.turn);
  passed_ = std::max(passed_, asking.turn);
  know_reply(asking.turn, Reply{std::nullopt, "the reply to turn " + std::to_string(asking.turn) +
                                                  " could not be read whole: " + why});
  forget_far(replies_, asking.turn, kRememberedReplies);
  if (by_order) unread_ = asking;
}

// ---- Requests

// Of a client without ids that asks again when it got no reply: only a recorded turn is over, or
// one whose reply it may have got, if it asks for something else now.
int TurnLog::turn_by_order(const std::string& sha256) const {
  int over = last_;
  if (unread_ && unread_->turn > last_) {
    const bool again = !sha256.empty() && unread_->sha256 == sha256;
    over = again ? unread_->turn - 1 : unread_->turn;
  }
  return std::min(over, kMaxTurn - 1) + 1;
}

// Of the request in hand among those for its turn, from 1.
int TurnLog::number_attempt(int turn, bool by_order, const std::string& sha256, Outputs& out) {
  const std::optional<Asking> refused = std::exchange(refused_, std::nullopt);
  if (by_order && refused && refused->turn == turn && refused->sha256 != sha256) {
    out.emplace_back(ForgetFiles{{exchange_file(turn, refused->attempt, "request"),
                                  exchange_file(turn, refused->attempt, "response")}});
    return refused->attempt;
  }
  int& number = attempts_[turn];
  number = std::min(number, kMaxAttempt - 1) + 1;
  return number;
}

void TurnLog::request_read(const RequestRead& event, Outputs& out) {
  const auto open = open_.find(event.exchange);
  if (open == open_.end()) return;
  Attempt& attempt = open->second;
  attempt.request = event.request;
  const bool by_order = attempt.asked.by_order;
  const bool whole = event.request->problem.empty() && attempt.body_held;
  Result<RequestView> view =
      Error{event.request->problem.empty() ? "over " + std::to_string(options_.held_bytes >> 20U) +
                                                 " MiB of requests are under way"
                                           : event.request->problem};
  if (whole) view = attempt.api->read(attempt.body);
  if (by_order && (!view.ok() || view.value().messages.empty())) {
    // Whatever it asks for, it is no turn.
    out.emplace_back(StreamEnd{stream_of(event.exchange, MessagePiece::Side::request), ""});
    out.emplace_back(StreamEnd{stream_of(event.exchange, MessagePiece::Side::response), ""});
    release(attempt);
    open_.erase(open);
    return;
  }
  std::string sha256 = event.request->problem.empty() ? attempt.digest.finish() : "";
  const int turn = by_order ? turn_by_order(sha256) : event.request->turn->turn;
  if (pending_ && pending_->record.turn != turn) release_pending(out);
  if (turn > last_ && turn != begun_ && last_ > 0) {
    out.emplace_back(TurnsFinished{last_});
    begun_ = turn;
  }
  forget_far(replies_, turn, kRememberedReplies);

  TurnRecord& record = attempt.record;
  record.turn = turn;
  record.time = utc_text(event.time_ms);
  attempt.request_done_ms = event.time_ms;
  record.request_bytes = event.request->body_bytes;
  record.request_sha256 = std::move(sha256);
  record.attempt = number_attempt(turn, by_order, record.request_sha256, out);
  if (view.ok()) {
    read_request(attempt, view.value(), out);
  } else {
    attempt.asked.why_no_story = "the request could not be read: " + view.error().message;
  }
  release_body(attempt);
  judge(record, attempt.asked);
  const std::string stream = stream_of(event.exchange, MessagePiece::Side::request);
  const std::string name = exchange_file(turn, record.attempt, "request");
  out.emplace_back(StreamEnd{stream, event.request->told ? name : ""});
  if (!event.request->told) {
    out.emplace_back(SaveFile{name, std::make_shared<const std::string>(attempt.request_head)});
  }
  open_if_known(attempt, out);
}

// The story as it stands in a request: as a rule the reply before it, whose bytes it then shares.
SharedText TurnLog::shared_story(int turn, std::string_view token) const {
  const auto before = replies_.find(turn - 1);
  const bool same =
      before != replies_.end() && before->second.token && *before->second.token == token;
  return same ? *before->second.token : SharedText(std::string(token));
}

// What the request carries of the replies, where the memory puts them.
void TurnLog::read_replies(Attempt& attempt, const RequestView& view) const {
  TurnRecord& record = attempt.record;
  Asked& asked = attempt.asked;
  const std::vector<Message> expected = expected_messages(*options_.memory, record.turn);
  asked.carries_last = false;
  if (view.messages.size() != expected.size()) {
    asked.why_no_story = "expected " + count_text(expected.size(), "message") + ", got " +
                         std::to_string(view.messages.size());
    return;
  }
  for (const PartPlace place : places_of(expected, Part::Source::reply)) {
    const std::string name = "messages[" + std::to_string(place.message) + "]";
    const int turn = expected[place.message].parts[place.part].turn;
    const auto token = sent_text(expected, view, place);
    if (!token) {
      asked.why_no_story = name + " has no single text";
    } else if (!is_kept(*token)) {
      asked.why_no_story = name + " is longer than 16 MiB";
    } else if (turn == record.turn - 1) {
      asked.carries_last = true;
      record.story = shared_story(record.turn, *token);
    } else {
      asked.older.push_back({turn, place.message, sha256_hex(*token)});
    }
  }
}

void TurnLog::read_request(Attempt& attempt, const RequestView& view, Outputs& out) {
  TurnRecord& record = attempt.record;
  if (options_.memory != nullptr) read_replies(attempt, view);
  auto picture = add_request(record, view, options_.memory);
  if (picture.ok()) {
    attempt.picture = std::move(picture).value();
  } else {
    out.emplace_back(LogEntry{LogEntry::Level::warning,
                              "turn " + std::to_string(record.turn) +
                                  ": the picture could not be read: " + picture.error().message});
  }
}

// Of a memory that needs all steps each reply leaves its digest.
void TurnLog::know_reply(int turn, Reply reply) {
  if (options_.memory != nullptr && options_.memory->need == Need::all_steps) {
    if (reply.token) {
      reply_sha256_[turn] = sha256_hex(reply.token->str());
    } else {
      reply_sha256_.erase(turn);
    }
  }
  replies_[turn] = std::move(reply);
}

SstResult TurnLog::judge_replies(const TurnRecord& record, const Asked& asked) const {
  if (options_.memory == nullptr) return {SstVerdict::not_applicable, "", std::nullopt};
  for (const Asked::Older& older : asked.older) {
    const std::string reply = "the reply to turn " + std::to_string(older.turn);
    const auto known = reply_sha256_.find(older.turn);
    if (known == reply_sha256_.end())
      return {SstVerdict::unverifiable, reply + " is not known", std::nullopt};
    if (known->second != older.sha256)
      return {SstVerdict::violation,
              "messages[" + std::to_string(older.message) + "] is not " + reply, std::nullopt};
  }
  if (asked.why_no_story.empty() && !asked.carries_last)
    return {record.turn <= 1 ? SstVerdict::first : SstVerdict::ok, "", std::nullopt};
  SstCase the_case;
  the_case.turn = record.turn;
  if (asked.why_no_story.empty()) the_case.story = record.story.str();
  the_case.why_no_story = asked.why_no_story;
  the_case.why_no_reply = "turn " + std::to_string(record.turn - 1) + " was not recorded";
  const auto before = replies_.find(record.turn - 1);
  if (before != replies_.end()) {
    if (before->second.token) the_case.reply = before->second.token->str();
    the_case.why_no_reply = before->second.why;
  }
  return check_sst(the_case);
}

// Says what a violation is, for people.
std::string TurnLog::judge(TurnRecord& record, const Asked& asked) const {
  SstResult result = judge_replies(record, asked);
  // A client without ids that cut its reply may ask again, or go on with what it has got: then this
  // is the next turn, and nothing was changed.
  if (result.verdict == SstVerdict::violation && asked.by_order && cut_turn_ == record.turn)
    result = {SstVerdict::unverifiable,
              "the attempt before was cut: a client without ids may have gone on with its part",
              std::nullopt};
  record.verdict = std::string(name_of(result.verdict));
  record.detail = detail_json(result);
  return result.detail;
}

// Adds what the orchestrator told of the turn.
void TurnLog::add_acted(TurnRecord& record) const {
  const auto found = acted_.find(record.turn);
  if (found == acted_.end()) return;
  const Acted& acted = found->second;
  add_told(record, acted.told);
  if (acted.started_ms && acted.acted_ms) record.executor_ms = *acted.acted_ms - *acted.started_ms;
}

void TurnLog::open_if_known(Attempt& attempt, Outputs& out) {
  const auto acted = acted_.find(attempt.record.turn);
  const bool known =
      !options_.launch || (acted != acted_.end() && acted->second.told.out != "null");
  if (attempt.opened || !known) return;
  attempt.opened = true;
  TurnRecord so_far = attempt.record;
  add_acted(so_far);
  out.emplace_back(TurnOpened{so_far.turn, so_far.attempt,
                              std::make_shared<const std::string>(to_json(so_far)),
                              attempt.picture});
}

void TurnLog::response_started(const ResponseStarted& event) {
  const auto open = open_.find(event.exchange);
  if (open == open_.end()) return;
  Attempt& attempt = open->second;
  attempt.reader =
      attempt.api->reader(event.status, find_header(event.headers, "content-type").value_or(""));
}

// What can be shown of a text that goes on.
std::string TurnLog::shown_part(std::string& tail, const std::string& text) const {
  if (options_.secrets == nullptr || text.empty()) return text;
  std::string all = options_.secrets->mask(std::exchange(tail, {}) + text);
  const std::size_t open = options_.secrets->open_end(all);
  tail = all.substr(open);
  all.resize(open);
  return all;
}

void TurnLog::count_reply(Attempt& attempt) {
  const std::size_t held = attempt.reader ? attempt.reader->held() : 0;
  held_reply_bytes_ += held - attempt.reply_held;
  attempt.reply_held = held;
}

// Of one that is no turn's: what it holds, without a result.
void TurnLog::release(Attempt& attempt) {
  release_body(attempt);
  attempt.reader.reset();
  count_reply(attempt);
}

void TurnLog::reply_bytes(Attempt& attempt, const MessagePiece& piece, Outputs& out) {
  if (!attempt.reader || attempt.reply || !attempt.reply_problem.empty()) return;
  bool going_on = true;
  for (const auto& [at, size] : piece.body)
    going_on = going_on && attempt.reader->feed(std::string_view(piece.wire).substr(at, size));
  count_reply(attempt);
  if (held_reply_bytes_ > options_.held_reply_bytes && held_reply_bytes_ > attempt.reply_held) {
    attempt.reply_problem = "over " + std::to_string(options_.held_reply_bytes >> 20U) +
                            " MiB of replies are under way";
    attempt.reader.reset();
    count_reply(attempt);
    going_on = false;
  }
  if (!going_on) return;
  ReplyDelta delta{attempt.record.turn, attempt.record.attempt,
                   shown_part(attempt.tail, attempt.reader->take_content()),
                   shown_part(attempt.reasoning_tail, attempt.reader->take_reasoning()),
                   attempt.shown};
  attempt.shown += count_characters(delta.text);
  const bool numbered = attempt.record.turn > 0;
  if (numbered && (!delta.text.empty() || !delta.reasoning.empty()))
    out.emplace_back(std::move(delta));
  if (!attempt.reader->done()) return;
  // The client may take the reply as whole from here on, and ask for the next turn on another
  // connection before this one has ended.
  finish_reply(attempt, ReplyReader::End::broken);
  if (numbered && attempt.reply->kind == ModelReply::Kind::reply)
    know_reply(attempt.record.turn, Reply{attempt.reply_text, ""});
}

// Of its text there is one copy from here on.
void TurnLog::finish_reply(Attempt& attempt, ReplyReader::End end) {
  ModelReply& reply = attempt.reply.emplace(attempt.reader->finish(end));
  attempt.reader.reset();
  count_reply(attempt);
  if (options_.secrets != nullptr && !options_.secrets->empty()) {
    for (std::optional<std::string>* text : {&reply.content, &reply.reasoning})
      if (*text) *text = options_.secrets->mask(**text);
    for (ReplyCall& call : reply.calls)
      for (std::string* value : {&call.id, &call.name, &call.arguments})
        *value = options_.secrets->mask(*value);
  }
  attempt.reply_text = story_token(reply);
  reply.content.reset();
}

// A reply that ended as it should replaces what was remembered of the turn; one that may have
// reached the client whole, though it could not be read, makes the turn unverifiable; a refused or
// broken attempt changes nothing, for no client takes its text.
void TurnLog::remember_reply(const Attempt& attempt, const Exchange& exchange) {
  const ModelReply& reply = *attempt.reply;
  const std::string& problem = attempt.reply_problem;
  if (reply.kind == ModelReply::Kind::reply && (problem.empty() || reply.done)) {
    know_reply(attempt.record.turn, Reply{attempt.reply_text, ""});
  } else if (!problem.empty() && exchange.response.status == 200) {
    know_reply(attempt.record.turn,
               Reply{std::nullopt, "the reply to turn " + std::to_string(attempt.record.turn) +
                                       " could not be read whole: " + problem});
  }
  forget_far(replies_, attempt.record.turn, kRememberedReplies);
}

// Whether its story is the one that the turn has: then it is the run's own request.
static bool carries_story(const TurnRecord& record) {
  return record.verdict == "ok" || (record.verdict == "first" && record.story == "\"\"");
}

static std::string outcome_text(const Exchange& exchange, const ModelReply& reply,
                                const std::string& problem) {
  if (exchange.own_answer)
    return reply.error.text.empty() ? "the upstream could not be reached" : reply.error.text;
  if (exchange.response.status == 0) {
    const std::string what = exchange.reply_unread              ? "the reply could not be read"
                             : exchange.response.wire_bytes > 0 ? "the reply's head was cut"
                                                                : "no answer came";
    return problem.empty() ? what : what + ": " + problem;
  }
  std::string text = "status " + std::to_string(exchange.response.status);
  if (!problem.empty()) return text + ", " + problem;
  if (reply.kind == ModelReply::Kind::error) return text + ": " + reply.error.text;
  return text + ", the reply is not whole";
}

// Nobody took its bytes. Which request it was its id tells, or else its place in the order.
void TurnLog::lost_exchange(const Exchange& exchange, Outputs& out) {
  const bool by_order = !exchange.request->turn;
  const int turn = by_order ? turn_by_order("") : exchange.request->turn->turn;
  const std::string& why = exchange.request->problem;
  const int status = exchange.response.status;
  const bool answered = exchange.reply_unread || (exchange.delivered_whole && status == 200);
  if (answered) passed_unread({turn, 0, ""}, by_order, why);
  out.emplace_back(
      LogEntry{LogEntry::Level::warning,
               "turn " + std::to_string(turn) +
                   (answered ? " passed unrecorded: " : ": an attempt was not recorded: ") + why});
}

// An attempt whose request never came to its end: no turn passed.
void TurnLog::unfinished_request(const Attempt& attempt, const Exchange& exchange, Outputs& out) {
  out.emplace_back(StreamEnd{stream_of(exchange.id, MessagePiece::Side::request), ""});
  out.emplace_back(StreamEnd{stream_of(exchange.id, MessagePiece::Side::response), ""});
  if (attempt.asked.by_order) return foreign_exchange(exchange, out);
  out.emplace_back(LogEntry{LogEntry::Level::warning,
                            "turn " + std::to_string(exchange.request->turn->turn) +
                                ": its request did not end: " + exchange.request->problem});
}

void TurnLog::exchange_ended(const Exchange& exchange, Outputs& out) {
  const auto open = open_.find(exchange.id);
  if (open == open_.end()) {
    const bool lost = !exchange.request->told && to_record_.wants(*exchange.request);
    return lost ? lost_exchange(exchange, out) : foreign_exchange(exchange, out);
  }
  Attempt attempt = std::move(open->second);
  open_.erase(open);
  if (attempt.record.turn == 0) {
    release(attempt);
    return unfinished_request(attempt, exchange, out);
  }
  const HttpResponse& response = exchange.response;
  const bool dropped = !attempt.reply_problem.empty();  // by us
  if (!dropped) attempt.reply_problem = response.problem;
  const bool whole = exchange.delivered_whole && response.told;
  if (!attempt.reply) {
    if (!attempt.reader) attempt.reader = attempt.api->reader(response.status, "");
    finish_reply(attempt, whole ? ReplyReader::End::whole : ReplyReader::End::broken);
  }
  const ModelReply& reply = *attempt.reply;
  TurnRecord& record = attempt.record;
  remember_reply(attempt, exchange);
  if (attempt.response_bytes) {
    const std::string name = exchange_file(record.turn, record.attempt, "response");
    out.emplace_back(
        StreamEnd{stream_of(exchange.id, MessagePiece::Side::response), response.told ? name : ""});
    if (!response.told) {
      out.emplace_back(SaveFile{name, std::make_shared<const std::string>(attempt.response_head)});
    }
  }

  const bool unread =
      exchange.delivered_whole && response.status == 200 && !attempt.reply_problem.empty();
  if (reply.kind != ModelReply::Kind::reply && !unread) {
    out.emplace_back(LogEntry{LogEntry::Level::warning,
                              "turn " + std::to_string(record.turn) + ", attempt " +
                                  std::to_string(record.attempt) + ": " +
                                  outcome_text(exchange, reply, attempt.reply_problem)});
    const bool by_order = attempt.asked.by_order;
    const Asking asking{record.turn, record.attempt, record.request_sha256};
    const bool unknown = exchange.reply_unread || !response.told || dropped;
    if (unknown && (response.status == 200 || response.status == 0)) {
      passed_unread(asking, by_order, attempt.reply_problem);
    } else if (response.status == 200) {
      cut_turn_ = record.turn;  // it began well: who asked may go on with its part
    }
    if (by_order && reply.kind == ModelReply::Kind::error && !carries_story(record))
      refused_ = asking;
    return;
  }
  const bool complete = attempt.request->told && response.told;
  if (unread) {
    record.response.emplace().status = response.status;
  } else {
    record.response = recorded_reply(reply, attempt.reply_text, response.status);
  }
  if (exchange.first_byte_ms > 0)
    record.first_byte_ms = exchange.first_byte_ms - attempt.request_done_ms;
  record.model_ms = exchange.finished_ms - attempt.request_done_ms;

  if (pending_) release_pending(out);
  PendingRecord pending{std::move(record),
                        std::move(attempt.asked),
                        std::move(attempt.picture),
                        exchange.finished_ms,
                        exchange.finished_ms + options_.patience_ms,
                        complete};
  const auto acted = acted_.find(pending.record.turn);
  if (options_.launch && (acted == acted_.end() || acted->second.told.out == "null")) {
    pending_ = std::make_unique<PendingRecord>(std::move(pending));
  } else {
    this->record(std::move(pending), out);
  }
}

// ---- Foreign requests

void TurnLog::foreign_exchange(const Exchange& exchange, Outputs& out) {
  const HttpRequest& request = *exchange.request;
  std::string text = "foreign request: " + request.method + " " + request.target + ": ";
  text += exchange.response.status == 0 ? std::string("no answer")
                                        : "status " + std::to_string(exchange.response.status);
  if (exchange.own_answer) text += " from the proxy itself: the upstream could not be reached";
  if (request.has_origin) text += " (asked by a web page: it has an Origin header)";
  foreign_line(request.has_origin ? foreign_pages_ : foreign_, to_valid_utf8(text),
               exchange.finished_ms, out);
}

// Of a connection that carried turns it is worth a line of its own.
void TurnLog::observation_ended(const ObservationEnded& event, Outputs& out) {
  const std::string connection = "connection " + std::to_string(event.connection);
  if (!event.of_turn) {
    return foreign_line(foreign_, "foreign " + connection + ": no longer read: " + event.why,
                        event.time_ms, out);
  }
  out.emplace_back(
      LogEntry{LogEntry::Level::warning, connection + " can no longer be recorded: " + event.why});
}

void TurnLog::foreign_line(ForeignLines& lines, std::string text, double now_ms, Outputs& out) {
  ++lines.untold;
  lines.last = std::move(text);
  if (now_ms >= lines.next_line_ms) tell_untold(lines, now_ms, out);
}

void TurnLog::tell_untold(ForeignLines& lines, double now_ms, Outputs& out) {
  if (lines.untold == 0) return;
  const bool pages = &lines == &foreign_pages_;
  std::string text = std::exchange(lines.last, {});
  if (text.empty()) text = "foreign requests";
  if (lines.untold > 1)
    text += "; and " + std::to_string(lines.untold - 1) + " more since the last line";
  out.emplace_back(LogEntry{pages ? LogEntry::Level::warning : LogEntry::Level::info,
                            std::move(text), pages ? lines.untold : 0});
  lines.untold = 0;
  lines.next_line_ms = now_ms + kForeignLine_ms;
}

void TurnLog::release_pending(Outputs& out) {
  if (!pending_) return;
  const std::unique_ptr<PendingRecord> pending = std::move(pending_);
  record(std::move(*pending), out);
}

void TurnLog::record(PendingRecord pending, Outputs& out) {
  TurnRecord& record = pending.record;
  // Again: the reply before may have ended after this request was read.
  const std::string detail = judge(record, pending.asked);
  if (record.verdict == "violation") {
    out.emplace_back(LogEntry{LogEntry::Level::error,
                              "turn " + std::to_string(record.turn) +
                                  ": the memory was changed between reply and request: " + detail});
  }
  save(std::move(pending), out);
}

// The turn that the run finished with sends nothing: it is made of events alone.
void TurnLog::close(const LoopEvent& event, double now_ms, Outputs& out) {
  release_pending(out);
  const auto acted = acted_.find(event.turn);
  ClosingRecord made = closing_record(
      event, acted == acted_.end() ? ToldTurn{} : acted->second.told, utc_text(now_ms));
  PendingRecord pending;
  pending.record = std::move(made.record);
  pending.picture = std::move(made.picture);
  pending.finished_ms = now_ms;
  save(std::move(pending), out);
}

void TurnLog::save(PendingRecord pending, Outputs& out) {
  TurnRecord& record = pending.record;
  add_acted(record);
  const auto acted = acted_.find(record.turn);
  if (acted != acted_.end() && acted->second.started_ms)
    record.turn_ms = pending.finished_ms - *acted->second.started_ms;
  const int batch = first_of_batch(last_);
  if (last_ > 0 && record.turn >= batch + kBatchTurns)
    out.emplace_back(SaveBatch{batch, batch + kBatchTurns - 1});
  last_ = std::max(last_, record.turn);
  seen(record.turn);
  recorded_.add(record.turn);
  set_lost(record.turn, !pending.complete, out);
  const auto bytes = std::make_shared<const std::string>(to_json(record));
  // The picture first: who sees the record finds all that it names.
  if (pending.picture) out.emplace_back(SaveFile{picture_file(record.turn), pending.picture});
  out.emplace_back(SaveFile{record_file(record.turn), bytes});
  out.emplace_back(TurnRecorded{row_of(record), bytes, pending.picture, record.note,
                                summarise_executor_out(record.executor_out).error});
  account(record.turn - 1, false, out);
}

std::vector<LogOutput> TurnLog::loop(const LoopEvent& event, double now_ms) {
  Outputs out;
  if (event.kind == LoopEvent::Kind::turn_started) {
    seen(event.turn);
    // The turn before may just be on its way here, by the relay.
    account(event.turn - 2, false, out);
    if (pending_ && pending_->record.turn != event.turn) release_pending(out);
    acted_[event.turn] = Acted{};
    acted_[event.turn].told.in = event.executor_in;
    acted_[event.turn].started_ms = now_ms;
    forget_far(acted_, event.turn, kRememberedActions);
  } else if (event.kind == LoopEvent::Kind::turn_acted) {
    Acted& acted = acted_[event.turn];
    acted.told.out = event.executor_out;
    acted.told.degraded = event.degraded;
    acted.told.note = event.note;
    acted.told.memory = event.memory;
    acted.acted_ms = now_ms;
    forget_far(acted_, event.turn, kRememberedActions);
    if (pending_ && pending_->record.turn == event.turn) release_pending(out);
    for (auto& [id, attempt] : open_)
      if (attempt.record.turn == event.turn) open_if_known(attempt, out);
  } else if (event.kind == LoopEvent::Kind::turn_closed) {
    close(event, now_ms, out);
  } else if (event.kind == LoopEvent::Kind::turn_finished) {
    told_finished_ = std::max(told_finished_, event.turn);
    if (pending_ && pending_->record.turn == event.turn) release_pending(out);
  }
  return out;
}

std::vector<LogOutput> TurnLog::loop_ended() {
  Outputs out;
  release_pending(out);
  return out;
}

std::vector<LogOutput> TurnLog::tick(double now_ms) {
  Outputs out;
  if (pending_ && now_ms >= pending_->deadline_ms) release_pending(out);
  for (ForeignLines* lines : {&foreign_, &foreign_pages_})
    if (now_ms >= lines->next_line_ms) tell_untold(*lines, now_ms, out);
  return out;
}

std::optional<double> TurnLog::due_ms() const {
  std::optional<double> due;
  const auto at = [&due](double ms) { due = std::min(due.value_or(ms), ms); };
  if (pending_) at(pending_->deadline_ms);
  for (const ForeignLines* lines : {&foreign_, &foreign_pages_})
    if (lines->untold > 0) at(lines->next_line_ms);
  return due;
}

std::vector<LogOutput> TurnLog::finish() {
  Outputs out;
  release_pending(out);
  for (ForeignLines* lines : {&foreign_, &foreign_pages_}) tell_untold(*lines, 0, out);
  // Of a turn that nobody tells the end of, the reply has to be enough.
  account(std::max({told_finished_, last_, options_.launch ? 0 : passed_}), true, out);
  if (last_ > 0) out.emplace_back(SaveBatch{first_of_batch(last_), last_});
  return out;
}
}  // namespace franz::proxy
