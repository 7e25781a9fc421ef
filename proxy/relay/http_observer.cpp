#include "proxy/relay/http_observer.h"
#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>
#include "proxy/relay/http_parser.h"

namespace franz::proxy {
namespace {
// Collects the bytes of one message as they are parsed.
struct Collected {
  std::size_t head_at = 0;  // in `raw`: where the head that is being read begins
  bool head_read = false;
};

// An exchange under way.
struct Open {
  Exchange exchange;
  std::shared_ptr<HttpRequest> request = std::make_shared<HttpRequest>();
  Collected request_bytes, response_bytes;
  bool request_done = false, response_begun = false, response_done = false;
};
// One observe(): what it works on, and what it has to tell.
struct Step {
  const ObserverLimits& limits;
  const ConnectionEvent& event;
  std::uint64_t& exchanges;  // counted so far
  std::vector<HttpEvent>& told;
};

bool kept(const HttpMessage& message) { return message.problem.rfind("too large", 0) != 0; }

void keep_wire(HttpMessage& message, const Collected& collected, std::string_view bytes) {
  message.wire_bytes += bytes.size();
  if (!collected.head_read || kept(message)) message.raw += bytes;
}

void keep_body(HttpMessage& message, const Collected& collected, std::string_view piece,
               std::size_t limit) {
  message.body_bytes += piece.size();
  if (!kept(message)) return;
  if (message.wire_bytes <= limit) {
    message.body += piece;
    return;
  }
  message.problem = "too large: over " + std::to_string(limit) + " bytes";
  message.body = {};
  message.raw.resize(collected.head_at);
  message.raw.shrink_to_fit();
}

// The head's bytes are all in `raw`: from here on they are the masked ones.
void read_head(HttpMessage& message, Collected& collected, const HttpHead& head) {
  message.headers = head.headers;
  const std::string masked = mask_secrets(std::string_view(message.raw).substr(collected.head_at));
  message.raw.resize(collected.head_at);
  message.raw += masked;
  collected.head_at = message.raw.size();
  const auto coding = find_header(head.headers, "content-encoding");
  if (coding && *coding != "identity") message.problem = "compressed: " + std::string(*coding);
}

void tell_exchange(Open& open, Step& step) {
  open.exchange.request = open.request;
  open.exchange.finished_ms = step.event.time_ms;
  if (!open.response_bytes.head_read) {
    std::string& raw = open.exchange.response.raw;
    const std::size_t at = open.response_bytes.head_at;
    raw = raw.substr(0, at) + mask_secrets(std::string_view(raw).substr(at));
  }
  step.told.emplace_back(std::move(open.exchange));
}
}  // namespace

// Exchanges are answered in the order of their requests: only the last may be incomplete as a
// request, only the first has a reply under way.
struct HttpObserver::Connection {
  HttpParser requests{HttpParser::Side::requests}, replies{HttpParser::Side::replies};
  std::deque<Open> open;
  std::string held_answer;  // the proxy's own, told before the request's head was whole
  bool given_up = false;

  void take(Step& step);
  void client_bytes(std::string_view bytes, Step& step);
  void server_bytes(std::string_view bytes, Step& step);
  void own_answer(const std::string& answer, Step& step);
  void client_end(Step& step);
  void server_end(Step& step);
  void finish_answered(Step& step);
  void end_all(const std::string& why, Step& step);
  void give_up(const std::string& why, Step& step);
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
    if (!one.request_bytes.head_read) continue;
    std::string& reply_problem = one.exchange.response.problem;
    if (!one.request_done && one.request->problem.empty()) one.request->problem = why;
    if (!one.response_done && reply_problem.empty()) reply_problem = why;
    tell_exchange(one, step);
  }
  open.clear();
}

void HttpObserver::Connection::give_up(const std::string& why, Step& step) {
  end_all(why, step);
  given_up = true;
  step.told.emplace_back(ObservationEnded{step.event.id, why});
}

void HttpObserver::Connection::client_bytes(std::string_view bytes, Step& step) {
  while (true) {
    if (open.empty() || open.back().request_done) {
      if (bytes.empty()) return;
      Exchange& exchange = open.emplace_back().exchange;
      exchange.id = ++step.exchanges;
      exchange.connection = step.event.id;
      exchange.started_ms = step.event.time_ms;
    }
    Open& last = open.back();
    HttpRequest& request = *last.request;
    const std::string_view before = bytes;
    const HttpStep next = requests.next(bytes);
    keep_wire(request, last.request_bytes, before.substr(0, before.size() - bytes.size()));
    switch (next) {
      case HttpStep::need_more:
        if (!last.request_bytes.head_read && request.raw.size() > 2 * kMaxHead) {
          give_up("not HTTP", step);  // nothing but empty lines
        }
        return;
      case HttpStep::failed: give_up(requests.why(), step); return;
      case HttpStep::head: {
        const HttpHead& head = requests.head();
        read_head(request, last.request_bytes, head);
        last.request_bytes.head_read = true;
        request.method = head.method;
        request.target = head.target;
        if (head.turns.size() == 1) request.turn = parse_franz_turn(head.turns[0]);
        request.has_origin = find_header(head.headers, "origin").has_value();
        if (!held_answer.empty()) own_answer(std::exchange(held_answer, {}), step);
        if (given_up) return;
        break;
      }
      case HttpStep::body:
        keep_body(request, last.request_bytes, requests.piece(), step.limits.keep_bytes);
        break;
      case HttpStep::end:
        last.request_done = true;
        last.exchange.request_done_ms = step.event.time_ms;
        step.told.emplace_back(
            RequestRead{last.exchange.id, step.event.id, last.request, step.event.time_ms});
        finish_answered(step);
        break;
    }
  }
}

void HttpObserver::Connection::server_bytes(std::string_view bytes, Step& step) {
  while (true) {
    if (open.empty() || open.front().response_done) {
      if (!bytes.empty()) give_up("a reply without a request", step);
      return;
    }
    Open& first = open.front();
    if (!first.request_bytes.head_read) {
      if (!bytes.empty()) give_up("a reply before the request's head", step);
      return;
    }
    HttpResponse& response = first.exchange.response;
    if (!first.response_begun && !bytes.empty()) {
      first.response_begun = true;
      first.exchange.first_byte_ms = step.event.time_ms;
      replies.expect_reply_to(first.request->method);
    }
    const std::string_view before = bytes;
    const HttpStep next = replies.next(bytes);
    keep_wire(response, first.response_bytes, before.substr(0, before.size() - bytes.size()));
    switch (next) {
      case HttpStep::need_more: return;
      case HttpStep::failed: give_up(replies.why(), step); return;
      case HttpStep::head:
        read_head(response, first.response_bytes, replies.head());
        if (replies.head().status < 200) {  // the final reply is still to come
          first.response_begun = false;
          first.exchange.first_byte_ms = 0;
          response.headers.clear();
          if (response.raw.size() > kMaxHead) {
            give_up("1xx replies without end", step);
            return;
          }
          break;
        }
        first.response_bytes.head_read = true;
        response.status = replies.head().status;
        step.told.emplace_back(ResponseStarted{first.exchange.id, step.event.id, response.status,
                                               response.headers, step.event.time_ms});
        break;
      case HttpStep::body:
        keep_body(response, first.response_bytes, replies.piece(), step.limits.keep_bytes);
        step.told.emplace_back(ResponsePiece{first.exchange.id, std::string(replies.piece())});
        break;
      case HttpStep::end:
        first.response_done = true;
        first.exchange.delivered_whole = true;
        finish_answered(step);
        break;
    }
  }
}

// The proxy answers as soon as a request begins, so that its head may still be on the way.
void HttpObserver::Connection::own_answer(const std::string& answer, Step& step) {
  if (open.empty() || !open.front().request_bytes.head_read) {
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
  if (open.empty() || open.back().request_done || !open.back().request_bytes.head_read) return;
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
  given_up = true;
}

void HttpObserver::Connection::take(Step& step) {
  using Kind = ConnectionEvent::Kind;
  const ConnectionEvent& event = step.event;
  if (given_up) return;
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
    case Kind::dropped: give_up(event.why, step); break;
  }
}

HttpObserver::HttpObserver(ObserverLimits limits) : limits_(limits) {}
HttpObserver::~HttpObserver() = default;
HttpObserver::HttpObserver(HttpObserver&&) noexcept = default;
HttpObserver& HttpObserver::operator=(HttpObserver&&) noexcept = default;

std::vector<HttpEvent> HttpObserver::observe(const ConnectionEvent& event) {
  std::vector<HttpEvent> told;
  std::unique_ptr<Connection>& connection = connections_[event.id];
  if (!connection) connection = std::make_unique<Connection>();
  Step step{limits_, event, exchanges_, told};
  connection->take(step);
  if (event.kind == ConnectionEvent::Kind::closed) connections_.erase(event.id);
  return told;
}

bool HttpObserver::is_idle(std::uint64_t connection) const {
  const auto found = connections_.find(connection);
  return found != connections_.end() && !found->second->given_up && found->second->open.empty();
}
}  // namespace franz::proxy
