#pragma once
// A connection to a server: a stream of bytes over TCP, and over TLS where the server speaks it.
// Its handlers are called from `io`, never from inside the call that takes them; after close() or
// reset() they may still come, and then say `cut`.
//
// An end of TLS: end() sends close_notify and then the FIN. That is TLS's half-close; reading goes
// on. A FIN from the server with no close_notify before it is `truncated`, not `ended`: anybody on
// the way could have sent it.
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
  // Of all but `ready`: what it did, to follow its name: "refused the connection".
  std::string why;
  // With `ready`: it has reset already. What it said before can still be read; nothing can be sent.
  bool broken = false;
};

enum class ReadEnd {
  none,       // bytes came
  ended,      // FIN, or TLS close_notify
  truncated,  // of TLS: FIN without close_notify
  cut,        // RST, or any other failure: why() tells
};

class ServerStream {
 public:
  using OnConnected = std::function<void(const ConnectResult&)>;
  using OnRead = std::function<void(ReadEnd, std::size_t)>;
  using OnWritten = std::function<void(bool)>;

  // `names`: not null; shared by those who connect to the same servers. `host`: a name or an IP
  // address, IPv6 without its brackets. `trust`: of a server that speaks TLS; else null.
  ServerStream(boost::asio::io_context& io, std::shared_ptr<NameLookups> names, std::string host,
               int port, std::shared_ptr<const TlsTrust> trust);
  ~ServerStream();  // close()
  ServerStream(const ServerStream&) = delete;
  ServerStream& operator=(const ServerStream&) = delete;

  // Once. The time is for all of it: for the name's lookup, for each of its addresses in turn,
  // which share what is left, and with TLS until the handshake is over and the certificate is
  // checked.
  void connect(int timeout_ms, OnConnected on_connected);

  // One at a time; `into` stays in place until then. `ended` also follows bytes, in a read of its
  // own.
  void read(char* into, std::size_t size, OnRead on_read);

  // False: something came that nobody asked for, or the connection has ended. To be asked of a
  // connection that was idle, with no read under way.
  bool is_quiet();

  // How many of the bytes the kernel took at once, without a handler: fewer when it has no room, 0
  // over TLS and when the connection is broken. The rest is for write(), which tells. None while a
  // write is under way, and none after end().
  std::size_t write_now(std::string_view bytes);

  // One at a time, and none after end(); true when the kernel has all of it.
  void write(std::string_view bytes, OnWritten on_written);

  void end();
  void close();
  void reset();  // RST: what was not sent yet is lost

  // After `cut`: "reset the connection", or what was wrong with its TLS.
  const std::string& why() const;

 private:
  class Connection;
  std::shared_ptr<Connection> connection_;
};
}  // namespace franz
