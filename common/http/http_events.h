#pragma once
// What the observer tells of the HTTP/1.x that passes through the relay, as it goes by.
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
// The head of a wanted request has been read. The request has no counts yet.
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
  // The parts of `wire` that are body, as offset and length: content codings are left in place.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> body;
};

// The body's bytes in a piece, appended to `body`.
inline void append_body(const MessagePiece& piece, std::string& body) {
  for (const auto& [at, size] : piece.body) body.append(piece.wire, at, size);
}

// A wanted request has been read to its end.
struct RequestRead {
  std::uint64_t exchange = 0, connection = 0;
  std::shared_ptr<const HttpRequest> request;
  double time_ms = 0;
};

// The head of a wanted exchange's final reply has been read and is with the client.
struct ResponseStarted {
  std::uint64_t exchange = 0, connection = 0;
  int status = 0;
  std::vector<HttpHeader> headers;
  double time_ms = 0;
};

// From here on nothing more is told about this connection; its open exchanges were told before,
// with this reason as their problem. "not HTTP", "upgraded"…
struct ObservationEnded {
  std::uint64_t connection = 0;
  std::string why;
  bool of_turn = false;  // a wanted exchange was met on this connection
  double time_ms = 0;
};

// Of one exchange, in this order: RequestStarted, MessagePiece…, RequestRead (unless the request
// never ended), ResponseStarted, MessagePiece…, HttpExchange. An early reply may overtake the rest
// of its request. Of an exchange that is not wanted, or whose RequestStarted found no room:
// HttpExchange alone.
using HttpEvent = std::variant<RequestStarted, MessagePiece, RequestRead, ResponseStarted,
                               HttpExchange, ObservationEnded>;

// Takes what was observed. False for a RequestStarted: the exchange is lost; of it only the
// HttpExchange is told, and says so. False for a MessagePiece: it is lost; the message's later
// pieces are not told, and it says so. The answer to all else is not looked at.
using TellHttp = std::function<bool(HttpEvent)>;
}  // namespace franz
