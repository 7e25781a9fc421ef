#pragma once
// The relay: a TCP tunnel from a listening port to the upstream, with one upstream connection for
// each client connection. It changes, adds and delays no byte in either direction. An observer gets
// all bytes and reports whether a connection is between two exchanges.
//
// It behaves like a direct connection. FIN is forwarded as FIN and leaves the other direction open.
// If a client resets or cannot be written to, the upstream is reset immediately, so that the model
// stops. A reset of the upstream reaches the client after the bytes before it. A slow reader slows
// its writer: one buffer per direction, which is read into again after it has been written.
//
// It connects to an https upstream with TLS; the bytes inside are the same. A client's FIN becomes
// close_notify and FIN. An upstream's close_notify becomes a FIN. Its FIN without close_notify
// becomes a FIN only if HTTP's framing shows that every reply is complete, as with servers that
// omit close_notify; otherwise it becomes a reset, because an attacker may have cut the reply.
//
// It answers by itself in two cases: the upstream refused, could not be reached, did not accept in
// time or has an untrusted certificate; or the observer reports a request from another site's page.
// Then it answers the client's request with own_answer(), closes the connection and reports the
// event. At most a part of the head of a page's request is forwarded.
//
// It ends a connection by itself in these cases:
// - The observer says that it is over: its bytes could not be read as HTTP, and a turn would not be
//   recorded or a page's request would pass. No byte of a turn's request is forwarded. After a
//   complete reply the connection is closed, as servers close idle connections. If the end of a
//   reply is unknown it is reset, so that the reply does not look complete.
// - The head of a request takes longer than head_wait_ms.
// - There are too many connections, see max_connections.
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
  int request_wait_ms = 10000;     // wait for a request to answer if the upstream is gone
  int farewell_ms = 60000;         // then wait for the rest of an answered request
  int head_wait_ms = 10000;        // wait for the rest of a request's head
  // Limit of connections. For a new one, the connection that has been idle longest is closed; if
  // none is idle, the oldest one without a turn is reset; if all have turns, the new one waits.
  // Reported with `say`.
  std::size_t max_connections = 256;
  std::function<void(const std::string&)> say;  // called on the relay's thread; may be empty
};

class Relay {
 public:
  // Called on the relay's thread for each event, in order; must not block. Returns the state of the
  // event's connection after the event.
  using Observe = std::function<ConnectionState(const ConnectionEvent&)>;

  // Listens and relays until stop(). Failure: the address is taken or cannot be listened on (the
  // message names it), the upstream is the relay itself, or its ca_file cannot be read (https).
  static Result<std::unique_ptr<Relay>> start(const RelayOptions& options, Observe observe);

  // Calls stop(0).
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  // The listening address, with the real port.
  const Address& address() const;

  // Accepts no more connections, closes idle ones immediately and others after their exchange, for
  // up to `drain_ms`. Then resets the remaining ones (so that no cut reply looks complete), and
  // returns after the observer got every event. Idle: the observer has seen the complete reply of
  // each request and the client has sent nothing more; a connection that is not HTTP is never idle.
  // Call it once, not from the observer.
  void stop(int drain_ms);

 private:
  struct Running;
  explicit Relay(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
