#pragma once
// Events that the observer reports about HTTP/1.x traffic through the relay.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>
#include "common/http/exchange.h"
#include "common/http/http_headers.h"

namespace franz {
// The head of a wanted request was read. The request has no counts yet.
struct RequestStarted {
  std::uint64_t exchange = 0, connection = 0;
  std::shared_ptr<const HttpRequest> request;
  std::vector<HttpHeader> headers = {};
};

// The next bytes of a wanted exchange.
struct MessagePiece {
  enum class Side { request, response };
  std::uint64_t exchange = 0;
  Side side = Side::request;
  std::string wire;  // 1xx heads, chunk sizes and trailers included; secrets masked in the heads
  // The parts of `wire` that are body, as offset and length, without undoing content codings.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> body;
};

// Appends the body bytes of a piece to `body`.
inline void append_body(const MessagePiece& piece, std::string& body) {
  for (const auto& [at, size] : piece.body) body.append(piece.wire, at, size);
}

// A wanted request was read to its end.
struct RequestRead {
  std::uint64_t exchange = 0, connection = 0;
  std::shared_ptr<const HttpRequest> request;
  double time_ms = 0;
};

// The head of a wanted exchange's final reply was read and forwarded to the client.
struct ResponseStarted {
  std::uint64_t exchange = 0, connection = 0;
  int status = 0;
  std::vector<HttpHeader> headers;
  double time_ms = 0;
};

// No more events follow for this connection. Its open exchanges were reported before, with this
// reason as their problem: "not HTTP", "upgraded"…
struct ObservationEnded {
  std::uint64_t connection = 0;
  std::string why;
  bool of_turn = false;  // a wanted exchange occurred on this connection
  double time_ms = 0;
};

// The order for one exchange: RequestStarted, MessagePiece…, RequestRead (unless the request never
// ended), ResponseStarted, MessagePiece…, HttpExchange. An early reply may come before the rest of
// its request. An exchange that is not wanted, or whose RequestStarted was refused, has only the
// HttpExchange.
using HttpEvent = std::variant<RequestStarted, MessagePiece, RequestRead, ResponseStarted,
                               HttpExchange, ObservationEnded>;

// Receives events. False for a RequestStarted: only its HttpExchange follows, marked as incomplete.
// False for a MessagePiece: it and the message's later pieces are lost, and the message is marked.
// The result for other events is ignored.
using HttpEventSink = std::function<bool(HttpEvent)>;
}  // namespace franz
