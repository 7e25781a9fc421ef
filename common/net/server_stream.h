#pragma once
// A connection to a server: a byte stream over TCP, with TLS if the server uses it. Its handlers
// are called from `io`, never during the call that takes them. After close() or reset() they may
// still be called, with `cut`.
//
// The end of TLS: end() sends close_notify and then the FIN. That is TLS's half-close; reading
// continues. A FIN from the server without a close_notify is `truncated`, not `ended`: anyone on
// the network path could have sent it.
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include "common/net/name_lookup.h"
#include "common/net/tls.h"

namespace boost::asio {
class io_context;
}

namespace franz {
struct ConnectResult {
  enum class Kind { ready, refused, timed_out, unreachable, tls };
  Kind kind = Kind::ready;
  // For all but `ready`: what the server did, to follow its name: "refused the connection".
  std::string why;
  // With `ready`: the server has already reset. Data sent before can still be read; nothing can be
  // sent.
  bool broken = false;
};

enum class ReadEnd {
  none,       // bytes were read
  ended,      // FIN, or TLS close_notify
  truncated,  // for TLS: FIN without close_notify
  cut,        // RST, or any other failure: see why()
};

class ServerStream {
 public:
  using OnConnected = std::function<void(const ConnectResult&)>;
  using OnRead = std::function<void(ReadEnd, std::size_t)>;
  using OnWritten = std::function<void(bool)>;

  // `names`: not null; shared by connections to the same servers. `host`: a name or an IP address,
  // IPv6 without brackets. `trust`: for a TLS server; otherwise null.
  ServerStream(boost::asio::io_context& io, std::shared_ptr<NameLookups> names, std::string host,
               int port, std::shared_ptr<const TlsTrust> trust);
  ~ServerStream();  // calls close()
  ServerStream(const ServerStream&) = delete;
  ServerStream& operator=(const ServerStream&) = delete;

  // Call once. The timeout covers the name lookup, each address in turn (they share the remaining
  // time), and with TLS the handshake and the certificate check.
  void connect(int timeout_ms, OnConnected on_connected);

  // One at a time; `into` must stay valid until then. `ended` also follows bytes, in a separate
  // read.
  void read(char* into, std::size_t size, OnRead on_read);

  // False if unexpected bytes arrived or the connection has ended. For an idle connection without a
  // read in progress.
  bool is_quiet();

  // How many bytes the kernel accepted immediately, without a handler: fewer if it has no room, 0
  // over TLS or if the connection is broken. Pass the rest to write(), which reports errors. Do not
  // call during a write or after end().
  std::size_t write_now(std::string_view bytes);

  // One at a time, and not after end(); true when the kernel has accepted all bytes.
  void write(std::string_view bytes, OnWritten on_written);

  void end();
  void close();
  void reset();  // RST: unsent data is lost

  // After `cut`: "reset the connection", or the TLS error.
  const std::string& why() const;

 private:
  class Connection;
  std::shared_ptr<Connection> connection_;
};
}  // namespace franz
