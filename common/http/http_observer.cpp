#include "common/http/http_observer.h"
#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>
#include "common/http/http_parser.h"
#include "common/http/open_exchange.h"

namespace franz {
using Side = MessagePiece::Side;

// Replies arrive in the order of the requests: only the last request may be incomplete, only the
// first exchange has a reply in progress.
struct HttpObserver::Connection {
  enum class Reads {
    both,
    requests,  // replies are no longer read; requests are read only to find wanted ones
    nothing,
  };
  HttpParser requests{HttpParser::Side::requests}, replies{HttpParser::Side::replies};
  std::deque<OpenExchange> open;
  std::string held_answer;  // the proxy's own answer, sent before the request's head was complete
  Reads reads = Reads::both;
  bool met_wanted = false;   // a wanted request occurred
  bool last_wanted = false;  // the previous request was wanted
  bool over = false;
  std::size_t looked = 0;  // bytes of the head being searched for a wanted request

  void take(ObserverStep& step);
  void client_bytes(std::string_view bytes, ObserverStep& step);
  void look_for_wanted(std::string_view bytes, ObserverStep& step);
  void request_head(OpenExchange& last, ObserverStep& step);
  void server_bytes(std::string_view bytes, ObserverStep& step);
  bool reply_head(OpenExchange& first, ObserverStep& step);
  void own_answer(const std::string& answer, ObserverStep& step);
  void client_end(ObserverStep& step);
  void server_end(ObserverStep& step);
  void finish_answered(ObserverStep& step);
  void end_all(const std::string& why, ObserverStep& step);
  void give_up(std::string why, Reads still, ObserverStep& step);
  void give_up_request(const std::string& why, const OpenExchange& last, ObserverStep& step);
};

// An exchange is reported when both its messages have ended.
void HttpObserver::Connection::finish_answered(ObserverStep& step) {
  while (!open.empty() && open.front().request_done && open.front().response_done) {
    open.front().end(step);
    open.pop_front();
  }
}

// Reports all open exchanges as incomplete. An entry without a complete request head is dropped.
void HttpObserver::Connection::end_all(const std::string& why, ObserverStep& step) {
  for (OpenExchange& one : open) {
    one.flush(Side::request, step);
    one.flush(Side::response, step);
    std::string& reply_problem = one.exchange.response.problem;
    if (!one.request_done && one.request->problem.empty()) one.request->problem = why;
    if (!one.response_done && reply_problem.empty()) reply_problem = why;
    one.end(step);
  }
  open.clear();
}

void HttpObserver::Connection::give_up(std::string why, Reads still, ObserverStep& step) {
  for (OpenExchange& one : open) one.exchange.reply_unread = !one.response_done;
  end_all(why, step);
  reads = still;
  replies = HttpParser(HttpParser::Side::replies);  // with its buffered bytes
  if (still == Reads::nothing) requests = HttpParser(HttpParser::Side::requests);
  step.sink(ObservationEnded{step.event.id, std::move(why), met_wanted, step.event.time_ms});
}

// Whether an incompletely read head may come from a web page, which can make target, cookies and
// method arbitrarily long and send many unusual headers. Such a request must not be forwarded.
static bool may_be_pages(const HttpParser& requests, const ObserverOptions& options) {
  return requests.start_was_refused() || comes_from_other_site(requests.head(), options);
}

// A head that began as HTTP and became too long may come from a page too.
void HttpObserver::Connection::give_up_request(const std::string& why, const OpenExchange& last,
                                               ObserverStep& step) {
  const std::string& head = last.asking.head;
  const bool too_long = head.size() > kShortHead && head.find(' ') <= kMaxMethod;
  over = !last.asking.head_read && (too_long || may_be_pages(requests, step.options));
  give_up(why, Reads::nothing, step);
}

void HttpObserver::Connection::request_head(OpenExchange& last, ObserverStep& step) {
  last.request_head(requests.take_head(), step);
  last_wanted = last.request->wanted;
  met_wanted = met_wanted || last_wanted;
  if (!held_answer.empty()) own_answer(std::exchange(held_answer, {}), step);
}

void HttpObserver::Connection::client_bytes(std::string_view bytes, ObserverStep& step) {
  while (reads == Reads::both) {
    if (open.empty() || open.back().request_done) {
      if (bytes.empty()) return;
      if (open.size() == kMaxPipelined) {
        return give_up("over " + std::to_string(kMaxPipelined) + " requests without a reply",
                       Reads::nothing, step);
      }
      HttpExchange& exchange = open.emplace_back().exchange;
      exchange.id = ++step.exchanges;
      exchange.connection = step.event.id;
      exchange.started_ms = step.event.time_ms;
    }
    OpenExchange& last = open.back();
    const std::string_view before = bytes;
    const HttpStep next = requests.next(bytes);
    const std::string_view taken = before.substr(0, before.size() - bytes.size());
    const std::string_view body = next == HttpStep::body ? requests.piece() : std::string_view();
    const bool held = last.take(Side::request, taken, body, step);
    // Only empty lines.
    const bool endless = next == HttpStep::need_more && last.asking.head.size() > 2 * kMaxHead;
    if (endless) return give_up_request("not HTTP", last, step);
    if (!held) return give_up_request("too many long heads at once", last, step);
    switch (next) {
      case HttpStep::need_more: last.flush(Side::request, step); return;
      case HttpStep::failed: return give_up_request(requests.why(), last, step);
      case HttpStep::head: request_head(last, step); break;
      case HttpStep::body: break;
      case HttpStep::end:
        last.flush(Side::request, step);
        last.request_done = true;
        last.exchange.request_done_ms = step.event.time_ms;
        if (last.taken) {
          step.sink(RequestRead{last.exchange.id, step.event.id, last.request, step.event.time_ms});
        }
        finish_answered(step);
        break;
    }
  }
  if (reads == Reads::requests) look_for_wanted(bytes, step);
}

// Replies can no longer be matched to requests: a wanted request must use another connection, and
// another site's request is not forwarded.
void HttpObserver::Connection::look_for_wanted(std::string_view bytes, ObserverStep& step) {
  while (!over) {
    const std::size_t before = bytes.size();
    const HttpStep next = requests.next(bytes);
    looked += before - bytes.size();
    if (next == HttpStep::failed || (next == HttpStep::need_more && looked > kMaxLine)) {
      over =
          looked > kShortHead || may_be_pages(requests, step.options);  // as in give_up_request()
      reads = Reads::nothing;
      requests = HttpParser(HttpParser::Side::requests);
      return;
    }
    if (next == HttpStep::head) {
      const HttpRequest request = request_of(requests.take_head(), step.options);
      over = request.wanted || request.other_site;
    }
    if (next == HttpStep::need_more) return;
    looked = 0;
    if (next == HttpStep::end && bytes.empty()) return;
  }
}

// Returns false if observation of the replies stopped.
bool HttpObserver::Connection::reply_head(OpenExchange& first, ObserverStep& step) {
  HttpHead head = replies.take_head();
  const bool interim = head.status < 200;
  first.reply_head(std::move(head), step);
  if (interim && first.answering.interim > kMaxHead) {
    give_up("1xx replies without end", Reads::requests, step);
    return false;
  }
  return true;
}

void HttpObserver::Connection::server_bytes(std::string_view bytes, ObserverStep& step) {
  while (reads == Reads::both) {
    if (open.empty() || open.front().response_done) {
      if (bytes.empty()) return;
      // The client already has its reply, and treats these bytes as another reply or as garbage.
      over = open.empty() && last_wanted;
      return give_up("a reply without a request", Reads::requests, step);
    }
    OpenExchange& first = open.front();
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
    const std::string_view body = next == HttpStep::body ? replies.piece() : std::string_view();
    if (!first.take(Side::response, taken, body, step))
      return give_up("too many long heads at once", Reads::requests, step);
    switch (next) {
      case HttpStep::need_more: first.flush(Side::response, step); return;
      case HttpStep::failed: {
        // After an upgrade there is no HTTP in either direction.
        const bool upgraded = replies.head().status == 101 || first.request->method == "CONNECT";
        return give_up(replies.why(), upgraded ? Reads::nothing : Reads::requests, step);
      }
      case HttpStep::head:
        if (!reply_head(first, step)) return;
        break;
      case HttpStep::body: break;
      case HttpStep::end:
        first.flush(Side::response, step);
        first.response_done = true;
        first.exchange.delivered_whole = true;
        finish_answered(step);
        break;
    }
  }
}

// The proxy answers as soon as a request begins, so its head may still be incomplete.
void HttpObserver::Connection::own_answer(const std::string& answer, ObserverStep& step) {
  if (open.empty() || !open.front().asking.head_read) {
    held_answer = answer;
    return;
  }
  open.front().exchange.own_answer = true;
  // Its reply has a body for any method; after a HEAD the client ignores it.
  const bool bodiless = open.front().request->method == "HEAD";
  const std::size_t size = bodiless ? answer.find("\r\n\r\n") + 4 : answer.size();
  server_bytes(std::string_view(answer).substr(0, size), step);
}

void HttpObserver::Connection::client_end(ObserverStep& step) {
  if (open.empty() || open.back().request_done || !open.back().asking.head_read) return;
  open.back().request_done = true;  // no more of it will arrive
  open.back().request->problem = "the client closed before the end of its request";
  finish_answered(step);
}

void HttpObserver::Connection::server_end(ObserverStep& step) {
  if (open.empty()) return;
  OpenExchange& first = open.front();
  if (first.response_begun && !first.response_done && replies.finish()) {
    first.response_done = true;
    first.exchange.delivered_whole = true;
    finish_answered(step);
  }
  // A finished reply may wait for the end of its request; no other request can be answered now.
  if (open.empty() || open.front().response_done) return;
  end_all("the upstream closed before the end of its reply", step);
  reads = Reads::nothing;
}

void HttpObserver::Connection::take(ObserverStep& step) {
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

void HttpObserver::observe(const ConnectionEvent& event, const HttpEventSink& sink) {
  std::unique_ptr<Connection>& connection = connections_[event.id];
  if (!connection) connection = std::make_unique<Connection>();
  ObserverStep step{options_, event, exchanges_, long_heads_, wanted_open_, sink};
  connection->take(step);
  if (event.kind == ConnectionEvent::Kind::closed) connections_.erase(event.id);
}

std::vector<HttpEvent> HttpObserver::observe(const ConnectionEvent& event) {
  std::vector<HttpEvent> events;
  observe(event, [&events](HttpEvent each) {
    events.push_back(std::move(each));
    return true;
  });
  return events;
}

ConnectionState HttpObserver::state(std::uint64_t connection) const {
  const auto found = connections_.find(connection);
  if (found == connections_.end()) return ConnectionState::busy;
  const Connection& known = *found->second;
  if (known.over) return ConnectionState::over;
  if (known.reads == Connection::Reads::requests) return ConnectionState::unclear;
  if (known.reads == Connection::Reads::nothing) return ConnectionState::busy;
  if (known.open.empty()) return ConnectionState::idle;
  if (std::ranges::any_of(known.open, [](const OpenExchange& one) {
        return one.asking.head_read && one.request->other_site;
      }))
    return ConnectionState::page;
  if (std::ranges::any_of(known.open, &OpenExchange::taken)) return ConnectionState::turn;
  const bool asking = known.open.size() == 1 && !known.open.front().asking.head_read;
  return asking ? ConnectionState::asking : ConnectionState::busy;
}
}  // namespace franz
