#pragma once
// The relay: a TCP tunnel from a listening port to the upstream, one upstream connection for each
// client connection. It changes, adds and holds back no byte, in either direction; all that passes
// is shown to an observer, which says whether a connection is between two exchanges.
//
// What a direct connection would do, it does: FIN is passed on as FIN and leaves the other
// direction open; a client that resets or cannot be written to resets the upstream at once, so that
// the model stops; a reset of the upstream reaches the client after the bytes that came before it.
// A reader that is slow slows its writer: one buffer a direction, read again when it has been
// written.
//
// To an https upstream it speaks TLS; the bytes inside are the same. A client's FIN then becomes
// close_notify and FIN. An upstream's close_notify becomes a FIN. Its FIN without close_notify
// becomes a FIN too if HTTP's own framing has shown every reply whole, as with servers that save
// themselves the close_notify; else a reset, because somebody on the way may have cut it.
//
// It speaks itself in two cases: the upstream refused, could not be reached, did not accept in time
// or is not to be trusted by its certificate; or the observer says that another site's page asks.
// Then the client's request is answered with own_answer(), the connection closed, and the event
// told. Of a page's request no more than a part of its head is passed on.
//
// It ends a connection by itself
// - where the observer says that it is over: what it read there could not be read as HTTP, and a
//   turn would go unrecorded or a page's request pass. No byte of a turn's request is passed on.
//   Behind a whole reply it is closed, as servers close idle connections; where the end of a reply
//   is not known it is reset, so that no end of ours completes one.
// - when the head of a request takes longer than head_wait_ms.
// - when there are too many, see max_connections.
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/http/exchange.h"
#include "common/http/http_observer.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
struct RelayOptions {
  Address listen{"127.0.0.1", 1234};  // port 0: a free one
  Upstream upstream;
  int connect_timeout_ms = 10000;  // then 504
  int request_wait_ms = 10000;     // with the upstream gone: for a request to answer
  int farewell_ms = 60000;         // then: for the rest of a request that has been answered
  int head_wait_ms = 10000;        // for the rest of a request's head
  // At most so many at once. For one more, the one that was idle longest is closed; where none is
  // idle, the oldest one without a turn is reset; where all have one, the new one waits. `say` is
  // told.
  std::size_t max_connections = 256;
  std::function<void(const std::string&)> say;  // on the relay's thread; may be empty
};

class Relay {
 public:
  // Called on the relay's thread with each event, in order: it must not wait. What it answers is
  // about the event's connection, after the event.
  using Observe = std::function<ConnectionState(const ConnectionEvent&)>;

  // Listens and relays until stop(). Failure: the address is taken or cannot be listened on (names
  // it), the upstream is the relay itself, or is https and its ca_file cannot be read.
  static Result<std::unique_ptr<Relay>> start(const RelayOptions& options, Observe observe);

  // stop(0).
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  // Where it listens, with the real port.
  const Address& address() const;

  // Accepts no more, closes idle connections at once and each other one when its exchange is over,
  // for up to `drain_ms`; resets those left (so that no cut reply looks whole), and returns when
  // the observer has had every event. Idle: the observer has seen each request's whole reply, and
  // the client has sent nothing more; what is not HTTP is never idle. Once; not from the observer.
  void stop(int drain_ms);

 private:
  struct Running;
  explicit Relay(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
