#pragma once
// An exchange while it passes on a connection of the observer: what is held of its two messages,
// and what is told of them. Which bytes belong to which message the connection knows.
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include "common/http/exchange.h"
#include "common/http/http_events.h"
#include "common/http/http_observer.h"
#include "common/http/http_parser.h"

namespace franz {
// One HttpObserver::observe(): what it works on, and whom it tells.
struct ObserverStep {
  const ObserverOptions& options;
  const ConnectionEvent& event;
  std::uint64_t& exchanges;  // counted so far
  std::size_t& long_heads;   // bytes of kLongHeads in use
  std::size_t& told_open;    // of kMaxWantedOpen
  const TellHttp& tell;
};

// Whether another site's page sent it, by the headers that were read of it.
bool comes_from_other_site(const HttpHead& head, const ObserverOptions& options);
// A request by its head. The target of one that is not wanted is shortened.
HttpRequest request_of(const HttpHead& head, const ObserverOptions& options);

struct OpenExchange {
  using Side = MessagePiece::Side;

  // One message while it is read.
  struct Reading {
    std::string head;  // its bytes so far, not masked yet
    bool head_read = false;
    std::size_t interim = 0;    // bytes of 1xx heads before it
    std::size_t long_head = 0;  // this head's part of ObserverStep::long_heads
    MessagePiece piece;         // not told yet
  };

  HttpExchange exchange;
  std::shared_ptr<HttpRequest> request = std::make_shared<HttpRequest>();
  Reading asking, answering;
  bool request_done = false, response_begun = false, response_done = false;
  bool taken = false;  // wanted, and somebody took its RequestStarted

  HttpMessage& message(Side side);
  Reading& reading(Side side) { return side == Side::request ? asking : answering; }

  // Bytes of a message: as on the wire, and the part of them that is body. False: they are of a
  // head, and there are too many long ones.
  bool take(Side side, std::string_view bytes, std::string_view body, ObserverStep& step);
  // The request's head is whole. Tells a wanted one, if there is room.
  void request_head(HttpHead head, ObserverStep& step);
  // The head of a reply is whole: of an interim one (status < 200), or of the final one, which is
  // told.
  void reply_head(HttpHead head, ObserverStep& step);
  // Tells the bytes that were collected of a message.
  void flush(Side side, ObserverStep& step);
  // Nothing more will be told of it. What never had a request's head is forgotten, else the
  // exchange is told.
  void end(ObserverStep& step);

 private:
  void take_message_bytes(Side side, std::string_view bytes, std::string_view body,
                          ObserverStep& step);
  bool hold_head(Side side, ObserverStep& step);
  void release_head(Side side, ObserverStep& step);
  void tell_head(Side side, ObserverStep& step);
  void start_request(std::vector<HttpHeader> headers, ObserverStep& step);
};
}  // namespace franz
