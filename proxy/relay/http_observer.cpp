#include "proxy/relay/http_observer.h"
#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>
#include "common/http/http_parser.h"

namespace franz::proxy {
namespace {
constexpr std::size_t kShownTarget = 200;  // bytes of a target, where no more is told

// One observe(): what it works on, and whom it tells.
struct Step {
  const ObserverOptions& options;
  const ConnectionEvent& event;
  std::uint64_t& exchanges;  // counted so far
  std::size_t& long_heads;
  std::size_t& told_open;
  const TellHttp& tell;
};

// One message while it is read.
struct Reading {
  std::string head;  // its bytes so far, not masked yet
  bool head_read = false;
  std::size_t interim = 0;    // bytes of 1xx heads before it
  std::size_t long_head = 0;  // this head's part of Step::long_heads
  MessagePiece piece;         // not told yet
};

// An exchange under way.
struct Open {
  Exchange exchange;
  std::shared_ptr<HttpRequest> request = std::make_shared<HttpRequest>();
  Reading asking, answering;
  bool request_done = false, response_begun = false, response_done = false;
  bool taken = false;  // wanted, and somebody took its RequestStarted

  HttpMessage& message(MessagePiece::Side side) {
    if (side == MessagePiece::Side::request) return *request;
    return exchange.response;
  }
  Reading& reading(MessagePiece::Side side) {
    return side == MessagePiece::Side::request ? asking : answering;
  }
};

using Side = MessagePiece::Side;

// Tells the bytes that were collected of a message.
void flush(Open& open, Side side, Step& step) {
  MessagePiece& piece = open.reading(side).piece;
  if (piece.wire.empty()) return;
  piece.exchange = open.exchange.id;
  piece.side = side;
  HttpMessage& message = open.message(side);
  if (message.told && !step.tell(std::exchange(piece, {}))) {
    message.told = false;
    if (message.problem.empty()) message.problem = "the recorder was behind";
  }
  piece = {};
}

void lose(HttpMessage& message, const std::string& why) {
  message.told = false;
  message.problem = why;
}

// Of a message whose head is read: `bytes` as on the wire, `body` the part of them that is body.
void take_bytes(Open& open, Side side, std::string_view bytes, std::string_view body, Step& step) {
  HttpMessage& message = open.message(side);
  message.wire_bytes += bytes.size();
  message.body_bytes += body.size();
  if (!open.taken || !message.told) return;
  if (message.wire_bytes > step.options.message_bytes) {
    flush(open, side, step);
    return lose(message,
                "too large: over " + std::to_string(step.options.message_bytes) + " bytes");
  }
  MessagePiece& piece = open.reading(side).piece;
  if (!body.empty()) {
    const auto at = static_cast<std::uint32_t>(piece.wire.size() + (body.data() - bytes.data()));
    const auto size = static_cast<std::uint32_t>(body.size());
    if (!piece.body.empty() && piece.body.back().first + piece.body.back().second == at) {
      piece.body.back().second += size;
    } else {
      piece.body.emplace_back(at, size);
    }
  }
  piece.wire += bytes;
}

// Counts what a head holds beyond what each may. False: there are too many long ones.
bool hold_head(Reading& reading, Step& step) {
  const std::size_t size = reading.head.size();
  const std::size_t now = size > kShortHead ? size - kShortHead : 0;
  step.long_heads += now - reading.long_head;
  reading.long_head = now;
  return step.long_heads <= kLongHeads;
}

void release_head(Reading& reading, Step& step) {
  std::string().swap(reading.head);  // an assignment would keep the room
  hold_head(reading, step);
}

std::string too_long_head() {
  return "a head over " + std::to_string(kMaxWantedHead >> 10U) + " KiB";
}

// The head is whole, or will never be: its bytes are told as masked ones.
void tell_head(Open& open, Side side, Step& step) {
  Reading& reading = open.reading(side);
  if (open.taken && reading.head.size() > kMaxWantedHead) {
    HttpMessage& message = open.message(side);
    lose(message, message.problem.empty() ? too_long_head() : message.problem);
    return release_head(reading, step);
  }
  if (open.taken && !reading.head.empty()) {
    reading.piece.wire += mask_secrets(reading.head);
    flush(open, side, step);
  }
  release_head(reading, step);
}

void note_coding(HttpMessage& message, const std::vector<HttpHeader>& headers) {
  const auto coding = find_header(headers, "content-encoding");
  if (coding && *coding != "identity") message.problem = "compressed: " + std::string(*coding);
}

void tell_exchange(Open& open, Step& step) {
  if (!open.answering.head_read) tell_head(open, Side::response, step);
  flush(open, Side::request, step);
  flush(open, Side::response, step);
  release_head(open.asking, step);
  open.exchange.request = open.request;
  open.exchange.finished_ms = step.event.time_ms;
  if (open.taken) --step.told_open;
  step.tell(std::move(open.exchange));
}
}  // namespace

void append_body(const MessagePiece& piece, std::string& body) {
  for (const auto& [at, size] : piece.body) body.append(piece.wire, at, size);
}

// Exchanges are answered in the order of their requests: only the last may be incomplete as a
// request, only the first has a reply under way.
struct HttpObserver::Connection {
  enum class Reads {
    both,
    requests,  // the replies were given up: requests are read only to see whether one is wanted
    nothing,
  };
  HttpParser requests{HttpParser::Side::requests}, replies{HttpParser::Side::replies};
  std::deque<Open> open;
  std::string held_answer;  // the proxy's own, told before the request's head was whole
  Reads reads = Reads::both;
  bool met_wanted = false;   // a wanted request, some time
  bool last_wanted = false;  // the request before was one
  bool over = false;
  std::size_t looked = 0;  // bytes of a head that is looked at for a wanted request

  void take(Step& step);
  void client_bytes(std::string_view bytes, Step& step);
  void look_for_wanted(std::string_view bytes, Step& step);
  void request_head(Open& last, Step& step);
  void server_bytes(std::string_view bytes, Step& step);
  bool reply_head(Open& first, Step& step);
  void own_answer(const std::string& answer, Step& step);
  void client_end(Step& step);
  void server_end(Step& step);
  void finish_answered(Step& step);
  void end_all(const std::string& why, Step& step);
  void give_up(std::string why, Reads still, Step& step);
};

// An exchange is told when both its messages have ended.
void HttpObserver::Connection::finish_answered(Step& step) {
  while (!open.empty() && open.front().request_done && open.front().response_done) {
    tell_exchange(open.front(), step);
    open.pop_front();
  }
}

// No more will be learnt about any open exchange. One whose request had no whole head is none.
void HttpObserver::Connection::end_all(const std::string& why, Step& step) {
  for (Open& one : open) {
    if (!one.asking.head_read) {
      release_head(one.asking, step);
      continue;
    }
    flush(one, Side::request, step);
    flush(one, Side::response, step);
    std::string& reply_problem = one.exchange.response.problem;
    if (!one.request_done && one.request->problem.empty()) one.request->problem = why;
    if (!one.response_done && reply_problem.empty()) reply_problem = why;
    tell_exchange(one, step);
  }
  open.clear();
}

void HttpObserver::Connection::give_up(std::string why, Reads still, Step& step) {
  for (Open& one : open) one.exchange.reply_unread = !one.response_done;
  end_all(why, step);
  reads = still;
  replies = HttpParser(HttpParser::Side::replies);  // with what it holds
  if (still == Reads::nothing) requests = HttpParser(HttpParser::Side::requests);
  step.tell(ObservationEnded{step.event.id, std::move(why), met_wanted, step.event.time_ms});
}

// Of a request that is counted only.
static void shorten(std::string& target) {
  if (target.size() > kShownTarget) target = target.substr(0, kShownTarget) + "…";
}

static HttpRequest request_of(const HttpHead& head, const ObserverOptions& options) {
  HttpRequest request;
  request.method = head.method;
  request.target = head.target;
  if (head.turns.size() == 1) request.turn = parse_franz_turn(head.turns[0]);
  request.has_origin = find_header(head.headers, "origin").has_value();
  request.wanted = !options.wanted || options.wanted(request);
  if (request.wanted) {
    note_coding(request, head.headers);
  } else {
    shorten(request.target);
  }
  return request;
}

// Of a wanted one: tells it, if there is room.
static void start_request(Open& last, std::vector<HttpHeader> headers, Step& step) {
  std::string why;
  if (last.asking.head.size() > kMaxWantedHead) {
    why = too_long_head();
  } else if (step.told_open == kMaxWantedOpen) {
    why = "over " + std::to_string(kMaxWantedOpen) + " requests at once";
  } else if (!step.tell(RequestStarted{last.exchange.id, step.event.id,
                                       std::make_shared<const HttpRequest>(*last.request),
                                       std::move(headers)})) {
    why = "the recorder was behind";
  }
  last.taken = why.empty();
  if (last.taken) {
    ++step.told_open;
  } else {
    lose(*last.request, why);
    shorten(last.request->target);
    last.exchange.response.told = false;
  }
}

void HttpObserver::Connection::request_head(Open& last, Step& step) {
  const std::uint64_t wire = last.request->wire_bytes;
  HttpHead head = requests.take_head();
  *last.request = request_of(head, step.options);
  last.request->wire_bytes = wire;
  last.asking.head_read = true;
  last_wanted = last.request->wanted;
  met_wanted = met_wanted || last_wanted;
  if (last_wanted) start_request(last, std::move(head.headers), step);
  tell_head(last, Side::request, step);
  if (!held_answer.empty()) own_answer(std::exchange(held_answer, {}), step);
}

void HttpObserver::Connection::client_bytes(std::string_view bytes, Step& step) {
  while (reads == Reads::both) {
    if (open.empty() || open.back().request_done) {
      if (bytes.empty()) return;
      if (open.size() == kMaxPipelined) {
        return give_up("over " + std::to_string(kMaxPipelined) + " requests without a reply",
                       Reads::nothing, step);
      }
      Exchange& exchange = open.emplace_back().exchange;
      exchange.id = ++step.exchanges;
      exchange.connection = step.event.id;
      exchange.started_ms = step.event.time_ms;
    }
    Open& last = open.back();
    Reading& reading = last.asking;
    const std::string_view before = bytes;
    const HttpStep next = requests.next(bytes);
    const std::string_view taken = before.substr(0, before.size() - bytes.size());
    if (reading.head_read) {
      take_bytes(last, Side::request, taken,
                 next == HttpStep::body ? requests.piece() : std::string_view(), step);
    } else {
      last.request->wire_bytes += taken.size();
      reading.head += taken;
      const bool endless = next == HttpStep::need_more && reading.head.size() > 2 * kMaxHead;
      if (endless) return give_up("not HTTP", Reads::nothing, step);  // nothing but empty lines
      if (!hold_head(reading, step)) {
        return give_up("too many long heads at once", Reads::nothing, step);
      }
    }
    switch (next) {
      case HttpStep::need_more: flush(last, Side::request, step); return;
      case HttpStep::failed: return give_up(requests.why(), Reads::nothing, step);
      case HttpStep::head: request_head(last, step); break;
      case HttpStep::body: break;
      case HttpStep::end:
        flush(last, Side::request, step);
        last.request_done = true;
        last.exchange.request_done_ms = step.event.time_ms;
        if (last.taken) {
          step.tell(RequestRead{last.exchange.id, step.event.id, last.request, step.event.time_ms});
        }
        finish_answered(step);
        break;
    }
  }
  if (reads == Reads::requests) look_for_wanted(bytes, step);
}

// Which reply belongs to which request cannot be told here any more: a wanted request must come on
// another connection.
void HttpObserver::Connection::look_for_wanted(std::string_view bytes, Step& step) {
  while (!over) {
    const std::size_t before = bytes.size();
    const HttpStep next = requests.next(bytes);
    looked = next == HttpStep::need_more ? looked + before - bytes.size() : 0;
    if (next == HttpStep::failed || looked > kMaxLine) {
      reads = Reads::nothing;
      requests = HttpParser(HttpParser::Side::requests);
      return;
    }
    if (next == HttpStep::head) over = request_of(requests.take_head(), step.options).wanted;
    if (next == HttpStep::need_more || (next == HttpStep::end && bytes.empty())) return;
  }
}

// False: the observation was given up.
bool HttpObserver::Connection::reply_head(Open& first, Step& step) {
  HttpResponse& response = first.exchange.response;
  HttpHead head = replies.take_head();
  first.answering.interim += first.answering.head.size();
  tell_head(first, Side::response, step);
  if (head.status < 200) {  // the final reply is still to come
    first.response_begun = false;
    first.exchange.first_byte_ms = 0;
    if (first.answering.interim <= kMaxHead) return true;
    give_up("1xx replies without end", Reads::requests, step);
    return false;
  }
  first.answering.head_read = true;
  response.status = head.status;
  if (!first.taken || !response.told) return true;
  note_coding(response, head.headers);
  step.tell(ResponseStarted{first.exchange.id, step.event.id, response.status,
                            std::move(head.headers), step.event.time_ms});
  return true;
}

void HttpObserver::Connection::server_bytes(std::string_view bytes, Step& step) {
  while (reads == Reads::both) {
    if (open.empty() || open.front().response_done) {
      if (bytes.empty()) return;
      // The client has had its reply, and takes these bytes for another one or for none.
      over = open.empty() && last_wanted;
      return give_up("a reply without a request", Reads::requests, step);
    }
    Open& first = open.front();
    Reading& reading = first.answering;
    if (!first.asking.head_read) {
      if (!bytes.empty()) give_up("a reply before the request's head", Reads::requests, step);
      return;
    }
    if (!first.response_begun && !bytes.empty()) {
      first.response_begun = true;
      first.exchange.first_byte_ms = step.event.time_ms;
      replies.expect_reply_to(first.request->method);
    }
    const std::string_view before = bytes;
    const HttpStep next = replies.next(bytes);
    const std::string_view taken = before.substr(0, before.size() - bytes.size());
    if (reading.head_read) {
      take_bytes(first, Side::response, taken,
                 next == HttpStep::body ? replies.piece() : std::string_view(), step);
    } else {
      first.exchange.response.wire_bytes += taken.size();
      reading.head += taken;
      if (!hold_head(reading, step)) {
        return give_up("too many long heads at once", Reads::requests, step);
      }
    }
    switch (next) {
      case HttpStep::need_more: flush(first, Side::response, step); return;
      case HttpStep::failed: {
        // Behind an upgrade there is no HTTP in either direction.
        const bool upgraded = replies.head().status == 101 || first.request->method == "CONNECT";
        return give_up(replies.why(), upgraded ? Reads::nothing : Reads::requests, step);
      }
      case HttpStep::head:
        if (!reply_head(first, step)) return;
        break;
      case HttpStep::body: break;
      case HttpStep::end:
        flush(first, Side::response, step);
        first.response_done = true;
        first.exchange.delivered_whole = true;
        finish_answered(step);
        break;
    }
  }
}

// The proxy answers as soon as a request begins, so that its head may still be on the way.
void HttpObserver::Connection::own_answer(const std::string& answer, Step& step) {
  if (open.empty() || !open.front().asking.head_read) {
    held_answer = answer;
    return;
  }
  open.front().exchange.own_answer = true;
  // It has a body whatever was asked; after a HEAD the client takes none of it.
  const bool bodiless = open.front().request->method == "HEAD";
  const std::size_t size = bodiless ? answer.find("\r\n\r\n") + 4 : answer.size();
  server_bytes(std::string_view(answer).substr(0, size), step);
}

void HttpObserver::Connection::client_end(Step& step) {
  if (open.empty() || open.back().request_done || !open.back().asking.head_read) return;
  open.back().request_done = true;  // as much of it as there will ever be
  open.back().request->problem = "the client closed before the end of its request";
  finish_answered(step);
}

void HttpObserver::Connection::server_end(Step& step) {
  if (open.empty()) return;
  Open& first = open.front();
  if (first.response_begun && !first.response_done && replies.finish()) {
    first.response_done = true;
    first.exchange.delivered_whole = true;
    finish_answered(step);
  }
  // A reply that is done may wait for the end of its request; nothing else can be answered now.
  if (open.empty() || open.front().response_done) return;
  end_all("the upstream closed before the end of its reply", step);
  reads = Reads::nothing;
}

void HttpObserver::Connection::take(Step& step) {
  using Kind = ConnectionEvent::Kind;
  const ConnectionEvent& event = step.event;
  if (reads == Reads::requests && event.kind == Kind::client_bytes) {
    return look_for_wanted(event.bytes, step);
  }
  if (reads != Reads::both) return;
  switch (event.kind) {
    case Kind::opened: break;
    case Kind::client_bytes: client_bytes(event.bytes, step); break;
    case Kind::server_bytes: server_bytes(event.bytes, step); break;
    case Kind::own_answer: own_answer(event.bytes, step); break;
    case Kind::client_end: client_end(step); break;
    case Kind::server_end: server_end(step); break;
    case Kind::closed:
      end_all(event.why.empty() ? "the connection was closed" : event.why, step);
      break;
  }
}

HttpObserver::HttpObserver(ObserverOptions options) : options_(std::move(options)) {}
HttpObserver::~HttpObserver() = default;
HttpObserver::HttpObserver(HttpObserver&&) noexcept = default;
HttpObserver& HttpObserver::operator=(HttpObserver&&) noexcept = default;

void HttpObserver::observe(const ConnectionEvent& event, const TellHttp& tell) {
  std::unique_ptr<Connection>& connection = connections_[event.id];
  if (!connection) connection = std::make_unique<Connection>();
  Step step{options_, event, exchanges_, long_heads_, told_open_, tell};
  connection->take(step);
  if (event.kind == ConnectionEvent::Kind::closed) connections_.erase(event.id);
}

std::vector<HttpEvent> HttpObserver::observe(const ConnectionEvent& event) {
  std::vector<HttpEvent> told;
  observe(event, [&told](HttpEvent each) {
    told.push_back(std::move(each));
    return true;
  });
  return told;
}

ConnectionState HttpObserver::state(std::uint64_t connection) const {
  const auto found = connections_.find(connection);
  if (found == connections_.end()) return ConnectionState::busy;
  const Connection& known = *found->second;
  if (known.over) return ConnectionState::over;
  if (known.reads == Connection::Reads::requests) return ConnectionState::unclear;
  if (known.reads == Connection::Reads::nothing) return ConnectionState::busy;
  if (known.open.empty()) return ConnectionState::idle;
  if (std::ranges::any_of(known.open, &Open::taken)) return ConnectionState::turn;
  const bool asking = known.open.size() == 1 && !known.open.front().asking.head_read;
  return asking ? ConnectionState::asking : ConnectionState::busy;
}
}  // namespace franz::proxy
