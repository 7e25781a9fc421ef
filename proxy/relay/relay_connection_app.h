#pragma once
// One client of the relay and its upstream: the tunnel between them, and the proxy's own answer if
// there is no upstream. relay_app.h specifies the behaviour at each end.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include "common/http/http_observer.h"
#include "common/net/asio_forward.h"
#include "common/net/name_lookup.h"
#include "common/net/tls.h"
#include "proxy/relay/relay_app.h"

namespace franz::proxy {
// Shared by all connections of a relay; outlives them.
struct RelayShared {
  RelayShared(const RelayOptions& options, std::shared_ptr<const TlsTrust> trust,
              Relay::Observe observe);
  ~RelayShared();
  RelayShared(const RelayShared&) = delete;
  RelayShared& operator=(const RelayShared&) = delete;

  double now_ms() const;  // see ConnectionEvent::time_ms

  const RelayOptions options;
  const std::shared_ptr<const TlsTrust> trust;  // for an https upstream
  const Relay::Observe observe;
  bool stopping = false;  // a connection that becomes idle closes itself
  const std::unique_ptr<boost::asio::io_context> io;
  const std::shared_ptr<NameLookups> names = std::make_shared<NameLookups>();
  const double start_unix_ms, start_steady_ms;
};

// Used only on the relay's thread; kept alive by its own handlers.
class RelayConnection {
 public:
  using Socket =
      boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::any_io_executor>;

  // `id`: see ConnectionEvent::id. `on_closed` is called after the last event was reported.
  static std::shared_ptr<RelayConnection> make(RelayShared& shared, std::uint64_t id, Socket client,
                                               std::function<void()> on_closed);
  virtual ~RelayConnection() = default;

  virtual void open() = 0;  // starts relaying; call it once
  // Resets both sides: a cut reply must not look complete.
  virtual void reset(const std::string& why) = 0;
  // Closes the client's connection, as servers close idle ones. Does nothing if it is not idle.
  virtual void close_idle(const std::string& why) = 0;

  // True: no exchange is under way, and the client has sent nothing more.
  virtual bool is_idle() = 0;
  virtual std::uint64_t id() const = 0;
  virtual ConnectionState state() const = 0;
  virtual double last_event_ms() const = 0;
};
}  // namespace franz::proxy
