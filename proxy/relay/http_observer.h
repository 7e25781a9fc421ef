#pragma once
// Reads the copies of the relay's bytes as HTTP/1.x (RFC 9112). It is strict where readers differ:
// what another reader could frame in another way is given up by name, never guessed at.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
#include "proxy/relay/exchange.h"

namespace franz::proxy {
// A request has been read to its end.
struct RequestRead {
  std::uint64_t exchange = 0, connection = 0;
  std::shared_ptr<const HttpRequest> request;
  double time_ms = 0;
};

// The head of the final reply has been read and is with the client.
struct ResponseStarted {
  std::uint64_t exchange = 0, connection = 0;
  int status = 0;
  std::vector<HttpHeader> headers;
  double time_ms = 0;
};

// Bytes of a reply's body, without the chunked framing, as they reach the client.
struct ResponsePiece {
  std::uint64_t exchange = 0;
  std::string bytes;
};

// From here on nothing more is told about this connection; its open exchanges were told before,
// with this reason as their problem. "not HTTP", "upgraded", "the observer was behind"…
struct ObservationEnded {
  std::uint64_t connection = 0;
  std::string why;
};

// Of one exchange, in this order: RequestRead (unless the request never ended), ResponseStarted,
// ResponsePiece…, Exchange. An early reply may overtake RequestRead.
using HttpEvent =
    std::variant<RequestRead, ResponseStarted, ResponsePiece, Exchange, ObservationEnded>;

struct ObserverLimits {
  std::size_t keep_bytes = 64UL << 20U;  // of one message; past it bytes are counted, not kept
};

// A value: the state of all open connections.
class HttpObserver {
 public:
  explicit HttpObserver(ObserverLimits limits = {});
  ~HttpObserver();
  HttpObserver(HttpObserver&&) noexcept;
  HttpObserver& operator=(HttpObserver&&) noexcept;

  // Takes the next event of a connection and tells what it completed. How the bytes were cut into
  // events changes nothing but where pieces are cut.
  std::vector<HttpEvent> observe(const ConnectionEvent& event);

  // True if no exchange is under way on a connection: each request that began has its whole reply.
  // False where that cannot be known, and for a connection that is not open.
  bool is_idle(std::uint64_t connection) const;

 private:
  struct Connection;
  ObserverLimits limits_;
  std::uint64_t exchanges_ = 0;
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
};
}  // namespace franz::proxy
