#include "proxy/log/turn_log.h"
#include <cstdlib>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "common/wire/chat_request.h"
#include "common/wire/raw_json.h"
#include "proxy/log/sst_check.h"

namespace franz::proxy {
// Turns around the present one whose replies and actions are still remembered.
static constexpr int kRemembered = 4;

// What judge() needs beside the record, also when the reply is whole.
struct TurnLog::Asked {
  std::string why_no_story;  // empty: it could be read
  bool by_order = false;     // the client has no ids: the turn's number is our guess
};

struct TurnLog::Attempt {
  TurnRecord record;
  Asked asked;
  std::shared_ptr<const HttpRequest> request;
  std::shared_ptr<const std::string> picture;
  double request_done_ms = 0;
  std::optional<ChatReplyReader> reader;  // from the reply's head on
  std::uint64_t fed = 0;                  // bytes of the body given to it
  std::optional<ChatReply> reply;         // set when [DONE] came: it is whole before its transport
  std::size_t shown = 0;                  // characters told in deltas
  bool opened = false;
};

// What the orchestrator told of a turn.
struct TurnLog::Acted {
  std::string in = "null", out = "null";
  std::vector<std::string> degraded;
  std::optional<std::string> note;
  std::optional<double> started_ms, acted_ms;
};

// A record that is ready but for the orchestrator's events.
struct TurnLog::Held {
  TurnRecord record;
  Asked asked;
  std::shared_ptr<const std::string> picture;
  double finished_ms = 0, deadline_ms = 0;
};

template <typename Value>
static void forget_far(std::map<int, Value>& turns, int now) {
  std::erase_if(turns,
                [now](const auto& each) { return std::abs(each.first - now) > kRemembered; });
}

TurnLog::TurnLog(TurnLogOptions options, KnownTurns known)
    : options_(std::move(options)),
      attempts_(std::move(known.attempts)),
      last_(known.last),
      last_seen_(known.last) {
  for (auto& [turn, token] : known.replies) replies_[turn] = Reply{std::move(token), ""};
}

TurnLog::~TurnLog() = default;
TurnLog::TurnLog(TurnLog&&) noexcept = default;

std::vector<LogOutput> TurnLog::http(const HttpEvent& event) {
  Outputs out;
  if (const auto* request = std::get_if<RequestRead>(&event)) {
    request_read(*request, out);
  } else if (const auto* started = std::get_if<ResponseStarted>(&event)) {
    response_started(*started);
  } else if (const auto* piece = std::get_if<ResponsePiece>(&event)) {
    response_piece(*piece, out);
  } else if (const auto* exchange = std::get_if<Exchange>(&event)) {
    exchange_ended(*exchange, out);
  } else if (const auto* ended = std::get_if<ObservationEnded>(&event)) {
    out.emplace_back(
        LogEntry{LogEntry::Level::warning, "connection " + std::to_string(ended->connection) +
                                               " is relayed unread from here on: " + ended->why});
  }
  return out;
}

// The turn that a request belongs to; nothing: it is a foreign one.
std::optional<int> TurnLog::turn_of(const HttpRequest& request) {
  if (request.method != "POST") return std::nullopt;
  if (!options_.launch && !adopted_ && request.turn) {
    options_.run = request.turn->run;
    adopted_ = true;
  }
  if (request.turn && request.turn->run == options_.run) return request.turn->turn;
  const bool counts = !options_.launch && !adopted_ && !request.turn &&
                      request.target.find("/chat/completions") != std::string::npos;
  if (!counts) return std::nullopt;
  // A client without ids asks again when it got no reply: only a recorded turn is over.
  return last_ + 1;
}

void TurnLog::request_read(const RequestRead& event, Outputs& out) {
  const std::optional<int> turn = turn_of(*event.request);
  if (!turn) return;
  if (held_ && held_->record.turn != *turn) release_held(out);
  if (*turn > last_seen_ && last_ > 0) {
    const int first = (last_ - 1) / kBatchTurns * kBatchTurns + 1;
    if (*turn >= first + kBatchTurns) out.emplace_back(SaveBatch{first, first + kBatchTurns - 1});
    out.emplace_back(TurnsFinished{*turn - 1});
  }
  last_seen_ = std::max(last_seen_, *turn);
  const int number = ++attempts_[*turn];
  if (event.request->has_origin) {
    const std::string what = "turn " + std::to_string(*turn);
    out.emplace_back(LogEntry{LogEntry::Level::warning,
                              what + " was asked by a web page: its request has an Origin header",
                              true});
  }

  Attempt attempt;
  attempt.request = event.request;
  attempt.request_done_ms = event.time_ms;
  attempt.record.turn = *turn;
  attempt.record.attempt = number;
  attempt.asked.by_order = !event.request->turn;
  attempt.record.time = utc_text(event.time_ms);
  read_request(attempt, out);
  judge(attempt.record, attempt.asked);
  out.emplace_back(SaveFile{exchange_file(*turn, number, "request"),
                            std::make_shared<const std::string>(event.request->raw)});
  Attempt& kept = open_.insert_or_assign(event.exchange, std::move(attempt)).first->second;
  open_if_known(kept, out);
}

// Width and height out of a PNG's first chunk. Source: PNG (ISO/IEC 15948) §11.2.2.
static bool read_png_size(std::string_view bytes, RecordedPicture& picture) {
  constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
  if (bytes.size() < 24 || !bytes.starts_with(kSignature)) return false;
  const auto number = [bytes](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = (value & 0x7fffff) << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  };
  picture.width = number(16);
  picture.height = number(20);
  return true;
}

void TurnLog::read_request(Attempt& attempt, Outputs& out) {
  TurnRecord& record = attempt.record;
  const HttpRequest& request = *attempt.request;
  record.request_bytes = request.body_bytes;
  if (!request.problem.empty()) {
    attempt.asked.why_no_story = "the request could not be read: " + request.problem;
    return;
  }
  record.request_sha256 = sha256_hex(request.body);
  const Result<ChatRequestView> read = read_chat_request(request.body);
  if (!read.ok()) {
    attempt.asked.why_no_story = "the request could not be read: " + read.error().message;
    return;
  }
  const ChatRequestView& view = read.value();
  record.model = view.model;
  record.temperature = view.temperature;
  record.top_p = view.top_p;
  record.max_tokens = view.max_tokens;
  record.messages = view.messages.size();
  if (view.messages.size() != 3) {
    attempt.asked.why_no_story = "expected 3 messages, got " + std::to_string(view.messages.size());
  } else if (const auto& story = view.messages[1].text) {
    record.story = *story;
  } else {
    attempt.asked.why_no_story = "messages[1] has no single text";
  }
  if (view.messages.empty()) return;
  const ChatRequestView::Message& last = view.messages.back();
  if (last.text) record.feedback = *last.text;
  if (!last.picture) return;
  Result<std::string> bytes = picture_bytes(*last.picture);
  if (!bytes.ok()) {
    out.emplace_back(LogEntry{LogEntry::Level::warning,
                              "turn " + std::to_string(record.turn) +
                                  ": the picture could not be read: " + bytes.error().message});
    return;
  }
  RecordedPicture picture;
  picture.bytes = bytes.value().size();
  picture.sha256 = sha256_hex(bytes.value());
  if (read_png_size(bytes.value(), picture)) {
    picture.file = picture_file(record.turn);
    attempt.picture = std::make_shared<const std::string>(std::move(bytes).value());
  }
  record.picture = std::move(picture);
}

void TurnLog::judge(TurnRecord& record, const Asked& asked) const {
  SstCase the_case;
  the_case.sst_memory = options_.sst_memory;
  the_case.turn = record.turn;
  if (asked.why_no_story.empty()) the_case.story = record.story;
  the_case.why_no_story = asked.why_no_story;
  the_case.why_no_reply = "turn " + std::to_string(record.turn - 1) + " was not recorded";
  const auto before = replies_.find(record.turn - 1);
  if (before != replies_.end()) {
    if (before->second.token) the_case.reply = *before->second.token;
    the_case.why_no_reply = before->second.why;
  }
  SstResult result = check_sst(the_case);
  // A client without ids that cut its reply may ask again, or go on with what it has got: then this
  // is the next turn, and nothing was changed.
  if (result.verdict == SstVerdict::violation && asked.by_order && cut_turn_ == record.turn)
    result = {SstVerdict::unverifiable,
              "the attempt before was cut: a client without ids may have gone on with its part",
              std::nullopt};
  record.verdict = std::string(name_of(result.verdict));
  record.detail = detail_json(result);
}

// Adds what the orchestrator told of the turn.
void TurnLog::add_acted(TurnRecord& record) const {
  const auto found = acted_.find(record.turn);
  if (found == acted_.end()) return;
  const Acted& acted = found->second;
  record.executor_in = acted.in;
  record.executor_out = acted.out;
  record.degraded = acted.degraded;
  record.note = acted.note;
  if (acted.started_ms && acted.acted_ms) record.executor_ms = *acted.acted_ms - *acted.started_ms;
  if (!acted.note) return;
  // The message held the feedback and the note; the record has a field for each.
  const std::string ending = "\nOPERATOR: " + *acted.note;
  std::string text = decode_json_string(record.feedback);
  if (!text.ends_with(ending)) return;
  text.resize(text.size() - ending.size());
  record.feedback = quote_json(text);
}

void TurnLog::open_if_known(Attempt& attempt, Outputs& out) {
  const auto acted = acted_.find(attempt.record.turn);
  const bool known = !options_.launch || (acted != acted_.end() && acted->second.out != "null");
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
  open->second.reader.emplace(event.status,
                              find_header(event.headers, "content-type").value_or(""));
}

void TurnLog::response_piece(const ResponsePiece& event, Outputs& out) {
  const auto open = open_.find(event.exchange);
  if (open == open_.end() || !open->second.reader) return;
  Attempt& attempt = open->second;
  attempt.fed += event.bytes.size();
  if (attempt.reply || !attempt.reader->feed(event.bytes)) return;
  ReplyDelta delta{attempt.record.turn, attempt.record.attempt, attempt.reader->take_content(),
                   attempt.reader->take_reasoning(), attempt.shown};
  attempt.shown += count_characters(delta.text);
  if (!delta.text.empty() || !delta.reasoning.empty()) out.emplace_back(std::move(delta));
  if (!attempt.reader->done()) return;
  // The client may take the reply as whole from here on, and ask for the next turn on another
  // connection before this one has ended.
  attempt.reply = attempt.reader->finish(ChatReplyReader::End::broken);
  if (attempt.reply->kind == ChatReply::Kind::reply)
    replies_[attempt.record.turn] = Reply{story_token(*attempt.reply), ""};
}

// A reply that ended as it should replaces what was remembered of the turn; one that may have
// reached the client whole, though it could not be read, makes the turn unverifiable; a refused or
// broken attempt changes nothing, for no client takes its text.
void TurnLog::remember_reply(Attempt& attempt, const Exchange& exchange, const ChatReply& reply) {
  const std::string& problem = exchange.response.problem;
  if (reply.kind == ChatReply::Kind::reply && (problem.empty() || reply.done)) {
    replies_[attempt.record.turn] = Reply{story_token(reply), ""};
  } else if (!problem.empty() && exchange.response.status == 200) {
    replies_[attempt.record.turn] =
        Reply{std::nullopt, "the reply to turn " + std::to_string(attempt.record.turn) +
                                " could not be read whole: " + problem};
  }
  forget_far(replies_, attempt.record.turn);
}

static std::string outcome_text(const Exchange& exchange, const ChatReply& reply) {
  if (exchange.own_answer)
    return reply.error.text.empty() ? "the upstream could not be reached" : reply.error.text;
  if (exchange.response.status == 0) return "no answer came";
  std::string text = "status " + std::to_string(exchange.response.status);
  if (!exchange.response.problem.empty()) return text + ", " + exchange.response.problem;
  if (reply.kind == ChatReply::Kind::error) return text + ": " + reply.error.text;
  return text + ", the reply is not whole";
}

void TurnLog::exchange_ended(const Exchange& exchange, Outputs& out) {
  const auto open = open_.find(exchange.id);
  if (open == open_.end()) return foreign_exchange(exchange, out);
  Attempt attempt = std::move(open->second);
  open_.erase(open);
  const HttpResponse& response = exchange.response;
  if (!attempt.reply) {
    if (!attempt.reader || attempt.fed != response.body_bytes) {
      // The reply overtook its request: it is read from what was kept.
      attempt.reader.emplace(response.status,
                             find_header(response.headers, "content-type").value_or(""));
      attempt.reader->feed(response.body);
    }
    attempt.reply = attempt.reader->finish(exchange.delivered_whole ? ChatReplyReader::End::whole
                                                                    : ChatReplyReader::End::broken);
  }
  const ChatReply& reply = *attempt.reply;
  TurnRecord& record = attempt.record;
  remember_reply(attempt, exchange, reply);
  if (!response.raw.empty()) {
    out.emplace_back(SaveFile{exchange_file(record.turn, record.attempt, "response"),
                              std::make_shared<const std::string>(response.raw)});
  }

  const bool unread =
      exchange.delivered_whole && response.status == 200 && !response.problem.empty();
  if (reply.kind != ChatReply::Kind::reply && !unread) {
    out.emplace_back(LogEntry{LogEntry::Level::warning, "turn " + std::to_string(record.turn) +
                                                            ", attempt " +
                                                            std::to_string(record.attempt) + ": " +
                                                            outcome_text(exchange, reply)});
    if (response.status == 200) cut_turn_ = record.turn;
    return;
  }
  record.response.emplace();
  record.response->status = response.status;
  if (!unread) {
    record.response->text = story_token(reply);
    if (reply.reasoning) record.response->reasoning = "\"" + *reply.reasoning + "\"";
    record.response->finish_reason = reply.finish_reason;
    record.response->usage = reply.usage;
  }
  if (exchange.first_byte_ms > 0)
    record.first_byte_ms = exchange.first_byte_ms - attempt.request_done_ms;
  record.model_ms = exchange.finished_ms - attempt.request_done_ms;

  if (held_) release_held(out);
  Held held{std::move(record), std::move(attempt.asked), std::move(attempt.picture),
            exchange.finished_ms, exchange.finished_ms + options_.patience_ms};
  const auto acted = acted_.find(held.record.turn);
  if (options_.launch && (acted == acted_.end() || acted->second.out == "null")) {
    held_ = std::make_unique<Held>(std::move(held));
  } else {
    this->record(std::move(held), out);
  }
}

void TurnLog::foreign_exchange(const Exchange& exchange, Outputs& out) const {
  const HttpRequest& request = *exchange.request;
  std::string text = "foreign request: " + request.method + " " + request.target + ": ";
  text += exchange.response.status == 0 ? std::string("no answer")
                                        : "status " + std::to_string(exchange.response.status);
  if (exchange.own_answer) text += " from the proxy itself: the upstream could not be reached";
  if (request.has_origin) text += " (asked by a web page: it has an Origin header)";
  out.emplace_back(LogEntry{request.has_origin ? LogEntry::Level::warning : LogEntry::Level::info,
                            to_valid_utf8(text), request.has_origin});
}

void TurnLog::release_held(Outputs& out) {
  if (!held_) return;
  const std::unique_ptr<Held> held = std::move(held_);
  record(std::move(*held), out);
}

void TurnLog::record(Held held, Outputs& out) {
  TurnRecord& record = held.record;
  judge(record, held.asked);  // the reply before may have ended after this request was read
  add_acted(record);
  const auto acted = acted_.find(record.turn);
  if (acted != acted_.end() && acted->second.started_ms)
    record.turn_ms = held.finished_ms - *acted->second.started_ms;
  last_ = std::max(last_, record.turn);
  if (record.verdict == "violation") {
    out.emplace_back(
        LogEntry{LogEntry::Level::error, "turn " + std::to_string(record.turn) +
                                             ": the memory was changed between reply and request"});
  }
  const auto bytes = std::make_shared<const std::string>(to_json(record));
  // The picture first: who sees the record finds all that it names.
  if (held.picture) out.emplace_back(SaveFile{picture_file(record.turn), held.picture});
  out.emplace_back(SaveFile{record_file(record.turn), bytes});
  out.emplace_back(TurnRecorded{row_of(record), bytes, held.picture, record.note,
                                summarise_executor_out(record.executor_out).error});
}

std::vector<LogOutput> TurnLog::loop(const LoopEvent& event, double now_ms) {
  Outputs out;
  if (event.kind == LoopEvent::Kind::turn_started) {
    if (held_ && held_->record.turn != event.turn) release_held(out);
    acted_[event.turn] = Acted{};
    acted_[event.turn].in = event.executor_in;
    acted_[event.turn].started_ms = now_ms;
    forget_far(acted_, event.turn);
  } else if (event.kind == LoopEvent::Kind::turn_acted) {
    Acted& acted = acted_[event.turn];
    acted.out = event.executor_out;
    acted.degraded = event.degraded;
    acted.note = event.note;
    acted.acted_ms = now_ms;
    forget_far(acted_, event.turn);
    if (held_ && held_->record.turn == event.turn) release_held(out);
    for (auto& [id, attempt] : open_)
      if (attempt.record.turn == event.turn) open_if_known(attempt, out);
  } else if (event.kind == LoopEvent::Kind::turn_finished) {
    if (held_ && held_->record.turn == event.turn) release_held(out);
  }
  return out;
}

std::vector<LogOutput> TurnLog::loop_ended() {
  Outputs out;
  release_held(out);
  return out;
}

std::vector<LogOutput> TurnLog::tick(double now_ms) {
  Outputs out;
  if (held_ && now_ms >= held_->deadline_ms) release_held(out);
  return out;
}

std::optional<double> TurnLog::due_ms() const {
  if (!held_) return std::nullopt;
  return held_->deadline_ms;
}

std::vector<LogOutput> TurnLog::finish() {
  Outputs out;
  release_held(out);
  if (last_ > 0) out.emplace_back(SaveBatch{(last_ - 1) / kBatchTurns * kBatchTurns + 1, last_});
  return out;
}
}  // namespace franz::proxy
