#pragma once
// An exchange in progress on an observed connection: the stored state of its two messages, and the
// reports about them. The connection decides which bytes belong to which message.
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include "common/http/exchange.h"
#include "common/http/http_events.h"
#include "common/http/http_observer.h"
#include "common/http/http_parser.h"

namespace franz {
// One call of HttpObserver::observe(): its state and the receiver of events.
struct ObserverStep {
  const ObserverOptions& options;
  const ConnectionEvent& event;
  std::uint64_t& exchanges;  // counted so far
  std::size_t& long_heads;   // bytes of kLongHeads in use
  std::size_t& wanted_open;  // of kMaxWantedOpen
  const HttpEventSink& sink;
};

// Whether another site's page sent it, according to the headers read so far.
bool comes_from_other_site(const HttpHead& head, const ObserverOptions& options);
// A request from its head. The target of an unwanted one is shortened.
HttpRequest request_of(const HttpHead& head, const ObserverOptions& options);

struct OpenExchange {
  using Side = MessagePiece::Side;

  // One message in progress.
  struct Reading {
    std::string head;  // its bytes so far, not masked yet
    bool head_read = false;
    std::size_t interim = 0;    // bytes of preceding 1xx heads
    std::size_t long_head = 0;  // this head's part of ObserverStep::long_heads
    MessagePiece piece;         // not reported yet
  };

  HttpExchange exchange;
  std::shared_ptr<HttpRequest> request = std::make_shared<HttpRequest>();
  Reading asking, answering;
  bool request_done = false, response_begun = false, response_done = false;
  bool taken = false;  // wanted, and its RequestStarted was accepted

  HttpMessage& message(Side side);
  Reading& reading(Side side) { return side == Side::request ? asking : answering; }

  // Adds bytes of a message: as on the wire, and the part of them that is body. False: they belong
  // to a head, and there are too many long heads.
  bool take(Side side, std::string_view bytes, std::string_view body, ObserverStep& step);
  // The request's head is complete. Reports a wanted request if there is room.
  void request_head(HttpHead head, ObserverStep& step);
  // The head of a reply is complete: an interim one (status < 200), or the final one, which is
  // reported.
  void reply_head(HttpHead head, ObserverStep& step);
  // Reports the collected bytes of a message.
  void flush(Side side, ObserverStep& step);
  // Nothing more will be reported about it. Without a request head it is dropped; otherwise the
  // exchange is reported.
  void end(ObserverStep& step);

 private:
  void take_message_bytes(Side side, std::string_view bytes, std::string_view body,
                          ObserverStep& step);
  bool hold_head(Side side, ObserverStep& step);
  void release_head(Side side, ObserverStep& step);
  void report_head(Side side, ObserverStep& step);
  void start_request(std::vector<HttpHeader> headers, ObserverStep& step);
};
}  // namespace franz
